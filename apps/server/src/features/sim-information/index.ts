import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { registerSimInformation } from './sim-information.routes.ts'

export { lastBilledMonths } from './billing-line.store.ts'
export { presentUsage } from './kept-usage.ts'
export { readSimDetail } from './sim-detail.ts'
export { readUsage } from './usage.ts'

interface Needs extends FeatureParts {
  neighbours: Neighbours
}

/** SIM Information (2.5). */
export const simInformation = ({ neighbours }: Needs): Feature => ({
  calls: (api) => registerSimInformation(api, neighbours),
})
