import type { Sim } from '../world/world.ts'
import { BASE_TYPE } from './soap.ts'

export interface Outcome {
  Result: 'Success' | 'Failure'
  Description: string
  Code: string
}

const statuses = {
  active: 'Activated',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
  inventory: 'Stock',
} as const

/** A ResponseType; the order of the elements counts. */
export function asResponse(
  sim: Sim | undefined,
  asked: string,
  transactionId: string,
  outcome: Outcome,
  now: number,
) {
  return {
    Id: { '@xmlns': BASE_TYPE, '#text': '1' },
    PorthosInternalReference: { '@xmlns': BASE_TYPE, '#text': '0' },
    ...(sim && { IMSI: sim.imsi }),
    SIMNo: asked,
    ...(sim && { MSISDN: sim.msisdn, IMEI: sim.imei }),
    TransactionId: transactionId,
    ...(sim && { Status: sim.word ?? statuses[sim.state] }),
    SuspendMRC: 'false',
    ...(sim && { PricePlanId: '1201', IPAddress: sim.ipAddress ?? '' }),
    ...outcome,
    Time: new Date(now).toISOString().slice(0, 19),
  }
}
