import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { flagFigure } from './panel-flag.store.ts'
import { registerPanels } from './panels.routes.ts'

export { idsOfPanel, keepPanelIds } from './panel-ids.ts'
export { panelsByCloudId } from './panels.store.ts'
export { aboutFlag } from './settle-flag.ts'

interface Needs extends FeatureParts {
  neighbours: Pick<Neighbours, 'remotePortal'>
  settings: { neighbours: { remotePortal: { answerWithinMs: number } } }
}

/** Panel Management (2.8). */
export const panels = ({ jobs, neighbours: { remotePortal }, settings }: Needs): Feature => ({
  calls: (api) => registerPanels(api, remotePortal, jobs, settings.neighbours.remotePortal.answerWithinMs),
  figures: [flagFigure],
})
