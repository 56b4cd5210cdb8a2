import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sameSecret } from '../credentials.ts'
import type { Sim } from '../world/world.ts'

const KEY = 'demo-broker-key'

const statuses = {
  active: 'Active',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
  inventory: 'Inventory',
} as const

/** MobileBroker, as docs/neighbours.md describes it. */
export function mobileBrokerRoutes(app: FastifyInstance, { world, delays, note }: Context): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const key = request.headers['x-api-key']
        if (typeof key === 'string' && sameSecret(key, KEY)) return
        await reply.code(401).send({ error: 'UNAUTHORIZED', message: 'The API key is missing or wrong.' })
      })
      scope.setErrorHandler((_error, _request, reply) =>
        reply.code(500).send({ error: 'INTERNAL', message: 'Something went wrong. Try later.' }),
      )
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).send({ error: 'NOT_FOUND', message: 'There is nothing at this address.' }),
      )
      scope.get<{ Params: { iccid: string } }>('/sims/:iccid', async (request, reply) => {
        const { iccid } = request.params
        note(request.raw, { action: 'read', iccids: [iccid] })
        await delays.wait('own-system')
        const sim = world.seenBy('mobile-broker', iccid)
        if (!sim) {
          return reply.code(404).send({ error: 'SIM_NOT_FOUND', message: 'No SIM has this ICCID.' })
        }
        return reply.send(asBrokerSim(sim))
      })
    },
    { prefix: '/mobile-broker/api/v1' },
  )
}

function asBrokerSim(sim: Sim) {
  return {
    iccid: sim.iccid,
    status: statuses[sim.state],
    imei: sim.imei,
    ipAddress: sim.ipAddress,
    msisdn: sim.msisdn,
    online: sim.online,
    realIp: sim.realIp,
    natIp: sim.natIp,
    referenceNumber: sim.referenceNumber,
    activatedBy: sim.activatedBy,
    updatedAt: sim.updatedAt.toISOString(),
  }
}
