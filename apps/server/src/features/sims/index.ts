export { simsSeed } from './sims.seed.ts'
export { findSim, type InventorySim } from './sims.store.ts'
