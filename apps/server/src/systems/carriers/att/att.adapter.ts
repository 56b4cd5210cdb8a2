import { NeighbourError, type Outbound } from '../../../platform/outbound/index.ts'
import { type CallOptions, type Carrier, carrierNames, SETTLE_WITHIN_MS } from '../carrier.ts'
import { outcomeOfFailure } from '../change-outcome.ts'
import { AttClient, type AttSettings } from './att.client.ts'
import { attOnline, attSim } from './att.mapping.ts'

/** AT&T, Cisco IoT Control Center. Its two reads go one after the other: it takes one call at a time. */
export function createAtt(outbound: Outbound, settings: AttSettings): Carrier {
  const client = new AttClient(outbound, carrierNames.ATT, settings)
  return {
    vendorCode: 'ATT',
    name: carrierNames.ATT,
    rules: {
      inFlight: settings.inFlight ?? 1,
      settleWithinMs: settings.settleWithinMs ?? SETTLE_WITHIN_MS,
      cannotUndo: '',
      deactivated: ['Deactivated'],
    },
    async readSim(iccid: string, options: CallOptions = {}) {
      const device = await client.device(iccid, options)
      const session = await client.session(iccid, options).catch(noSessionRecord)
      return attSim(device, session, outbound.clock.now())
    },
    readOnline: async (iccid: string, options: CallOptions = {}) =>
      attOnline(await client.session(iccid, options)),
    deactivate: (iccid, options) =>
      client.deactivate(iccid, options).then(() => ({ outcome: 'done' }) as const, outcomeOfFailure),
  }
}

/** AT&T has just described the device: it cannot mean that it does not know the SIM. */
function noSessionRecord(error: unknown): undefined {
  if (error instanceof NeighbourError && error.kind === 'not-found') return undefined
  throw error
}
