import { sql } from 'kysely'
import { deleteInSteps } from '../../../platform/database/keep.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Endings } from '../../../platform/undertakings/ended.ts'
import { takeUp } from '../../../platform/undertakings/undertakings.ts'
import type { Carriers } from '../../../systems/carriers/carrier.ts'
import type { Runs } from '../runs.ts'
import { type LookJob, lookJob } from './begin-look.ts'
import { runLook } from './run-look.ts'

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
  takeUp<LookJob>(
    jobs,
    lookJob,
    { atOnce: looksAtOnce },
    async ({ lookId }) => {
      const rows = others.platform.db.selectFrom('look').where('look_id', '=', lookId)
      return (await rows.where('state', '=', 'running').select('transaction_id').executeTakeFirst())
        ?.transaction_id
    },
    ({ lookId }, ends) => runLook({ ...others, ...ends, lookId }),
  )
}

/** Looks that ended before that, with what they found. */
export const purgeLooks = (db: Db, before: Date): Promise<void> =>
  deleteInSteps(db, 'look', sql`finished_at < ${before}`)
