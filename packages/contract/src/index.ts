import { postActivityLog } from './activity-log.ts'
import type { Call, CallKey } from './call.ts'
import {
  createCompany,
  generateInstallerServiceKey,
  getCompany,
  listCompanies,
  updateCompany,
  verifyInstallerServiceKey,
} from './companies.ts'
import {
  describeCsr,
  getCsrStatus,
  listCsrDeployments,
  listCsrs,
  resetCsrs,
  returnCsr,
  upgradeCsr,
} from './csr.ts'
import { getDeviceDomainMappings, getPathfinder, updatePathfinder } from './panel-environment.ts'
import { disablePanelManagement, enablePanelManagement, exportPanels, locatePanels } from './panels.ts'
import { endSession, getAccess, getRuntimeConfig } from './session.ts'
import { getSimActivity } from './sim-activity.ts'
import { downloadBillingReport, getSimDetail } from './sim-information.ts'
import {
  batchDeactivation,
  batchUpload,
  deactivateSim,
  getBatch,
  getSimSubject,
  getSimUsability,
  listBatches,
  queryDevice,
  queryDeviceNetworkStatus,
  retryBatch,
  stopBatch,
  toggleSimUsability,
  verizonCallback,
} from './sim-management.ts'
import { exportUserActions, getAuditTrail, getUserActions } from './user-actions.ts'
import { getUser } from './users.ts'
import { getConnections, getMetrics, getMetricsHistory } from './webconnect.ts'

export * from './activity-log.ts'
export * from './batch-file.ts'
export * from './call.ts'
export * from './carriers.ts'
export * from './companies.ts'
export * from './companies.words.ts'
export * from './csr.ts'
export * from './csv-cell.ts'
export * from './csv-records.ts'
export * from './email.ts'
export * from './envelope.ts'
export * from './guid.ts'
export * from './iccid.ts'
export * from './identifiers.ts'
export * from './ipv4.ts'
export * from './network-models.ts'
export * from './panel-environment.ts'
export * from './panels.ts'
export * from './permissions.ts'
export * from './plain-text.ts'
export * from './regions.ts'
export * from './session.ts'
export * from './sim-activity.ts'
export * from './sim-information.ts'
export * from './sim-management.ts'
export * from './text.ts'
export * from './times.ts'
export * from './user-actions.ts'
export * from './users.ts'
export * from './webconnect.ts'

/** The one table of calls. Server, console, OpenAPI document and permission matrix all stand on it. */
export const calls = {
  postActivityLog,
  getRuntimeConfig,
  getAccess,
  endSession,
  getSimDetail,
  downloadBillingReport,
  getSimActivity,
  queryDevice,
  queryDeviceNetworkStatus,
  getSimUsability,
  toggleSimUsability,
  getSimSubject,
  deactivateSim,
  batchUpload,
  batchDeactivation,
  listBatches,
  getBatch,
  stopBatch,
  retryBatch,
  verizonCallback,
  listCompanies,
  getCompany,
  updateCompany,
  createCompany,
  generateInstallerServiceKey,
  verifyInstallerServiceKey,
  locatePanels,
  exportPanels,
  disablePanelManagement,
  enablePanelManagement,
  getPathfinder,
  updatePathfinder,
  getDeviceDomainMappings,
  getUser,
  getUserActions,
  exportUserActions,
  getAuditTrail,
  listCsrs,
  upgradeCsr,
  returnCsr,
  describeCsr,
  getCsrStatus,
  listCsrDeployments,
  resetCsrs,
  getMetrics,
  getConnections,
  getMetricsHistory,
} as const satisfies Record<string, Call>

export type Calls = typeof calls

/**
 * The same table by key, for the console: `CallByKey['GET /session/v1/access']`. A type only, so that the browser
 * carries no schema.
 */
export type CallByKey = { [Name in keyof Calls as CallKey<Calls[Name]>]: Calls[Name] }
