import { sql } from 'kysely'
import { deleteInSteps, keptFor } from '../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { createEnds } from './ends.ts'
import { flagFigure } from './panel-flag.store.ts'
import { registerPanels } from './panels.routes.ts'

export { idsOfPanel, keepPanelIds } from './panel-ids.ts'
export { panelsByCloudId } from './panels.store.ts'
export { aboutFlag } from './settle-flag.ts'

interface Needs extends FeatureParts {
  neighbours: Pick<Neighbours, 'remotePortal'>
  settings: StateSettings & {
    neighbours: { remotePortal: { answerWithinMs: number } }
    keepDays: { batches: number }
  }
}

/** Panel Management (2.8). */
export function panels({ platform, jobs, neighbours, settings }: Needs): Feature {
  const { answerWithinMs } = settings.neighbours.remotePortal
  const parts = { platform, jobs, portal: neighbours.remotePortal, answerWithinMs }
  const ends = createEnds(parts)
  return {
    calls: (api) => registerPanels(api, parts, createViews(platform, settings)),
    figures: [flagFigure],
    upkeep: [
      keptFor(settings.keepDays.batches, platform.clock.now, (db, before) =>
        deleteInSteps(db, 'disabling', sql`finished_at < ${before}`),
      ),
      keptFor(settings.keepDays.batches, platform.clock.now, (db, before) =>
        deleteInSteps(db, 'enabling', sql`finished_at < ${before}`),
      ),
    ],
    watch: () => ends.start(),
    close: ends.close,
  }
}
