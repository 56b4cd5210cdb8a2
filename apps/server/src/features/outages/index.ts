import type { Feature } from '../../platform/feature.ts'
import { registerOutages } from './outages.routes.ts'

export { lastingOutages, outagesBetween } from './outages.store.ts'
export { nameOfScope } from './scope-name.ts'

/** Outages, while they last and for a year. */
export const outages = (): Feature => ({ calls: registerOutages })
