import { calls } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { userRows } from './users.store.ts'

/** User Management (2.11). */
export function registerUsers(api: Api): void {
  registerCall(api, calls.getUser, async ({ params }) => ({
    data: await userRows(api.platform.db, params.email),
  }))
}
