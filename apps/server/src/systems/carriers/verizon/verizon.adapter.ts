import { carrierNames, isSameIccid } from '@support-console/contract'
import { neighbourErrors, type Outbound } from '../../../platform/outbound/index.ts'
import { type CallOptions, type Carrier, SETTLE_WITHIN_MS } from '../carrier.ts'
import { outcomeOfFailure } from '../change-outcome.ts'
import { VerizonClient, type VerizonSettings } from './verizon.client.ts'
import {
  cycleOf,
  idOf,
  requestStateOf,
  verizonOnline,
  verizonSim,
  verizonStatus,
  verizonUsage,
} from './verizon.mapping.ts'
import { VERIZON_IN_FLIGHT, VERIZON_PAGE, type VerizonDevice } from './verizon.wire.ts'

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
    const [found = only, ...others] = devices.filter((each) => isSameIccid(idOf(each, 'iccid'), iccid))
    if (!found) throw neighbourErrors.mixedUp(carrierNames.VZN)
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
        'The phone number is lost for good. When the SIM is activated again, Verizon gives it a new one.',
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
      throw neighbourErrors.malformed(carrierNames.VZN, { detail: 'a time that no one can read' })
    },
    deactivate: (iccid, options) =>
      client
        .deactivate(iccid, options)
        .then((requestId) => ({ outcome: 'accepted', requestId }) as const, outcomeOfFailure),
    list: {
      isWhole: true,
      tellsChanges: false,
      first: () => '0',
      async page(cursor, options = {}) {
        const { descriptionField, pageSize: most = VERIZON_PAGE } = settings
        const from = cursor === '0' ? {} : { largestDeviceIdSeen: Number(cursor) }
        const { devices, hasMoreData } = await client.list({ maxNumberOfDevices: most, ...from }, options)
        const now = outbound.clock.now()
        const sims = devices
          .map((found) => verizonSim(found, { iccid: idOf(found, 'iccid'), descriptionField, now }))
          .filter(({ iccid }) => iccid !== '')
        if (!hasMoreData) return { sims, next: null }
        const last = devices.at(-1)?.extendedAttributes?.find(({ key }) => key === 'DeviceId')?.value
        // Without it, or with the same again, the list would have no end.
        if (last && /^\d+$/.test(last) && last !== cursor) return { sims, next: last }
        throw neighbourErrors.malformed(carrierNames.VZN, {
          detail: 'a page without the number of its last device',
        })
      },
    },
    async swapped(since, options = {}) {
      const instant = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
      const time = { earliest: instant(since), latest: instant(outbound.clock.now()) }
      return (await client.mismatches(time, options)).flatMap(({ iccid, preImei, postImei }) =>
        iccid && preImei && postImei && preImei !== postImei
          ? { iccid, before: preImei, after: postImei }
          : [],
      )
    },
    async requestState(requestId: string, options: CallOptions = {}) {
      const { status } = await client.requestStatus(requestId, options)
      const state = requestStateOf(carrierNames.VZN, status)
      if (state) return state
      throw neighbourErrors.malformed(carrierNames.VZN, { detail: 'a request status that no one knows' })
    },
  }
}
