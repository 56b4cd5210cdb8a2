import type { ErrorStatus } from '@support-console/contract'
import { statusOfNeighbour } from '../../platform/http/neighbour-problem.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import type { Carrier, RequestState } from '../../systems/carriers/carrier.ts'
import { withoutAdvice } from '../../systems/carriers/change-outcome.ts'

/** How a SIM stands at its carrier, for whoever must know whether it is deactivated. */
export type Seen =
  | { is: 'deactivated' }
  | { is: 'active'; status: string }
  | { is: 'not there'; sentence: string }
  /** Nothing may be concluded from it. */
  | { is: 'unreadable'; sentence: string; problem: ErrorStatus }

export interface Look {
  (iccid: string, signal: AbortSignal): Promise<Seen>
  /** @returns undefined when the carrier could not be asked */
  atRequest(
    requestState: NonNullable<Carrier['requestState']>,
    requestId: string,
    signal: AbortSignal,
  ): Promise<RequestState | undefined>
}

export function createLook(carrier: Carrier, isPatient: boolean): Look {
  async function look(iccid: string, signal: AbortSignal): Promise<Seen> {
    try {
      const { deviceStatus, rawStatus } = await carrier.readSim(iccid, { signal, isPatient, stateOnly: true })
      if (carrier.rules.deactivated.includes(deviceStatus)) return { is: 'deactivated' }
      if (deviceStatus !== 'Unknown') return { is: 'active', status: rawStatus }
      const sentence = `${carrier.name} calls its state '${rawStatus}', which the console does not know.`
      return { is: 'unreadable', sentence, problem: 'CarrierError' }
    } catch (error) {
      if (!(error instanceof NeighbourError)) throw error
      const sentence = withoutAdvice(error.sentence)
      if (error.kind === 'not-found') return { is: 'not there', sentence }
      return { is: 'unreadable', sentence, problem: statusOfNeighbour[error.kind] }
    }
  }
  return Object.assign(look, {
    async atRequest(
      requestState: NonNullable<Carrier['requestState']>,
      requestId: string,
      signal: AbortSignal,
    ): Promise<RequestState | undefined> {
      try {
        return await requestState(requestId, { signal })
      } catch (error) {
        if (error instanceof NeighbourError) return undefined
        throw error
      }
    },
  })
}
