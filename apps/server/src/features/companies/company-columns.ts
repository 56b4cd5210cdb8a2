import {
  type CompanyUpdate,
  deliveryTypes,
  mvnos,
  type NewCompany,
  networkModelDescriptions,
  networkModelIds,
  networkModelNames,
} from '@support-console/contract'
import type { Selectable } from 'kysely'
import type { CompanyTable } from './companies.table.ts'

type CompanyRow = Selectable<CompanyTable>

/** What a form saves of a company itself, with the names that the audit trail gives it. */
export const settingNames = {
  name: 'company name',
  sap_company_id: 'SAP Company ID',
  sap_sales_region: 'sales region',
  device_region: 'device region',
  mnvos_in_use: 'MVNOs in use',
  service_portal_onboarded: 'service portal onboarded',
  make_remote_portal_read_only: 'remote portal read-only',
  webconnect_mobile_enabled: 'WebConnect mobile enabled',
  use_ciam: 'use CIAM',
  allow_upload_of_panel_info: 'allow upload of panel info',
  use_connector_service: 'use connector service',
  allow_cbs_auth_for_cloud_panel_connections: 'allow CBS authentication for cloud panel connections',
  usage_monitoring_enabled: 'usage monitoring',
  alert_threshold_percent: 'alert threshold',
  warning_threshold_percent: 'warning threshold',
  alert_methodology: 'alert methodology',
  usage_alert_email: 'usage alert email',
  preferred_language: 'preferred language',
  delivery_types: 'delivery types',
  network_model: 'network model',
  vpn_endpoint: 'VPN endpoint',
} as const satisfies Partial<Record<keyof CompanyTable, string>>

type CompanyColumns = Pick<CompanyRow, keyof typeof settingNames>

/** The columns that a body asks for. */
export function columnsOf(body: NewCompany | CompanyUpdate): CompanyColumns {
  const { companySettings, rpsControlSettings, companyInfo, companyMobileAlertSettings } = body
  return {
    name: companyInfo.companyName,
    sap_company_id: companyInfo.sapCompanyId,
    sap_sales_region: companyInfo.sapSalesRegion,
    device_region: companyInfo.deviceRegion,
    // Always in one order, so that a list that says the same is the same.
    mnvos_in_use: mvnos.filter((mvno) => companySettings.mnvOsInUse.includes(mvno)),
    service_portal_onboarded: companySettings.servicePortalOnboarded,
    make_remote_portal_read_only: companySettings.makeRemotePortalReadOnly,
    webconnect_mobile_enabled: companySettings.webconnectMobileEnabled,
    use_ciam: rpsControlSettings.useCiam,
    allow_upload_of_panel_info: rpsControlSettings.allowUploadofPanelInfo,
    use_connector_service: rpsControlSettings.useConnectorService,
    allow_cbs_auth_for_cloud_panel_connections: rpsControlSettings.allowCBSAuthforClouldPanelConnections,
    usage_monitoring_enabled: companyMobileAlertSettings.usageMonitoringEnabled,
    alert_threshold_percent: companyMobileAlertSettings.alertThresholdPercent,
    warning_threshold_percent: companyMobileAlertSettings.warningThresholdPercent,
    alert_methodology: companyMobileAlertSettings.alertMethodology,
    usage_alert_email: companyMobileAlertSettings.usageAlertEmail,
    preferred_language: companyMobileAlertSettings.preferredLanguage,
    delivery_types: deliveryTypes.filter((type) => companyMobileAlertSettings.DeliveryTypes.includes(type)),
    network_model: body.networkModelSettings.networkModel,
    vpn_endpoint: body.networkModelSettings.vpnEndpoint,
  }
}

/** The bundle's sections as the row has them (3). */
export function sectionsOf(row: CompanyRow) {
  return {
    companySettings: {
      companyId: row.id,
      mnvOsInUse: row.mnvos_in_use,
      servicePortalOnboarded: row.service_portal_onboarded,
      makeRemotePortalReadOnly: row.make_remote_portal_read_only,
      webconnectMobileEnabled: row.webconnect_mobile_enabled,
      createDate: row.create_date.toISOString(),
      updateDate: row.update_date.toISOString(),
    },
    rpsControlSettings: {
      useCiam: row.use_ciam,
      allowUploadofPanelInfo: row.allow_upload_of_panel_info,
      useConnectorService: row.use_connector_service,
      allowCBSAuthforClouldPanelConnections: row.allow_cbs_auth_for_cloud_panel_connections,
      onlineServiceKey: row.online_service_key,
    },
    companyInfo: {
      companyId: row.id,
      companyName: row.name,
      sapCompanyId: row.sap_company_id,
      sapSalesRegion: row.sap_sales_region,
      deviceRegion: row.device_region,
    },
    companyMobileAlertSettings: {
      sapCompanyId: row.sap_company_id,
      usageMonitoringEnabled: row.usage_monitoring_enabled,
      alertThresholdPercent: row.alert_threshold_percent,
      warningThresholdPercent: row.warning_threshold_percent,
      alertMethodology: row.alert_methodology,
      usageAlertEmail: row.usage_alert_email,
      preferredLanguage: row.preferred_language,
      DeliveryTypes: row.delivery_types,
    },
    networkModelSettings: {
      networkModel: row.network_model,
      networkModelId: networkModelIds[row.network_model],
      networkModelName: networkModelNames[row.network_model],
      networkModelDescription: networkModelDescriptions[row.network_model],
      vpnEndpoint: row.vpn_endpoint,
    },
  }
}

/** What differs, for the audit trail: 'alert threshold: 100 → 90'. */
export function changedSettings(before: CompanyColumns, after: CompanyColumns): string[] {
  return columnNames
    .map((column) => ({ column, from: inWords(before[column]), to: inWords(after[column]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ column, from, to }) => `${settingNames[column]}: ${from} → ${to}`)
}

/** All settings, for the entry about a new company. */
export const allSettings = (columns: CompanyColumns): string[] =>
  columnNames.map((column) => `${settingNames[column]}: ${inWords(columns[column])}`)

const columnNames = Object.keys(settingNames) as (keyof typeof settingNames)[]

/** Texts of people in quotation marks, so that they cannot pass for another field. */
function inWords(value: string | number | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? JSON.stringify(value) : value.join(', ') || 'none'
}
