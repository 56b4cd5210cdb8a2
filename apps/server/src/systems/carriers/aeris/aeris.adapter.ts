import { carrierNames, isSameIccid } from '@support-console/contract'
import { neighbourErrors, type Outbound } from '../../../platform/outbound/index.ts'
import {
  type CallOptions,
  type Carrier,
  type CarrierRules,
  type ChangeOptions,
  type ChangeOutcome,
  SETTLE_WITHIN_MS,
} from '../carrier.ts'
import { aerisWords } from '../carrier-words.ts'
import { outcomeOfFailure, outcomeOfReading, outcomeUnconfirmed } from '../change-outcome.ts'
import { monthIn } from '../usage.ts'
import { AerisClient, type AerisSettings } from './aeris.client.ts'
import { aerisResultError, isNotActivated } from './aeris.errors.ts'
import { aerisOnline, aerisSim, aerisStatus, aerisUsage } from './aeris.mapping.ts'
import type { AerisDevice, AerisNetwork } from './aeris.wire.ts'

/** Aeris, AerAdmin 5.0: the device and its network status are two reads, asked side by side. */
export function createAeris(outbound: Outbound, settings: AerisSettings): Carrier {
  const system = carrierNames.AERIS
  const client = new AerisClient(outbound, system, settings)
  const { words = aerisWords, deactivation: operation = 'cancel' } = settings
  const rules: CarrierRules = {
    inFlight: settings.inFlight ?? 4,
    settleWithinMs: settings.settleWithinMs ?? SETTLE_WITHIN_MS,
    cannotUndo: operation === 'cancel' ? 'Aeris cannot undo it: a cancelled SIM never works again.' : '',
    deactivated: operation === 'cancel' ? ['Deactivated'] : ['Suspended', 'Deactivated'],
  }

  function attributesOf(device: AerisDevice, iccid: string) {
    const all = device.deviceAttributes ?? []
    if (all.length === 0) throw neighbourErrors.notFound(system, { detail: 'no deviceAttributes' })
    // A device may have several profiles, in any order; one that names no SIM is ours where it is alone.
    const named = all.find(({ deviceID }) => isSameIccid(deviceID?.iccId, iccid))
    const attributes = named ?? (all.length === 1 && !all[0]?.deviceID?.iccId ? all[0] : undefined)
    if (!attributes) throw neighbourErrors.mixedUp(system)
    const failure = aerisResultError(system, attributes.result, words)
    if (failure) throw failure
    return attributes
  }

  /** Of a device that is out of service Aeris may say no more than that: cancelled, or not yet activated. */
  function notActivated(error: unknown): AerisDevice {
    if (!isNotActivated(error)) throw error
    return { deviceAttributes: [{ deviceStatus: 'Device not Activated' }] }
  }

  return {
    vendorCode: 'AERIS',
    name: system,
    rules,
    async readSim(iccid: string, options: CallOptions = {}) {
      const [device, network] = await Promise.all([
        client.device(iccid, options).catch(notActivated),
        client.network(iccid, options).catch(notInService),
      ])
      const now = outbound.clock.now()
      const attributes = attributesOf(device, iccid)
      const sim = aerisSim(device, network, { iccid, attributes, now, words })
      const others = (device.deviceAttributes ?? []).filter(
        (each) => each !== attributes && isSameIccid(each.deviceID?.iccId, iccid),
      )
      return others.length > 0 ? { ...sim, alsoListed: others.map((each) => aerisStatus(each, words)) } : sim
    },
    readOnline: async (iccid: string, options: CallOptions = {}) =>
      aerisOnline(await client.network(iccid, options).catch(notInService), iccid),
    ...(client.tellsUsage && {
      async readUsage(iccid: string, options: CallOptions = {}) {
        // All of Aeris's days are of GMT.
        const month = monthIn('UTC', outbound.clock.now())
        const told = await client.usage(iccid, month, options)
        const usage = aerisUsage(told, iccid, month)
        if (usage) return usage
        if (told.data.length === 0) throw neighbourErrors.notFound(system, { detail: 'no usage record' })
        throw neighbourErrors.mixedUp(system)
      },
    }),
    async deactivate(iccid: string, options: ChangeOptions): Promise<ChangeOutcome> {
      try {
        await client.deactivate(operation, iccid, options)
      } catch (error) {
        return outcomeOfFailure(error)
      }
      try {
        const status = aerisStatus(attributesOf(await client.device(iccid, options), iccid), words)
        return outcomeOfReading(system, rules, status)
      } catch (error) {
        // Aeris said yes, and now that the device is out of service.
        if (isNotActivated(error)) return { outcome: 'done' }
        return outcomeUnconfirmed(system, error)
      }
    },
  }
}

function notInService(error: unknown): AerisNetwork {
  if (isNotActivated(error)) return { networkResponse: [{ registration: { isRegistered: false } }] }
  throw error
}
