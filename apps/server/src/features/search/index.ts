export { registerSearch } from './search.routes.ts'
export { purgeVisits } from './visits.ts'
