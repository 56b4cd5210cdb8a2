import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { keptAfterEnd } from '../../platform/undertakings/runs.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { orderKind } from './disabling.store.ts'
import { enablingKind } from './enabling.store.ts'
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
      keptAfterEnd(orderKind, settings.keepDays.batches, platform.clock.now),
      keptAfterEnd(enablingKind, settings.keepDays.batches, platform.clock.now),
    ],
    watch: () => ends.start(),
    close: ends.close,
  }
}
