import { neighbourErrors, type Outbound } from '../../../platform/outbound/index.ts'
import {
  type CallOptions,
  type Carrier,
  type CarrierRules,
  type ChangeOptions,
  type ChangeOutcome,
  carrierNames,
  SETTLE_WITHIN_MS,
} from '../carrier.ts'
import { outcomeOfFailure, outcomeOfReading, outcomeUnconfirmed } from '../change-outcome.ts'
import { AerisClient, type AerisSettings } from './aeris.client.ts'
import { aerisResultError, isNotActivated } from './aeris.errors.ts'
import { aerisOnline, aerisSim, aerisStatus } from './aeris.mapping.ts'
import type { AerisDevice, AerisNetwork } from './aeris.wire.ts'

/** Aeris, AerAdmin 5.0: the device and its network status are two reads, asked side by side. */
export function createAeris(outbound: Outbound, settings: AerisSettings): Carrier {
  const system = carrierNames.AERIS
  const client = new AerisClient(outbound, system, settings)
  const operation = settings.deactivation ?? 'cancel'
  const rules: CarrierRules = {
    inFlight: settings.inFlight ?? 4,
    settleWithinMs: settings.settleWithinMs ?? SETTLE_WITHIN_MS,
    cannotUndo: operation === 'cancel' ? 'Aeris cannot undo it: a cancelled SIM never works again.' : '',
    deactivated: operation === 'cancel' ? ['Deactivated'] : ['Suspended', 'Deactivated'],
  }

  function attributesOf(device: AerisDevice, iccid: string) {
    const attributes = device.deviceAttributes?.[0]
    if (!attributes) throw neighbourErrors.notFound(system, { detail: 'no deviceAttributes' })
    const failure = aerisResultError(system, attributes.result)
    if (failure) throw failure
    if (attributes.deviceID?.iccId && attributes.deviceID.iccId !== iccid) {
      throw neighbourErrors.malformed(system, { detail: 'the answer is about another SIM' })
    }
    return attributes
  }

  return {
    vendorCode: 'AERIS',
    name: system,
    rules,
    async readSim(iccid: string, options: CallOptions = {}) {
      const [device, network] = await Promise.all([
        client.device(iccid, options),
        client.network(iccid, options).catch(notInService),
      ])
      const now = outbound.clock.now()
      return aerisSim(device, network, { iccid, attributes: attributesOf(device, iccid), now })
    },
    readOnline: async (iccid: string, options: CallOptions = {}) =>
      aerisOnline(await client.network(iccid, options).catch(notInService)),
    async deactivate(iccid: string, options: ChangeOptions): Promise<ChangeOutcome> {
      try {
        await client.deactivate(operation, iccid, options)
      } catch (error) {
        return outcomeOfFailure(error)
      }
      try {
        const status = aerisStatus(attributesOf(await client.device(iccid, options), iccid))
        return outcomeOfReading(system, rules, status)
      } catch (error) {
        return outcomeUnconfirmed(system, error)
      }
    },
  }
}

function notInService(error: unknown): AerisNetwork {
  if (isNotActivated(error)) return { networkResponse: [{ registration: { isRegistered: false } }] }
  throw error
}
