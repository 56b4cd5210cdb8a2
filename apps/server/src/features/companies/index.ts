export { companiesSeed, defaultVpnEndpoint } from './companies.seed.ts'
export { networkModels } from './companies.table.ts'
