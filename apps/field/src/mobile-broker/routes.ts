import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { OwnRefusal, ownSystem } from '../own-system.ts'
import type { Sim } from '../world/world.ts'

const statuses = {
  active: 'Active',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
  inventory: 'Inventory',
} as const

/** MobileBroker. */
export function mobileBrokerRoutes(app: FastifyInstance, { world, delays, note }: Context): void {
  ownSystem(app, { prefix: '/mobile-broker/api/v1', apiKey: 'demo-broker-key' }, (scope) => {
    scope.get<{ Params: { iccid: string } }>('/sims/:iccid', async (request) => {
      const { iccid } = request.params
      note(request.raw, { action: 'read', iccids: [iccid] })
      await delays.wait('own-system')
      const sim = world.seenBy('mobile-broker', iccid)
      if (!sim) throw new OwnRefusal(404, 'SIM_NOT_FOUND', 'No SIM has this ICCID.')
      return asBrokerSim(sim)
    })
  })
}

function asBrokerSim(sim: Sim) {
  return {
    iccid: sim.iccid,
    status: sim.word ?? statuses[sim.state],
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
