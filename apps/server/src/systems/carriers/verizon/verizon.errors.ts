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
    if (code === 'REQUEST_FAILED.UnexpectedError') return neighbourErrors.serverError(system, facts)
  }
  return errorOfStatus(system, answer, code)
}

/** Which token, if any, must be made anew before the call is repeated once. */
export function endedToken(error: unknown): 'session' | 'api' | undefined {
  if (!(error instanceof NeighbourError) || error.code === undefined) return undefined
  if (sessionEnded.has(error.code)) return 'session'
  return apiTokenEnded.has(error.code) ? 'api' : undefined
}

/** Whether Verizon looked at our key or user and said no; five such logins in a row lock the user. */
export function isRefusedLogin(error: unknown): boolean {
  return error instanceof NeighbourError && (error.kind === 'credentials' || error.kind === 'refused')
}

/** The code after the service's name: `UnifiedWebService.REQUEST_FAILED.X` → `REQUEST_FAILED.X`. */
function codeOf(answer: Answer): string | undefined {
  const service = answer.tryJson(ServiceError)
  if (service) return service.errorCode.slice(service.errorCode.indexOf('.') + 1)
  const gateway = answer.tryJson(GatewayFault)
  if (gateway) return String(gateway.fault.code)
  return answer.tryJson(OAuthError)?.error
}
