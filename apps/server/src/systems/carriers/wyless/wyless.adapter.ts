import { carrierNames, isSameIccid, type OnlineStatus } from '@support-console/contract'
import { NeighbourError, neighbourErrors, type Outbound } from '../../../platform/outbound/index.ts'
import {
  type CallOptions,
  type Carrier,
  type CarrierRules,
  type ChangeOptions,
  type ChangeOutcome,
  SETTLE_WITHIN_MS,
} from '../carrier.ts'
import { wylessWords } from '../carrier-words.ts'
import { outcomeOfFailure, outcomeOfReading, outcomeUnconfirmed } from '../change-outcome.ts'
import { WylessClient, type WylessSettings } from './wyless.client.ts'
import { SessionInDoubt } from './wyless.errors.ts'
import { wylessOnline, wylessSim, wylessStatus } from './wyless.mapping.ts'
import type { WylessResponse } from './wyless.wire.ts'

/** Wyless, Porthos: the SIM first, because its connection is known by phone number only. */
export function createWyless(outbound: Outbound, settings: WylessSettings): Carrier {
  const system = carrierNames.WYLESS
  const client = new WylessClient(outbound, system, settings)
  const { words = wylessWords } = settings
  const rules: CarrierRules = {
    inFlight: settings.inFlight ?? 4,
    settleWithinMs: settings.settleWithinMs ?? SETTLE_WITHIN_MS,
    cannotUndo: '',
    deactivated: ['Deactivated'],
  }

  async function sim(iccid: string, options: CallOptions): Promise<WylessResponse> {
    const found = await client.inquire(iccid, options)
    if (found.SIMNo && !isSameIccid(found.SIMNo, iccid)) {
      throw neighbourErrors.mixedUp(system)
    }
    return found
  }

  const stateOf = async (iccid: string, options: CallOptions) =>
    wylessStatus((await sim(iccid, options)).Status ?? '', words)

  async function online(found: WylessResponse, options: CallOptions): Promise<OnlineStatus> {
    return found.MSISDN ? wylessOnline(await client.onlineStatus(found.MSISDN, options)) : 'Unknown'
  }

  return {
    vendorCode: 'WYLESS',
    name: system,
    rules,
    async readSim(iccid: string, options: CallOptions = {}) {
      const found = await sim(iccid, options)
      return wylessSim(found, await online(found, options), { iccid, now: outbound.clock.now(), words })
    },
    readOnline: async (iccid: string, options: CallOptions = {}) =>
      online(await sim(iccid, options), options),
    async deactivate(iccid: string, options: ChangeOptions): Promise<ChangeOutcome> {
      try {
        await client.deactivate(iccid, options)
      } catch (error) {
        const outcome = outcomeOfFailure(error)
        // With a new session the SIM itself may tell; otherwise it is not known.
        if (!(error instanceof SessionInDoubt)) return outcome
        const status = await stateOf(iccid, options).catch(unlessOurs)
        return status && rules.deactivated.includes(status) ? { outcome: 'done' } : outcome
      }
      try {
        return outcomeOfReading(system, rules, await stateOf(iccid, options))
      } catch (error) {
        return outcomeUnconfirmed(system, error)
      }
    },
  }
}

function unlessOurs(error: unknown): undefined {
  if (!(error instanceof NeighbourError)) throw error
}
