import { type Answer, NeighbourError, neighbourErrors } from '../../../platform/outbound/index.ts'
import { errorOfStatus } from '../../answer-errors.ts'
import { GatewayFault, OAuthError, ServiceError } from './verizon.wire.ts'

const sessionEnded = new Set([
  'REQUEST_FAILED.SessionToken.Expired',
  'INPUT_INVALID.SessionToken.Invalid',
  'REQUEST_FAILED.SessionToken.Format',
])
/** The gateway's: invalid (also: expired) and missing credentials. */
const apiTokenEnded = new Set(['900901', '900902'])
const WRONG_STATE = 'INPUT_INVALID.DeviceState.Invalid'
const UNKNOWN_REQUEST = 'REQUEST_FAILED.RequestNotFound'
const notFound = new Set(['REQUEST_FAILED.DeviceNotFound', 'INPUT_INVALID.Device.Account.Invalid'])

/** What an answer of Verizon that is no success means. Codes decide, never texts. */
export function verizonError(system: string, answer: Answer): NeighbourError {
  const code = codeOf(answer)
  const facts = { detail: `HTTP ${answer.status}`, ...(code ? { code } : {}) }
  if (code !== undefined) {
    // Everyday, and mended by the client: no fault of configuration.
    if (sessionEnded.has(code) || apiTokenEnded.has(code)) return neighbourErrors.refused(system, facts)
    if (notFound.has(code)) return neighbourErrors.notFound(system, facts)
    if (/^\w+\.(AccountNotFound|AccountName|MultipleAccounts)/.test(code)) {
      return neighbourErrors.credentials(system, {
        ...facts,
        sentence: `${system} does not accept the console's account. Trying again will not help: tell the administrator.`,
      })
    }
    if (code === WRONG_STATE) {
      return neighbourErrors.refused(system, { ...facts, sentence: refusalSentence(system, code) })
    }
    if (code === UNKNOWN_REQUEST) {
      const sentence = `${system} does not know this request.`
      return neighbourErrors.notFound(system, { ...facts, sentence })
    }
    if (code === 'REQUEST_FAILED.UnexpectedError') return neighbourErrors.serverError(system, facts)
  }
  return errorOfStatus(system, answer, code)
}

/** Which token, if any, must be made again before the call is repeated once. */
export function endedToken(error: unknown): 'session' | 'api' | undefined {
  if (!(error instanceof NeighbourError) || error.code === undefined) return undefined
  if (sessionEnded.has(error.code)) return 'session'
  return apiTokenEnded.has(error.code) ? 'api' : undefined
}

/**
 * Why a change was not made, said in a sentence.
 * @param code the code after the service's name; '' where Verizon gave none, as its request status does
 */
export function refusalSentence(system: string, code: string): string {
  if (code === WRONG_STATE) {
    return `${system} refused: the SIM is in a state that does not allow it; it may already be deactivated (code ${code}).`
  }
  if (notFound.has(code)) return `${system} does not know this SIM. Check the SIM ID.`
  return `${system} reports that it could not deactivate the SIM${code ? ` (code ${code})` : ''}.`
}

/** The code after the service's name: `UnifiedWebService.REQUEST_FAILED.X` → `REQUEST_FAILED.X`. */
export const codeAfterService = (fullCode: string): string => fullCode.slice(fullCode.indexOf('.') + 1)

/** Whether Verizon looked at our key or user and said no; five such logins in a row lock the user. */
export function isRefusedLogin(error: unknown): boolean {
  return error instanceof NeighbourError && (error.kind === 'credentials' || error.kind === 'refused')
}

function codeOf(answer: Answer): string | undefined {
  const service = answer.tryJson(ServiceError)
  if (service) return codeAfterService(service.errorCode)
  const gateway = answer.tryJson(GatewayFault)
  if (gateway) return String(gateway.fault.code)
  return answer.tryJson(OAuthError)?.error
}
