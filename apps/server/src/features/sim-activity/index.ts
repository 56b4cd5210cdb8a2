export { purgeSimActivity } from './keep.ts'
export { recordSimActivity, type SimEvent } from './record-sim-activity.ts'
export { registerSimActivity } from './sim-activity.routes.ts'
export { activityOfSim, activityOfTransaction, inMonthsOf, transactionsOfSims } from './sim-activity.store.ts'
