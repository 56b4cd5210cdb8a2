import { isSameIccid } from '@support-console/contract'
import { unended } from '@support-console/contract/sentences'
import { type Answer, NeighbourError, neighbourErrors } from '../../../platform/outbound/index.ts'
import { errorOfStatus } from '../../answer-errors.ts'
import { beginsWithOne, containsOne, isOneOfCodes, saysOne, type WylessWords } from '../carrier-words.ts'
import type { SoapReply } from './soap.ts'
import type { WylessResponse } from './wyless.wire.ts'

/** Met by a change: the session key may have ended, before the change or after it. */
export class SessionInDoubt extends NeighbourError {
  override name = 'SessionInDoubt'
}

const inDoubt = (system: string, code: string) =>
  new SessionInDoubt({
    kind: 'server-error',
    system,
    sentence: `${system} reports that the console's session has ended.`,
    detail: `session in doubt: ${code}`,
    code,
  })

/**
 * What an answer without a readable result means.
 * @param safe false for a change: then a fault is a refusal only where the fault is the caller's; any other may have
 * come after the change
 */
export function wylessError(
  system: string,
  answer: Answer,
  reply: SoapReply | undefined,
  { safe, words }: { safe: boolean; words: WylessWords },
): NeighbourError {
  if (reply?.kind !== 'fault') {
    return answer.status === 200 ? answer.malformed('no SOAP answer') : errorOfStatus(system, answer)
  }
  const facts = { detail: `SOAP fault ${reply.code} (HTTP ${answer.status})`, code: reply.code }
  const isCallers = /(^|:)(client|sender)\b/i.test(reply.code)
  const isAboutSession = containsOne(words.notAuthenticated, reply.text)
  if (isAboutSession && !isCallers && !safe) return inDoubt(system, reply.code)
  if (isAboutSession) return neighbourErrors.credentials(system, facts)
  if (!isCallers) return neighbourErrors.serverError(system, facts)
  return neighbourErrors.refused(system, {
    ...facts,
    sentence: `${system} refused the request: ${shorten(reply.text)}.`,
  })
}

/** What a business answer that is no success means; undefined for success. */
export function wylessResultError(
  system: string,
  response: WylessResponse,
  words: WylessWords,
): NeighbourError | undefined {
  const [result, code, text] = [response.Result ?? '', response.Code ?? '', response.Description ?? '']
  const isRefused = beginsWithOne(words.refused, result)
  if (!isRefused && (beginsWithOne(words.success, result) || isOneOfCodes(words.success, code)))
    return undefined
  const facts = { detail: `Code ${code || '(none)'}`, ...(code ? { code } : {}) }
  if (saysOne(words.unknownSim, code, text)) return neighbourErrors.notFound(system, facts)
  if (saysOne(words.notAuthenticated, code, text)) return neighbourErrors.credentials(system, facts)
  if (isRefused) return refusal(system, response)
  // Neither yes nor no: it may still come true.
  return neighbourErrors.malformed(system, {
    ...facts,
    sentence: `${system} answered "${shorten(result || text)}" (code ${code || 'none'}), which the console does not understand. Try again in a minute; if it keeps happening, tell the administrator.`,
  })
}

function refusal(system: string, { Code: code, Description: description }: WylessResponse): NeighbourError {
  return neighbourErrors.refused(system, {
    detail: `Code ${code || '(none)'}`,
    ...(code ? { code } : {}),
    sentence: `${system} refused the request: ${shorten(description ?? '')} (code ${code || 'none'}).`,
  })
}

/**
 * The same for a change, where success is confirmed by a read. Without both Result and Code nothing was said; and no word
 * in a text makes the change be sent again: where the session is spoken of, it is in doubt.
 */
export function wylessChangeError(
  system: string,
  response: WylessResponse,
  { iccid, words }: { iccid: string; words: WylessWords },
): NeighbourError | undefined {
  if (!response.Result && !response.Code)
    return neighbourErrors.malformed(system, { detail: 'neither Result nor Code' })
  if (response.SIMNo && !isSameIccid(response.SIMNo, iccid)) return neighbourErrors.mixedUp(system)
  const failure = wylessResultError(system, response, words)
  return failure?.kind === 'credentials' ? inDoubt(system, response.Code ?? '') : failure
}

export function isNotAuthenticated(error: unknown): boolean {
  return error instanceof NeighbourError && error.kind === 'credentials' && !error.isDoubtful
}

const shorten = (text: string) => unended(text).slice(0, 200) || 'no reason given'
