import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { auditTrailSeed } from './audit-trail.ts'
import { billingLinesSeed } from './billing-lines.ts'
import { companiesSeed } from './companies.ts'
import { companySettingsSeed } from './company-settings.ts'
import { csrSeed } from './csr.ts'
import { panelsSeed } from './panels.ts'
import type { SeedPart } from './seed.ts'
import { simActivitySeed } from './sim-activity.ts'
import { panelSimsSeed, simsSeed } from './sims.ts'
import { usersSeed } from './users.ts'
import { webConnectSeed } from './webconnect.ts'

/** The demo world's parts, in the order in which they are put in. */
export const seedParts = (secrets: SecretBox): readonly SeedPart[] => [
  companiesSeed(secrets),
  simsSeed(secrets),
  billingLinesSeed,
  simActivitySeed,
  companySettingsSeed,
  panelsSeed,
  usersSeed,
  csrSeed,
  webConnectSeed,
  auditTrailSeed,
  panelSimsSeed(secrets),
]
