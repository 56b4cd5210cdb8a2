export { noteDeactivated, shortSimId } from './sims.changes.ts'
export { simsSeed } from './sims.seed.ts'
export { findSim, findSims, type InventorySim } from './sims.store.ts'
