import { type DeviceStatus, isSameIccid, type MobileBrokerSimData } from '@support-console/contract'
import { neighbourErrors, type Outbound } from '../../platform/outbound/index.ts'
import { errorOfStatus } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { told, utcInstant } from '../instants.ts'
import { createJsonClient } from '../json-client.ts'
import { BrokerError, BrokerSim } from './mobile-broker.wire.ts'

export interface MobileBrokerSettings {
  baseUrl: string
  apiKey: string
  answerWithinMs?: number
}

/** MobileBroker: what the mobile side of the business holds about a SIM. */
export interface MobileBroker {
  readonly name: string
  /** Rejects with a NeighbourError; `not-found` for an unknown SIM. */
  readSim: (iccid: string, options?: CallOptions) => Promise<MobileBrokerSimData>
}

const name = 'MobileBroker'

const statuses = new Map<string, DeviceStatus>([
  ['Active', 'Active'],
  ['Suspended', 'Suspended'],
  ['Deactivated', 'Deactivated'],
  ['Inventory', 'Inventory'],
])

export function createMobileBroker(
  outbound: Outbound,
  { apiKey, ...where }: MobileBrokerSettings,
): MobileBroker {
  const client = createJsonClient(outbound, {
    key: 'mobile-broker',
    system: name,
    ...where,
    headers: { 'x-api-key': apiKey },
    whyNot: (answer) => {
      const code = answer.tryJson(BrokerError)?.error
      if (answer.status === 404 && code === 'SIM_NOT_FOUND') return neighbourErrors.notFound(name, { code })
      return errorOfStatus(name, answer, code)
    },
  })
  return {
    name,
    readSim: async (iccid, options) =>
      simData(
        await client.get(
          {
            operation: 'read SIM',
            path: ['sims', iccid],
            shape: BrokerSim,
            fits: (sim) => isSameIccid(sim.iccid, iccid),
          },
          options,
        ),
      ),
  }
}

function simData(sim: BrokerSim): MobileBrokerSimData {
  return {
    deviceStatus: statuses.get(sim.status ?? '') ?? 'Unknown',
    rawStatus: sim.status ?? '',
    imei: sim.imei ?? '',
    ipAddress: sim.ipAddress ?? '',
    phoneNumber: sim.msisdn ?? '',
    onlineStatus: sim.online == null ? 'Unknown' : sim.online ? 'Online' : 'Offline',
    realIp: sim.realIp ?? '',
    natIp: sim.natIp ?? '',
    referenceNumber: sim.referenceNumber ?? '',
    activatedBy: sim.activatedBy ?? '',
    ...told('changedAt', utcInstant(sim.updatedAt)),
  }
}
