export { recordSimActivity, type SimEvent } from './record-sim-activity.ts'
export { registerSimActivity } from './sim-activity.routes.ts'
export { transactionsOfSims } from './sim-activity.store.ts'
