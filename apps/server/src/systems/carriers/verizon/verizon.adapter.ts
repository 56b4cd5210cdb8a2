import { neighbourErrors, type Outbound } from '../../../platform/outbound/index.ts'
import { type CallOptions, type Carrier, carrierNames } from '../carrier.ts'
import { VerizonClient, type VerizonSettings } from './verizon.client.ts'
import { idOf, verizonOnline, verizonSim } from './verizon.mapping.ts'
import type { VerizonDevice } from './verizon.wire.ts'

/** Verizon, ThingSpace: one read tells everything. */
export function createVerizon(outbound: Outbound, settings: VerizonSettings): Carrier {
  const client = new VerizonClient(outbound, carrierNames.VZN, settings)

  async function device(iccid: string, options: CallOptions): Promise<VerizonDevice> {
    const devices = await client.devices(iccid, options)
    if (devices.length === 0) throw neighbourErrors.notFound(carrierNames.VZN, { detail: 'empty list' })
    const found = devices.find((each) => idOf(each, 'iccid') === iccid)
    if (!found)
      throw neighbourErrors.malformed(carrierNames.VZN, { detail: 'the answer is about another SIM' })
    return found
  }

  return {
    vendorCode: 'VZN',
    name: carrierNames.VZN,
    async readSim(iccid: string, options: CallOptions = {}) {
      const { descriptionField } = settings
      return verizonSim(await device(iccid, options), { iccid, descriptionField, now: new Date() })
    },
    readOnline: async (iccid: string, options: CallOptions = {}) =>
      verizonOnline(await device(iccid, options)),
  }
}
