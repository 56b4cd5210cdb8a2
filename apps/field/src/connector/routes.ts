import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bearerToken, sameSecret } from '../credentials.ts'
import type { Sim } from '../world/world.ts'

const TOKEN = 'demo-connector-token'

const statuses = {
  active: 'ACTIVE',
  suspended: 'SUSPENDED',
  deactivated: 'DEACTIVATED',
  inventory: 'STOCK',
} as const

/** Connector, as docs/neighbours.md describes it. */
export function connectorRoutes(app: FastifyInstance, { world, delays, note }: Context): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const token = bearerToken(request.headers.authorization)
        if (token && sameSecret(token, TOKEN)) return
        await reply
          .code(401)
          .header('www-authenticate', 'Bearer')
          .send({ code: 'UNAUTHORIZED', detail: 'The bearer token is missing or wrong.' })
      })
      scope.setErrorHandler((_error, _request, reply) =>
        reply.code(500).send({ code: 'INTERNAL', detail: 'Something went wrong. Try later.' }),
      )
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).send({ code: 'NOT_FOUND', detail: 'There is nothing at this address.' }),
      )
      scope.get<{ Querystring: { iccid?: string } }>('/devices', async (request, reply) => {
        const { iccid } = request.query
        if (!iccid) {
          return reply
            .code(400)
            .send({ code: 'BAD_REQUEST', detail: 'The query parameter iccid is required.' })
        }
        note(request.raw, { action: 'read', iccids: [iccid] })
        await delays.wait('own-system')
        const sim = world.seenBy('connector', iccid)
        return reply.send({ devices: sim ? [asDevice(sim)] : [] })
      })
    },
    { prefix: '/connector/v1' },
  )
}

function asDevice(sim: Sim) {
  return {
    iccid: sim.iccid,
    deviceStatus: statuses[sim.state],
    imei: sim.imei,
    ip: sim.ipAddress,
    phoneNumber: `+${sim.msisdn}`,
    connection: sim.online ? 'ONLINE' : 'OFFLINE',
    realIp: sim.realIp,
    natIp: sim.natIp,
    sapCompanyId: sim.company?.sapCompanyId ?? null,
    companyName: sim.company?.name ?? null,
    lastSeenAt: (sim.sessionEndedAt ?? sim.sessionStartedAt ?? sim.updatedAt).toISOString(),
  }
}
