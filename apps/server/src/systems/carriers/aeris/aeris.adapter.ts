import { neighbourErrors, type Outbound } from '../../../platform/outbound/index.ts'
import { type CallOptions, type Carrier, carrierNames } from '../carrier.ts'
import { AerisClient, type AerisSettings } from './aeris.client.ts'
import { aerisResultError } from './aeris.errors.ts'
import { aerisOnline, aerisSim } from './aeris.mapping.ts'

/** Aeris, AerAdmin 5.0: the device and its network status are two reads, asked side by side. */
export function createAeris(outbound: Outbound, settings: AerisSettings): Carrier {
  const system = carrierNames.AERIS
  const client = new AerisClient(outbound, system, settings)
  return {
    vendorCode: 'AERIS',
    name: system,
    async readSim(iccid: string, options: CallOptions = {}) {
      const [device, network] = await Promise.all([
        client.device(iccid, options),
        client.network(iccid, options),
      ])
      const attributes = device.deviceAttributes?.[0]
      if (!attributes) throw neighbourErrors.notFound(system, { detail: 'no deviceAttributes' })
      const failure = aerisResultError(system, attributes.result)
      if (failure) throw failure
      if (attributes.deviceID?.iccId && attributes.deviceID.iccId !== iccid) {
        throw neighbourErrors.malformed(system, { detail: 'the answer is about another SIM' })
      }
      return aerisSim(device, network, { iccid, attributes, now: new Date() })
    },
    readOnline: async (iccid: string, options: CallOptions = {}) =>
      aerisOnline(await client.network(iccid, options)),
  }
}
