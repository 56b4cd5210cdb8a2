import { auditTrailFaults } from './audit-trail.ts'
import { companiesFaults } from './companies.ts'
import { csrFaults } from './csr.ts'
import { deactivationsFaults } from './deactivations.ts'
import { importsFaults } from './imports.ts'
import { panelsFaults } from './panels.ts'
import { simInformationFaults } from './sim-information.ts'
import { webconnectFaults } from './webconnect.ts'

export const featureFaults = [
  ...deactivationsFaults,
  ...csrFaults,
  ...panelsFaults,
  ...simInformationFaults,
  ...importsFaults,
  ...companiesFaults,
  ...auditTrailFaults,
  ...webconnectFaults,
]
