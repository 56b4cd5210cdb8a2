import { calls, listedKinds, permissionsOf } from '@support-console/contract'
import type { Api } from '../http/api.ts'
import { registerCall } from '../http/register-call.ts'
import { undertakingsOf } from './read.ts'

/** What a person's work is doing (D5). */
export function registerUndertakings(api: Api): void {
  const { db, clock, config } = api.platform

  registerCall(api, calls.listMyUndertakings, async ({ user }) => {
    const may = permissionsOf(user.roles, config.environment)
    const kinds = listedKinds((permission) => may.has(permission))
    return { data: await undertakingsOf(db, user, kinds, clock.now()) }
  })
}
