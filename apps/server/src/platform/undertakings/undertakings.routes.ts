import { calls, listedKinds } from '@support-console/contract'
import type { Api } from '../http/api.ts'
import { registerCall } from '../http/register-call.ts'
import { noteRead, trayOf } from './notices.ts'
import { undertakingsOf } from './read.ts'

/** What a person's work is doing (D5), and what they are told of it (D38). */
export function registerUndertakings(api: Api): void {
  const { db, clock } = api.platform

  registerCall(api, calls.listMyUndertakings, async ({ user }) => {
    const kinds = listedKinds(user.may)
    return { data: await undertakingsOf(db, user, kinds, clock.now()) }
  })
  registerCall(api, calls.readTray, async ({ user }) => ({ data: await trayOf(db, user) }))
  registerCall(api, calls.noteNoticesRead, async ({ body, user }) => {
    await noteRead(db, user, body.ids, clock.now())
    return { data: null }
  })
}
