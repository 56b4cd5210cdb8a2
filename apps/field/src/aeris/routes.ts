import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { sameSecret } from '../credentials.ts'
import { textOf } from '../json.ts'
import type { Sim, SimState } from '../world/world.ts'
import { asDeviceDetails, asMonthlyUsage, asNetworkDetails } from './records.ts'

const KEY = 'demo-aeris-key'
const ACCOUNT = '100042'
const EMAIL = 'console@example.com'

const NOT_FOUND = { resultCode: 1006, resultMessage: 'Device not found.' }
const NOT_ACTIVATED = { resultCode: 1047, resultMessage: 'Device not Activated.' }
const WRONG_STATE = {
  resultCode: 1048,
  resultMessage: 'Operation not allowed in the present state of the device.',
}

/** Changes: what they lead to, and from which states they are allowed. */
const changes: Record<string, { to: SimState; from: SimState[]; action: string }> = {
  suspend: { to: 'suspended', from: ['active'], action: 'suspend' },
  unsuspend: { to: 'active', from: ['suspended'], action: 'restore' },
  activate: { to: 'active', from: ['inventory'], action: 'activate' },
  cancel: { to: 'deactivated', from: ['active', 'suspended', 'inventory'], action: 'deactivate' },
}

/** Aeris: AerAdmin 5.0, REST. Errors of business come with HTTP 200. Source: packages/carrier-samples, A1. */
export function aerisRoutes(app: FastifyInstance, { world, delays, living, note }: Context): void {
  app.register(
    async (scope) => {
      scope.setErrorHandler((_error, _request, reply) => missing(reply))
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).send({ code: 404, status: 'NOT_FOUND', message: 'Not Found' }),
      )

      /** The SIM by any of its names, or the answer that there is none. */
      const find = (reply: FastifyReply, given: unknown): Sim | undefined => {
        const iccid = textOf(given, 'ICCID') || world.iccidOf(textOf(given, 'MSISDN')) || ''
        const sim = world.seenBy('carrier', iccid)
        if (sim?.vendor === 'AERIS') return sim
        reply.send(failure(NOT_FOUND))
        return undefined
      }
      const names = (given: unknown) => [textOf(given, 'ICCID')].filter(Boolean)

      scope.post('/devices/details', async (request, reply) => {
        if (!authorised(request, reply, request.body)) return reply
        note(request.raw, { action: 'read', iccids: names(request.body) })
        await delays.wait('query')
        const sim = find(reply, request.body)
        return sim ? reply.send({ ...success(living.clock.now()), ...asDeviceDetails(sim) }) : reply
      })

      scope.get('/devices/network/details', async (request, reply) => {
        if (!authorised(request, reply, request.query)) return reply
        note(request.raw, { action: 'session', iccids: names(request.query) })
        await delays.wait('small-query')
        const sim = find(reply, request.query)
        if (!sim) return reply
        if (sim.state !== 'active') return reply.send(failure(NOT_ACTIVATED))
        const { transactionID: _none, ...result } = success(living.clock.now())
        return reply.send({ ...result, ...asNetworkDetails(sim) })
      })

      for (const [name, change] of Object.entries(changes)) {
        scope.post(`/devices/${name}`, async (request, reply) => {
          if (!authorised(request, reply, request.body)) return reply
          note(request.raw, { action: change.action, iccids: names(request.body) })
          await delays.wait('change')
          const sim = find(reply, request.body)
          if (!sim) return reply
          if (!change.from.includes(sim.state)) {
            return reply.send(failure(sim.state === 'deactivated' ? NOT_ACTIVATED : WRONG_STATE))
          }
          world.change(sim.iccid, change.to)
          return reply.send(success(living.clock.now()))
        })
      }
    },
    { prefix: '/aeris/AerAdmin_WS_5_0/rest' },
  )

  // Aeris's analytics service, which alone tells usage (A2). It knows no acting user.
  app.get('/aeris/analytics/search/subscription/detail/monthly', async (request, reply) => {
    const asked = (name: string) => textOf(request.query, name)
    if (!sameSecret(asked('apiKey'), KEY) || asked('accountId') !== ACCOUNT) return unauthorised(reply)
    const [first, last] = [asked('startDate'), asked('endDate')]
    if (asked('searchCriteria') !== 'ICCID' || !isDay(first) || !isDay(last)) return missing(reply)
    const iccid = asked('searchValue')
    note(request.raw, { action: 'usage', iccids: [iccid] })
    await delays.wait('small-query')
    const sim = world.seenBy('carrier', iccid)
    return reply.send({
      data: sim?.vendor === 'AERIS' ? [asMonthlyUsage(sim, first, last, living.clock.now())] : [],
    })
  })
}

const success = (now: number) => ({
  transactionID: randomUUID(),
  resultCode: 0,
  resultMessage: 'OK',
  opCompletionTimestamp: new Date(now).toISOString(),
})

const failure = (result: { resultCode: number; resultMessage: string }) => ({
  transactionID: randomUUID(),
  ...result,
  opCompletionTimestamp: null,
})

function authorised(request: FastifyRequest, reply: FastifyReply, given: unknown): boolean {
  const account = textOf(given, 'accountID')
  const email = textOf(given, 'email')
  if (!account || !email) {
    missing(reply)
    return false
  }
  if (sameSecret(textOf(request.query, 'apiKey'), KEY) && account === ACCOUNT && email === EMAIL) return true
  unauthorised(reply)
  return false
}

const unauthorised = (reply: FastifyReply) =>
  reply.code(401).send({ code: 401, status: 'UNAUTHORIZED', message: 'AccountId and ApiKey are not linked.' })

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const missing = (reply: FastifyReply) =>
  reply
    .code(500)
    .send({ code: 500, status: 'INTERNAL_SERVER_ERROR', message: 'Missing mandatory parameter.' })
