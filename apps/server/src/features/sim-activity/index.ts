export { recordSimActivity, type SimEvent } from './record-sim-activity.ts'
export { registerSimActivity } from './sim-activity.routes.ts'
export { simActivitySeed } from './sim-activity.seed.ts'
export { transactionsOfSims } from './sim-activity.store.ts'
