import type { DeviceStatus, MobileBrokerSimData } from '@support-console/contract'
import { neighbourErrors, type Outbound } from '../../platform/outbound/index.ts'
import { errorOfStatus } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
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

export function createMobileBroker(outbound: Outbound, settings: MobileBrokerSettings): MobileBroker {
  const neighbour = outbound.neighbour({
    key: 'mobile-broker',
    system: name,
    baseUrl: settings.baseUrl,
    answerWithinMs: settings.answerWithinMs ?? 20_000,
  })
  return {
    name,
    readSim: (iccid, { signal } = {}) =>
      neighbour.ask({
        operation: 'read SIM',
        method: 'GET',
        path: ['sims', iccid],
        headers: { 'x-api-key': settings.apiKey },
        safe: true,
        signal,
        read: (answer) => {
          if (answer.status !== 200) {
            const code = answer.tryJson(BrokerError)?.error
            if (answer.status === 404 && code === 'SIM_NOT_FOUND')
              throw neighbourErrors.notFound(name, { code })
            throw errorOfStatus(name, answer, code)
          }
          const sim = answer.json(BrokerSim)
          if (sim.iccid !== iccid) throw answer.malformed('the answer is about another SIM')
          return simData(sim)
        },
      }),
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
  }
}
