import type { Feature } from '../../platform/feature.ts'
import { registerSignOns } from './sign-ons.ts'
import { registerUsers } from './users.routes.ts'

export { userRows } from './users.store.ts'

/** User Management. */
export const users = (): Feature => ({
  calls(api) {
    registerUsers(api)
    registerSignOns(api)
  },
})
