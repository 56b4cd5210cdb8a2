import { calls, type PersonalToken, thing } from '@support-console/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Outcome } from '../../../platform/http/call-context.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import { sessionOf } from './authenticate.ts'
import { makeToken } from './make-token.ts'
import { keptOf, makeSecret } from './secret.ts'
import { type KnownToken, listTokens, revokeToken, toToken } from './tokens.store.ts'

/** Personal tokens: a person makes and revokes their own, an engineer revokes anyone's. */
export function registerTokens(api: Api): void {
  const { db, clock } = api.platform

  registerCall(api, calls.listTokens, async ({ user }) => ({ data: await listTokens(db, clock.now(), user) }))
  registerCall(api, calls.listAllTokens, async () => ({ data: await listTokens(db, clock.now()) }))

  registerCall(api, calls.makeToken, async ({ body, user }, work) => {
    work.about({ message: `Make the personal token “${body.name}”` })
    const secret = makeSecret()
    return work.finish(async (trx) => {
      const { token, ...made } = await makeToken(trx, user, keptOf(secret), body, clock.now())
      return { data: { token, secret }, ...made }
    })
  })

  registerCall(api, calls.revokeToken, ({ params, user }, work) =>
    work.finish(async (trx) => {
      const now = clock.now()
      return ended(trx, await revokeToken(trx, { ...params, by: user, now, of: user }), now)
    }),
  )
  registerCall(api, calls.revokeAnyToken, ({ params, user }, work) =>
    work.finish(async (trx) => {
      const now = clock.now()
      return ended(trx, await revokeToken(trx, { ...params, by: user, now }), now)
    }),
  )

  /** It counts as an ended sign-on, too: its streams end on every server. */
  async function ended(trx: Kysely<Tables>, row: KnownToken, now: Date): Promise<Outcome<PersonalToken>> {
    const signOn = { issuer: row.issuer, sessionId: sessionOf(row.token_id) }
    await api.endedSignOns.end(trx, signOn)
    return {
      data: toToken(row, now),
      message: `The token “${row.name}” is revoked.`,
      entry: {
        message: `Revoke the personal token “${row.name}” of ${row.email}`,
        object: thing('session', sessionOf(row.token_id)),
        detail: `${row.beginning}…, for ${row.scopes.join(', ')}.`,
      },
      afterwards: () => api.endedSignOns.noteEnded(signOn),
    }
  }
}
