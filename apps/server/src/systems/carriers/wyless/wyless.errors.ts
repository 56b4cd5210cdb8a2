import { type Answer, NeighbourError, neighbourErrors } from '../../../platform/outbound/index.ts'
import { errorOfStatus } from '../../answer-errors.ts'
import type { SoapReply } from './soap.ts'
import type { WylessResponse } from './wyless.wire.ts'

// None of these values is published: the numbers are the field's, the words any wording would hold.
const UNKNOWN_SIM = '1001'
const unknownSim = /not found|unknown|does not exist|no such/i
const notAuthenticated = /authenticat|credential|log ?in|session/i

/**
 * What an answer without a readable result means.
 * @param safe false for a change: then a fault of the server's is one whatever its words, since it may have happened
 */
export function wylessError(
  system: string,
  answer: Answer,
  reply: SoapReply | undefined,
  safe: boolean,
): NeighbourError {
  if (reply?.kind !== 'fault') {
    return answer.status === 200 ? answer.malformed('no SOAP answer') : errorOfStatus(system, answer)
  }
  const facts = { detail: `SOAP fault ${reply.code} (HTTP ${answer.status})`, code: reply.code }
  const isServers = /server|receiver/i.test(reply.code)
  if (isServers && !safe) return neighbourErrors.serverError(system, facts)
  if (notAuthenticated.test(reply.text)) return neighbourErrors.credentials(system, facts)
  if (isServers) return neighbourErrors.serverError(system, facts)
  return neighbourErrors.refused(system, {
    ...facts,
    sentence: `${system} refused the request: ${shorten(reply.text)}.`,
  })
}

/** What a business answer that is no success means; undefined for success. */
export function wylessResultError(system: string, response: WylessResponse): NeighbourError | undefined {
  const { Result: result, Code: code, Description: description } = response
  if (/^success/i.test(result ?? '') || code === '0') return undefined
  const facts = { detail: `Code ${code ?? '(none)'}`, ...(code ? { code } : {}) }
  if (code === UNKNOWN_SIM || unknownSim.test(description ?? ''))
    return neighbourErrors.notFound(system, facts)
  if (notAuthenticated.test(description ?? '')) return neighbourErrors.credentials(system, facts)
  return refusal(system, response)
}

function refusal(system: string, { Code: code, Description: description }: WylessResponse): NeighbourError {
  return neighbourErrors.refused(system, {
    detail: `Code ${code || '(none)'}`,
    ...(code ? { code } : {}),
    sentence: `${system} refused the request: ${shorten(description ?? '')} (code ${code || 'none'}).`,
  })
}

/**
 * The same for a change, where success is confirmed by a read. Without both Result and Code nothing was said; and a
 * refusal stays one, so that no word in its text makes the change be sent again.
 */
export function wylessChangeError(
  system: string,
  response: WylessResponse,
  iccid: string,
): NeighbourError | undefined {
  if (!response.Result && !response.Code)
    return neighbourErrors.malformed(system, { detail: 'neither Result nor Code' })
  if (response.SIMNo && response.SIMNo !== iccid)
    return neighbourErrors.malformed(system, { detail: 'the answer is about another SIM' })
  const failure = wylessResultError(system, response)
  return failure?.kind === 'credentials' ? refusal(system, response) : failure
}

export function isNotAuthenticated(error: unknown): boolean {
  return error instanceof NeighbourError && error.kind === 'credentials'
}

const shorten = (text: string) => text.trim().replace(/\.$/, '').slice(0, 200) || 'no reason given'
