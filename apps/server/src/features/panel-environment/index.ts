import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { registerPanelEnvironment } from './panel-environment.routes.ts'

export { lookUp } from './point-panel.ts'

interface Needs extends FeatureParts {
  neighbours: Pick<Neighbours, 'pathfinder'>
  settings: StateSettings
}

/** Panel Environment (2.9). */
export const panelEnvironment = ({ platform, neighbours, settings }: Needs): Feature => ({
  calls: (api) => registerPanelEnvironment(api, neighbours.pathfinder, createViews(platform, settings)),
})
