import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { basicCredentials, sameSecret } from '../credentials.ts'
import type { Work } from '../delays.ts'
import { isRecord, textOf } from '../json.ts'
import { Refusal } from '../refusal.ts'
import type { Sim, SimState } from '../world/world.ts'
import {
  asDevice,
  asListed,
  asSession,
  asUsage,
  attStatus,
  attTime,
  cycleOf,
  stateOfAttStatus,
} from './records.ts'

const USER = 'console'
const KEY = 'demo-att-key'
const BASE = '/att/rws/api/v1'

type Params = { Params: { iccid: string } }

/** AT&T: Cisco IoT Control Center, REST version 1. Sources: packages/carrier-samples, C1 to C9. */
export function attRoutes(app: FastifyInstance, context: Context): void {
  const { world, delays, living } = context
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
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        if (error instanceof AttRefusal) return fail(reply, error.code, error.message, error.errorCode)
        return error.statusCode === 400
          ? fail(reply, 400, error.message, '10000002')
          : fail(reply, 500, 'Internal server error', '30000001')
      })

      /** The SIM, after the time that looking for it takes. */
      const find = async ({ params }: FastifyRequest<Params>, work: Work): Promise<Sim> => {
        await delays.wait(work)
        const sim = world.seenBy('carrier', params.iccid)
        if (sim?.vendor !== 'ATT') throw new AttRefusal(404, 'Resource not found - Invalid ICCID', '20000001')
        if (sim.shows === 'carrier-503')
          throw new AttRefusal(503, 'Service temporarily unavailable', '30000003')
        return sim
      }
      const note = (request: FastifyRequest<Params>, action: string) =>
        context.note(request.raw, { action, iccids: [request.params.iccid] })

      scope.get<Params & { Querystring: { fields?: string } }>('/devices/:iccid', async (request) => {
        note(request, 'read')
        const device = Object.entries(asDevice(await find(request, 'query')))
        const wanted = request.query.fields?.split(',').map((field) => field.trim())
        return Object.fromEntries(device.filter(([name]) => !wanted || wanted.includes(name)))
      })

      scope.get<Params>('/devices/:iccid/sessionInfo', async (request) => {
        note(request, 'session')
        return asSession(await find(request, 'small-query'))
      })

      scope.get<Params & { Querystring: { cycleStartDate?: string } }>(
        '/devices/:iccid/usageInZone',
        async (request) => {
          note(request, 'usage')
          // 'yyyy-MM-ddZ'
          const now = new Date(living.clock.now())
          const cycle = cycleOf(request.query.cycleStartDate?.replace(/Z$/, ''), now)
          if (!cycle) throw new AttRefusal(400, 'Invalid cycleStartDate', '10000003')
          return asUsage(await find(request, 'small-query'), cycle, now)
        },
      )

      scope.get<Params>('/devices/:iccid/auditTrails', async (request) => {
        note(request, 'audit')
        const { iccid } = await find(request, 'small-query')
        const deviceAuditTrails = world.history(iccid).map(({ state, at }) => ({
          iccid,
          field: 'Status',
          value: attStatus(state),
          effectiveDate: attTime(at),
          status: 'Completed',
          userName: USER,
        }))
        return { pageNumber: 1, deviceAuditTrails, lastPage: true }
      })

      const listed = listing(world)
      scope.get<{ Querystring: Record<string, string | undefined> }>('/devices', async (request) => {
        context.note(request.raw, { action: 'list', iccids: [] })
        const { modifiedSince, modifiedTill, status = '', pageSize, pageNumber } = request.query
        const since = Date.parse(modifiedSince ?? '')
        if (Number.isNaN(since)) throw new AttRefusal(400, 'modifiedSince is required', '10000003')
        const till = modifiedTill === undefined ? living.clock.now() : Date.parse(modifiedTill)
        if (Number.isNaN(till) || (modifiedTill !== undefined && till - since > LONGEST_LISTED_MS))
          throw new AttRefusal(400, 'modifiedTill must be within a year of modifiedSince', '10000003')
        await delays.wait('query')
        const size = Math.min(50, Math.max(1, Number(pageSize) || 50))
        const page = Math.max(1, Number(pageNumber) || 1)
        const found = listed({ since, till, status })
        const devices = found
          .slice((page - 1) * size, page * size)
          .flatMap((iccid) => world.seenBy('carrier', iccid) ?? [])
        return {
          pageNumber: page,
          devices: devices.map(asListed),
          lastPage: page * size >= found.length,
        }
      })

      scope.put<Params & { Body: unknown }>('/devices/:iccid', async (request, reply) => {
        const { iccid } = request.params
        const state = stateOfAttStatus(textOf(request.body, 'status'))
        note(request, actionOf(state))
        checkEdit(request.body, state)
        const sim = await find(request, state ? 'change' : 'small-query')
        if (!state) return { iccid }
        const shows = state === 'deactivated' ? sim.shows : undefined
        if (shows === 'refuses-deactivation')
          throw new AttRefusal(
            400,
            'The status of this device can not be changed by this account',
            '40000005',
          )
        if (state !== sim.state) world.change(iccid, state)
        if (shows !== 'answer-lost-after-deactivation') return { iccid }
        request.socket.resetAndDestroy()
        return reply.hijack()
      })
    },
    { prefix: BASE },
  )
}

/** The longest time that a list may be about: a year and a day. */
const LONGEST_LISTED_MS = 366 * 86_400_000

/** Which SIMs changed in a time, the oldest change first. A whole account is sorted once for all its pages. */
function listing(world: Context['world']) {
  let kept = { key: '', until: 0, iccids: [] as string[] }
  return ({ since, till, status }: { since: number; till: number; status: string }): string[] => {
    const key = [since, till, status, world.changes()].join()
    if (kept.key === key && Date.now() < kept.until) return kept.iccids
    const iccids = world
      .iccidsOf('ATT')
      .flatMap((iccid) => {
        const sim = world.seenBy('carrier', iccid)
        if (!sim || (status && attStatus(sim.state) !== status)) return []
        const at = sim.updatedAt.getTime()
        return at >= since && at <= till ? [{ iccid, at }] : []
      })
      .toSorted((a, b) => a.at - b.at)
      .map(({ iccid }) => iccid)
    kept = { key, until: Date.now() + KEPT_MS, iccids }
    return iccids
  }
}
/** What is present just now changes without a change of a carrier's. */
const KEPT_MS = 60_000

/** Thrown by a handler to answer in AT&T's manner. */
class AttRefusal extends Refusal {
  readonly code: number
  readonly errorCode: string
  constructor(code: number, message: string, errorCode: string) {
    super(message)
    this.code = code
    this.errorCode = errorCode
  }
}

function checkEdit(edit: unknown, state: SimState | undefined): void {
  if (!isRecord(edit) || Object.keys(edit).length === 0)
    throw new AttRefusal(400, 'At least one field is required', '10000003')
  if (edit.status !== undefined && !state) throw new AttRefusal(400, 'Invalid status', '10000004')
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
