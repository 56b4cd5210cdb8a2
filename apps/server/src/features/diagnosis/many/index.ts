import type { Db } from '../../../platform/database/open-database.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Endings } from '../../../platform/undertakings/ended.ts'
import { keptAfterEnd, workOn } from '../../../platform/undertakings/runs.ts'
import type { Carriers } from '../../../systems/carriers/carrier.ts'
import type { Runs } from '../runs.ts'
import { kind } from './begin-look.ts'
import { runLook } from './run-look.ts'

export { beginLook } from './begin-look.ts'
export { registerLooks } from './looks.routes.ts'

/** Looks that a server works side by side. */
const looksAtOnce = 4

/** Looks at many are lasting work (D50): a job each. */
export function workOnLooks(parts: {
  platform: Pick<Platform, 'db' | 'log'>
  jobs: Jobs
  runs: Runs
  carriers: Carriers
  endings: Endings
}): void {
  const { jobs, ...others } = parts
  workOn({ jobs, db: others.platform.db }, kind, looksAtOnce, (lookId, signals) =>
    runLook({ ...others, ...signals, lookId }),
  )
}

/** Looks go with what they found. */
export const keptLooks = (days: number, now: () => Date): ((db: Db) => Promise<void>) =>
  keptAfterEnd(kind, days, now)
