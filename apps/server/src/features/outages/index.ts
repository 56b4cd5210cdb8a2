import type { Feature } from '../../platform/feature.ts'
import { registerOutages } from './outages.routes.ts'
import { registerPlanned } from './planned.routes.ts'
import { forgetPlans } from './planned.store.ts'

export { isOutageReadable, lastingOutages, outagesBetween, stillSilent } from './outages.store.ts'
export { type ActivePlan, activePlans } from './planned.store.ts'
export { nameOfScope } from './scope-name.ts'

import './planned.table.ts'

/** Outages, while they last and for a year, and those that are planned. */
export const outages = (): Feature => ({
  calls(api) {
    registerOutages(api)
    registerPlanned(api)
  },
  upkeep: [forgetPlans],
})
