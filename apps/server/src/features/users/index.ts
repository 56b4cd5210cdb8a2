export { registerUsers } from './users.routes.ts'
export { usersSeed } from './users.seed.ts'
export { userRows } from './users.store.ts'
