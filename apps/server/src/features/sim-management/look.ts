import type { ErrorStatus } from '@support-console/contract'
import { statusOfNeighbour } from '../../platform/http/neighbour-problem.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import { type Asking, ask } from '../../systems/ask.ts'
import type { Carrier, CarrierSim, RequestState } from '../../systems/carriers/carrier.ts'
import { withoutAdvice } from '../../systems/carriers/change-outcome.ts'

/** How a SIM stands at its carrier, for anyone who must know whether it is deactivated. */
export type Seen =
  | { is: 'deactivated' }
  | { is: 'active'; status: string }
  | { is: 'not there'; sentence: string }
  /** Nothing may be concluded from it. */
  | { is: 'unreadable'; sentence: string; problem: ErrorStatus }

export type Look = ReturnType<typeof createLook>

/** What it was not asked for is left empty or Unknown, which it never said. */
const toldOf = (sim: CarrierSim) =>
  Object.fromEntries(Object.entries(sim).filter(([, value]) => value !== '' && value !== 'Unknown'))

export function createLook(platform: Asking['platform'], carrier: Carrier, isPatient: boolean) {
  return {
    async atSim(iccid: string, signal: AbortSignal): Promise<Seen> {
      const told = await ask(
        { platform, signal },
        carrier.name,
        () => carrier.readSim(iccid, { signal, isPatient, stateOnly: true }),
        { kind: 'sim', id: iccid, fields: toldOf },
      )
      if ('error' in told) {
        if (!(told.error instanceof NeighbourError)) throw told.error
        const { kind, sentence } = told.error
        if (kind === 'not-found') return { is: 'not there', sentence: withoutAdvice(sentence) }
        return { is: 'unreadable', sentence: withoutAdvice(sentence), problem: statusOfNeighbour[kind] }
      }
      const { deviceStatus, rawStatus } = told.data
      if (carrier.rules.deactivated.includes(deviceStatus)) return { is: 'deactivated' }
      if (deviceStatus !== 'Unknown') return { is: 'active', status: rawStatus }
      const sentence = `${carrier.name} calls its state '${rawStatus}', which the console does not know.`
      return { is: 'unreadable', sentence, problem: 'CarrierError' }
    },
    /** @returns undefined when the carrier could not be asked */
    async atRequest(
      requestState: NonNullable<Carrier['requestState']>,
      requestId: string,
      signal: AbortSignal,
    ): Promise<RequestState | undefined> {
      const told = await ask({ platform, signal }, carrier.name, () => requestState(requestId, { signal }))
      return told.data ?? undefined
    },
  }
}
