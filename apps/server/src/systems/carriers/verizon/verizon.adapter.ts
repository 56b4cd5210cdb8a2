import { carrierNames } from '@support-console/contract'
import { neighbourErrors, type Outbound } from '../../../platform/outbound/index.ts'
import { type CallOptions, type Carrier, SETTLE_WITHIN_MS } from '../carrier.ts'
import { outcomeOfFailure } from '../change-outcome.ts'
import { VERIZON_IN_FLIGHT, VerizonClient, type VerizonSettings } from './verizon.client.ts'
import {
  cycleOf,
  idOf,
  requestStateOf,
  verizonOnline,
  verizonSim,
  verizonStatus,
  verizonUsage,
} from './verizon.mapping.ts'
import type { VerizonDevice } from './verizon.wire.ts'

/** Verizon, ThingSpace: one read tells everything; changes are accepted first and done later. */
export function createVerizon(
  outbound: Outbound,
  settings: VerizonSettings,
  client = new VerizonClient(outbound, carrierNames.VZN, settings),
): Carrier & Required<Pick<Carrier, 'requestState'>> {
  /** Of one SIM; more than one where Verizon lists it more than once. */
  async function records(iccid: string, options: CallOptions): Promise<[VerizonDevice, ...VerizonDevice[]]> {
    const devices = await client.devices(iccid, options)
    if (devices.length === 0) throw neighbourErrors.notFound(carrierNames.VZN, { detail: 'empty list' })
    // Asked for by ICCID, Verizon's own sample names the device otherwise: where it is the only one, it is ours.
    const only =
      devices.length === 1 && devices[0] && idOf(devices[0], 'iccid') === '' ? devices[0] : undefined
    const [found = only, ...others] = devices.filter((each) => idOf(each, 'iccid') === iccid)
    if (!found)
      throw neighbourErrors.malformed(carrierNames.VZN, { detail: 'the answer is about another SIM' })
    return [found, ...others]
  }
  const device = async (iccid: string, options: CallOptions) => (await records(iccid, options))[0]

  return {
    vendorCode: 'VZN',
    name: carrierNames.VZN,
    rules: {
      inFlight: settings.inFlight ?? VERIZON_IN_FLIGHT,
      settleWithinMs: settings.settleWithinMs ?? SETTLE_WITHIN_MS,
      cannotUndo:
        'The phone number is lost for good: when the SIM is activated again, Verizon gives it a new one.',
      deactivated: ['Deactivated'],
    },
    async readSim(iccid: string, options: CallOptions = {}) {
      const { descriptionField } = settings
      const [found, ...others] = await records(iccid, options)
      const sim = verizonSim(found, { iccid, descriptionField, now: outbound.clock.now() })
      return others.length > 0 ? { ...sim, alsoListed: others.map(verizonStatus) } : sim
    },
    readOnline: async (iccid: string, options: CallOptions = {}) =>
      verizonOnline(await device(iccid, options)),
    async readUsage(iccid: string, options: CallOptions = {}) {
      const now = outbound.clock.now()
      const period = cycleOf(await device(iccid, options), now)
      const time = { earliest: `${period.from}T00:00:00Z`, latest: `${now.toISOString().slice(0, 19)}Z` }
      const usage = verizonUsage(await client.usage(iccid, time, options), period)
      if (usage) return usage
      throw neighbourErrors.malformed(carrierNames.VZN, { detail: 'a time that nobody can read' })
    },
    deactivate: (iccid, options) =>
      client
        .deactivate(iccid, options)
        .then((requestId) => ({ outcome: 'accepted', requestId }) as const, outcomeOfFailure),
    async requestState(requestId: string, options: CallOptions = {}) {
      const { status } = await client.requestStatus(requestId, options)
      const state = requestStateOf(carrierNames.VZN, status)
      if (state) return state
      throw neighbourErrors.malformed(carrierNames.VZN, { detail: 'a request status that nobody knows' })
    },
  }
}
