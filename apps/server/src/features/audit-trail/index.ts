import { verificationFigure } from '../../platform/audit/verification-note.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { type AuditTrailSettings, registerAuditTrail } from './audit-trail.routes.ts'

export { type Account, accountsOf, isOfAccounts, isSameAccount } from './accounts.ts'
export { mainEntryOf } from './audit-trail.store.ts'
export { type Changed, changesWithin, countFolded } from './changes-within.ts'
export { isEntryOfEnvironment, isOfEnvironment } from './of-environment.ts'

interface Needs extends FeatureParts {
  settings: AuditTrailSettings
}

/** User Action Detail (2.12), what browsers claim, and the export of the trail. */
export const auditTrail = ({ settings }: Needs): Feature => ({
  calls: (api) => registerAuditTrail(api, settings),
  figures: [verificationFigure],
})
