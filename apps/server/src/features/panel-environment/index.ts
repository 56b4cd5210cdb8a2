import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { registerPanelEnvironment } from './panel-environment.routes.ts'

export { lookUp } from './point-panel.ts'

interface Needs extends FeatureParts {
  neighbours: Pick<Neighbours, 'pathfinder'>
}

/** Panel Environment (2.9). */
export const panelEnvironment = ({ neighbours: { pathfinder } }: Needs): Feature => ({
  calls: (api) => registerPanelEnvironment(api, pathfinder),
})
