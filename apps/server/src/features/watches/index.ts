import { sql } from 'kysely'
import { deleteInSteps, keptFor } from '../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { takeUp } from '../../platform/undertakings/undertakings.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { lookOnce, type WatchJob, watchJob } from './watch-work.ts'
import { registerWatches } from './watches.routes.ts'

export { watchesWithin } from './watches-within.ts'

/** Looks of watches that a server does side by side. */
const looksAtOnce = 2

interface Needs extends FeatureParts {
  settings: StateSettings & { keepDays: { batches: number } }
}

/** Being told when a panel is back. */
export function watches({ platform, jobs, settings }: Needs): Feature {
  const parts = { platform, jobs, viewOf: createViews(platform, settings) }
  takeUp<WatchJob>(
    jobs,
    watchJob,
    { atOnce: looksAtOnce },
    async ({ watchId, turn }) => {
      const rows = platform.db.selectFrom('watch').where('watch_id', '=', watchId).where('turn', '=', turn)
      return (await rows.where('state', '=', 'running').select('transaction_id').executeTakeFirst())
        ?.transaction_id
    },
    (job) => lookOnce(parts, job),
  )
  return {
    calls: (api) => registerWatches(api, parts),
    upkeep: [
      keptFor(settings.keepDays.batches, platform.clock.now, (db, before) =>
        deleteInSteps(db, 'watch', sql`finished_at < ${before}`),
      ),
    ],
  }
}
