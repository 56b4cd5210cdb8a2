import { companiesSeed, companySettingsSeed } from './features/companies/index.ts'
import { csrSeed } from './features/csr/index.ts'
import { panelsSeed } from './features/panels/index.ts'
import { simActivitySeed } from './features/sim-activity/index.ts'
import { billingLinesSeed } from './features/sim-information/index.ts'
import { simsSeed } from './features/sims/index.ts'
import { userActionsSeed } from './features/user-actions/index.ts'
import { usersSeed } from './features/users/index.ts'
import { webConnectSeed } from './features/webconnect/index.ts'
import type { SeedPart } from './platform/database/seed.ts'
import type { SecretBox } from './platform/secrets/secret-box.ts'

/** The demo world's parts in the order they are put in; each feature owns its own (`<feature>.seed.ts`). */
export const seedParts = (secrets: SecretBox): readonly SeedPart[] => [
  companiesSeed,
  simsSeed(secrets),
  billingLinesSeed,
  simActivitySeed,
  companySettingsSeed,
  panelsSeed,
  usersSeed,
  csrSeed,
  webConnectSeed,
  userActionsSeed,
]
