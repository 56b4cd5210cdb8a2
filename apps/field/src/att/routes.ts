import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { basicCredentials, sameSecret } from '../credentials.ts'
import type { Sim, SimState } from '../world/world.ts'
import { asDevice, asListed, asSession, attStatus, stateOfAttStatus } from './records.ts'

const USER = 'console'
const KEY = 'demo-att-key'
const BASE = '/att/rws/api/v1'

type Params = { Params: { iccid: string } }

/** AT&T: Cisco IoT Control Center, REST version 1. Sources: packages/carrier-samples, C1 to C9. */
export function attRoutes(app: FastifyInstance, context: Context): void {
  const { world, delays } = context
  const budget = callBudget(context.attCallsPerSecond)

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (!authorised(request, reply)) return
        if (!budget.enter()) {
          return fail(reply, 429, 'Rate limit exceeded', '40000029')
        }
        reply.raw.once('close', budget.leave)
      })
      scope.setNotFoundHandler((_request, reply) =>
        reply
          .code(404)
          .type('text/html')
          .send(
            '<html lang="en"><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>',
          ),
      )
      scope.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
        error.statusCode === 400
          ? fail(reply, 400, error.message, '10000002')
          : fail(reply, 500, 'Internal server error', '30000001'),
      )

      /** Finds the SIM after the time that looking takes; answers in AT&T's manner where there is none. */
      const find = async (request: FastifyRequest<Params>, reply: FastifyReply): Promise<Sim | undefined> => {
        const sim = world.seenBy('carrier', request.params.iccid)
        if (sim?.vendor !== 'ATT')
          return void fail(reply, 404, 'Resource not found - Invalid ICCID', '20000001')
        if (sim.shows === 'carrier-503') {
          return void fail(reply, 503, 'Service temporarily unavailable', '30000003')
        }
        return sim
      }

      scope.get<Params & { Querystring: { fields?: string } }>('/devices/:iccid', async (request, reply) => {
        context.note(request.raw, { action: 'read', iccids: [request.params.iccid] })
        await delays.wait('query')
        const sim = await find(request, reply)
        if (!sim) return reply
        const wanted = request.query.fields?.split(',').map((field) => field.trim())
        const entries = Object.entries(asDevice(sim)).filter(([name]) => !wanted || wanted.includes(name))
        return reply.send(Object.fromEntries(entries))
      })

      scope.get<Params>('/devices/:iccid/sessionInfo', async (request, reply) => {
        context.note(request.raw, { action: 'session', iccids: [request.params.iccid] })
        await delays.wait('small-query')
        const sim = await find(request, reply)
        return sim ? reply.send(asSession(sim)) : reply
      })

      scope.get<Params>('/devices/:iccid/auditTrails', async (request, reply) => {
        context.note(request.raw, { action: 'audit', iccids: [request.params.iccid] })
        await delays.wait('small-query')
        const sim = await find(request, reply)
        if (!sim) return reply
        const deviceAuditTrails = world.history(sim.iccid).map(({ state, at }) => ({
          iccid: sim.iccid,
          field: 'Status',
          value: attStatus(state),
          effectiveDate: at.toISOString().replace('T', ' ').replace('Z', '+0000'),
          status: 'Completed',
          userName: USER,
        }))
        return reply.send({ pageNumber: 1, deviceAuditTrails, lastPage: true })
      })

      scope.get<{ Querystring: Record<string, string | undefined> }>('/devices', async (request, reply) => {
        context.note(request.raw, { action: 'list', iccids: [] })
        const { modifiedSince, status, pageSize, pageNumber } = request.query
        if (!modifiedSince || Number.isNaN(Date.parse(modifiedSince))) {
          return fail(reply, 400, 'modifiedSince is required', '10000003')
        }
        await delays.wait('query')
        const size = Math.min(50, Math.max(1, Number(pageSize) || 50))
        const page = Math.max(1, Number(pageNumber) || 1)
        const found = world
          .iccidsOf('ATT')
          .map((iccid) => world.seenBy('carrier', iccid))
          .filter((sim) => sim !== undefined)
          .filter((sim) => sim.updatedAt.getTime() >= Date.parse(modifiedSince))
          .filter((sim) => !status || attStatus(sim.state) === status)
          .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime())
        const devices = found.slice((page - 1) * size, page * size).map(asListed)
        return reply.send({ pageNumber: page, devices, lastPage: page * size >= found.length })
      })

      scope.put<Params & { Body: unknown }>('/devices/:iccid', async (request, reply) => {
        const { iccid } = request.params
        const edit = request.body
        const status = typeof edit === 'object' && edit !== null && 'status' in edit ? edit.status : undefined
        const state = typeof status === 'string' ? stateOfAttStatus(status) : undefined
        context.note(request.raw, { action: actionOf(state), iccids: [iccid] })
        if (typeof edit !== 'object' || edit === null || Object.keys(edit).length === 0) {
          return fail(reply, 400, 'At least one field is required', '10000003')
        }
        if (status !== undefined && !state) return fail(reply, 400, 'Invalid status', '10000004')
        await delays.wait(state ? 'change' : 'small-query')
        const sim = await find(request, reply)
        if (!sim) return reply
        if (state === 'deactivated' && sim.shows === 'refuses-deactivation') {
          return fail(reply, 400, 'The status of this device can not be changed by this account', '40000005')
        }
        if (state && state !== sim.state) world.change(iccid, state)
        if (state === 'deactivated' && sim.shows === 'answer-lost-after-deactivation') {
          request.socket.resetAndDestroy()
          return reply.hijack()
        }
        return reply.send({ iccid })
      })
    },
    { prefix: BASE },
  )
}

function actionOf(state: SimState | undefined): string {
  if (state === 'deactivated') return 'deactivate'
  return state === 'active' ? 'activate' : 'edit'
}

/** The account's fair-use rule: one call at a time, at most so many in a second, five (C8, C9). */
function callBudget(callsPerSecond: number) {
  let inFlight = 0
  let started: number[] = []
  return {
    enter(): boolean {
      const now = Date.now()
      started = started.filter((at) => now - at < 1000)
      if (inFlight > 0 || started.length >= callsPerSecond) return false
      inFlight += 1
      started.push(now)
      return true
    },
    leave(): void {
      inFlight -= 1
    },
  }
}

function authorised(request: FastifyRequest, reply: FastifyReply): boolean {
  const header = request.headers.authorization
  if (!header) {
    reply.code(401).send({ errorMessage: 'Full authentication is required to access this resource' })
    return false
  }
  const given = basicCredentials(header)
  if (given && sameSecret(`${given.user}:${given.password}`, `${USER}:${KEY}`)) return true
  fail(reply, 401, 'Invalid credentials', '10000001')
  return false
}

function fail(reply: FastifyReply, code: number, errorMessage: string, errorCode: string): FastifyReply {
  return reply.code(code).send({ errorMessage, errorCode })
}
