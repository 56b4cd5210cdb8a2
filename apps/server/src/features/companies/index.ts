export { registerCompanies } from './companies.routes.ts'
export { registerCompanyLists } from './company-lists.routes.ts'
