export { registerUsers } from './users.routes.ts'
export { usersSeed } from './users.seed.ts'
