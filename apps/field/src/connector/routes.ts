import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { OwnRefusal, ownSystem } from '../own-system.ts'
import { recordsOf, type Sim } from '../world/world.ts'

const statuses = {
  active: 'ACTIVE',
  suspended: 'SUSPENDED',
  deactivated: 'DEACTIVATED',
  inventory: 'STOCK',
} as const

/** Connector. */
export function connectorRoutes(app: FastifyInstance, { world, delays, note }: Context): void {
  ownSystem(app, { prefix: '/connector/v1', token: 'demo-connector-token' }, (scope) => {
    scope.get<{ Querystring: { iccid?: string } }>('/devices', async (request) => {
      const { iccid } = request.query
      if (!iccid) throw new OwnRefusal(400, 'BAD_REQUEST', 'The query parameter iccid is required.')
      note(request.raw, { action: 'read', iccids: [iccid] })
      await delays.wait('own-system')
      const sim = world.seenBy('connector', iccid)
      return { devices: sim ? recordsOf(sim).map(asDevice) : [] }
    })
  })
}

function asDevice(sim: Sim) {
  return {
    iccid: sim.iccid,
    deviceStatus: sim.word ?? statuses[sim.state],
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
