export { registerUsers } from './users.routes.ts'
export { userRows } from './users.store.ts'
