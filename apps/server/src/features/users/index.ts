export { registerSignOns } from './sign-ons.ts'
export { registerUsers } from './users.routes.ts'
export { userRows } from './users.store.ts'
