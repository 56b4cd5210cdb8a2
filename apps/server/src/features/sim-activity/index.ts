import { keptFor } from '../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { purgeSimActivity } from './keep.ts'
import { registerSimActivity } from './sim-activity.routes.ts'

export { recordSimActivity, type SimEvent } from './record-sim-activity.ts'
export { activityOfSim, activityOfTransaction, inMonthsOf, transactionsOfSims } from './sim-activity.store.ts'

interface Needs extends FeatureParts {
  settings: { keepDays: { simActivity: number } }
}

/** Sim Activity Logs. */
export const simActivity = ({ platform: { clock }, settings }: Needs): Feature => ({
  calls: registerSimActivity,
  upkeep: [keptFor(settings.keepDays.simActivity, clock.now, purgeSimActivity)],
})
