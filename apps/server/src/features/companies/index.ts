export { registerCompanies } from './companies.routes.ts'
export { networkModels } from './companies.table.ts'
export { settingNames } from './company-columns.ts'
