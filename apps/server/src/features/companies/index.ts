export { companiesSeed } from './companies.seed.ts'
export { type NetworkModel, networkModels } from './companies.table.ts'
