import {
  addresses,
  calls,
  deviceFlow,
  longestMachine,
  type Permission,
  tokenScopes,
  usualTokenDays,
  visibleLine,
  withoutReading,
} from '@support-console/contract'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import { Problem, problems } from '../../../platform/problem.ts'
import { type User, userKey } from '../../../platform/sign-on/user.ts'
import { createDoorLimits } from '../limits.ts'
import { beginDevice, type DeviceRow, pollDevice, settleDevice, waitingDevice } from './device.store.ts'
import { makeToken } from './make-token.ts'
import { tokenByHash } from './tokens.store.ts'

const client = z.literal(deviceFlow.clientId)
const Asking = z.object({
  client_id: client,
  scope: z.string().max(1000).optional(),
  machine: visibleLine(longestMachine),
})
const Polling = z.object({
  client_id: client,
  grant_type: z.literal(deviceFlow.grantType),
  device_code: z.string().max(100),
})

const readingScopes: readonly Permission[] = tokenScopes.filter((scope) => scope.endsWith('.read'))

/** The device flow (RFC 8628) for the command line: it asks with a code, which a person who is signed in enters and allows (D60). */
export function registerDevices(api: Api): void {
  const { app, platform } = api
  const { db, clock, config } = platform
  const asks = createDoorLimits(clock, { openings: 10, misses: 10, all: 300 })
  const polls = createDoorLimits(clock)
  const guesses = createDoorLimits(clock, { openings: 30, misses: 10, all: 300 })

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const route = { config: { call: 'none' } } as const

    scope.post(deviceFlow.codePath, route, async (request, reply) => {
      const wait = asks.refuse(request.ip)
      if (wait !== undefined) return busy(reply, wait)
      const asked = Asking.safeParse(request.body)
      if (!asked.success) return refuse(reply, 'invalid_request')
      const scopes = scopesIn(asked.data.scope)
      if (!scopes) return refuse(reply, 'invalid_scope')
      const { machine } = asked.data
      const { secret, code } = await beginDevice(db, { machine, address: request.ip, scopes }, clock.now())
      return answer(reply, {
        device_code: secret,
        user_code: code,
        verification_uri: new URL(addresses.tokens(), config.http.publicUrl).href,
        expires_in: deviceFlow.minutes * 60,
        interval: deviceFlow.seconds,
      })
    })

    scope.post(deviceFlow.tokenPath, route, async (request, reply) => {
      const wait = polls.refuse(request.ip)
      if (wait !== undefined) return busy(reply, wait)
      const asked = Polling.safeParse(request.body)
      if (!asked.success) return refuse(reply, 'invalid_request')
      const secret = asked.data.device_code
      const outcome = await pollDevice(db, secret, clock.now())
      if (outcome === 'invalid_grant') polls.noteMiss(request.ip)
      const token = outcome === 'allowed' ? await tokenByHash(db, secret) : undefined
      if (!token) return refuse(reply, outcome === 'allowed' ? 'access_denied' : outcome)
      return answer(reply, {
        access_token: secret,
        token_type: 'Bearer',
        expires_in: Math.floor((token.ends_at.getTime() - clock.now().getTime()) / 1000),
        scope: token.scopes.join(' '),
      })
    })
  })

  /** @throws Problem NotFound where none waits with this code; TooMany where they guess */
  async function waiting(code: string, user: User): Promise<DeviceRow> {
    const who = userKey(user)
    const wait = guesses.refuse(who)
    if (wait !== undefined) throw problems.tooMany(wait)
    const row = await waitingDevice(db, code, clock.now())
    if (row) return row
    guesses.noteMiss(who)
    throw new Problem(
      'NotFound',
      `No command line waits with this code. Check it; after ${deviceFlow.minutes} minutes, run “isc sign-in” again.`,
    )
  }

  registerCall(api, calls.lookAtDevice, async ({ body, user }) => {
    const row = await waiting(body.code, user)
    return {
      data: {
        machine: row.machine,
        address: row.remote_address,
        scopes: row.scopes.filter(user.may),
        endsAt: row.ends_at.toISOString(),
      },
    }
  })

  registerCall(api, calls.answerDevice, async ({ body: { code, isAllowed }, user }, work) => {
    const row = await waiting(code, user)
    const { machine, remote_address: origin } = row
    const name = `isc on ${machine}`
    work.about({
      message: isAllowed
        ? `Make the personal token “${name}”`
        : `Refuse the command line on ${machine}, which asked to sign in`,
    })
    const scopes = row.scopes.filter(user.may)
    if (isAllowed && scopes.length === 0)
      throw new Problem('Forbidden', 'You have none of the rights that this command line asks for.')
    return work.finish(async (trx) => {
      const now = clock.now()
      if (!(await settleDevice(trx, row, isAllowed ? 'allowed' : 'denied', now)))
        throw new Problem('Conflict', 'This code was answered already, or is over.')
      if (!isAllowed)
        return { data: null, message: 'The command line is refused.', entry: { detail: `At ${origin}.` } }
      const kept = { hash: row.token_hash, beginning: row.token_beginning }
      const wanted = { name, scopes, days: usualTokenDays, origin }
      const { token, ...made } = await makeToken(trx, user, kept, wanted, now)
      return { data: token, ...made }
    })
  })
}

/** Undefined: one is none that a token can have, or changes what it does not read. */
function scopesIn(text = ''): readonly Permission[] | undefined {
  const named = [...new Set(text.split(' ').filter(Boolean))]
  if (named.length === 0) return readingScopes
  const scopes = tokenScopes.filter((scope) => named.includes(scope))
  return scopes.length === named.length && withoutReading(scopes).length === 0 ? scopes : undefined
}

const answer = (reply: FastifyReply, answer: object): FastifyReply =>
  reply.header('cache-control', 'no-store').send(answer)

const refuse = (reply: FastifyReply, error: string): FastifyReply => answer(reply.code(400), { error })

const busy = (reply: FastifyReply, seconds: number): FastifyReply =>
  answer(reply.code(429).header('retry-after', String(seconds)), { error: 'slow_down' })
