import {
  type Answer,
  type NeighbourError,
  neighbourErrors,
  type Outbound,
} from '../../platform/outbound/index.ts'
import { errorOfStatus, refusalInWords } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { PortalError, PortalManagement } from './remote-portal.wire.ts'

export interface RemotePortalSettings {
  baseUrl: string
  apiKey: string
  answerWithinMs?: number
}

/**
 * The Remote Portal: where installers manage panels, unless that is disabled there (specification 2.8). Everything
 * rejects with a NeighbourError; `not-found` for a panel that it does not know.
 */
export interface RemotePortal {
  readonly name: string
  /** Whether management of the panel is disabled, read live. */
  isDisabled: (remoteId: string, options?: CallOptions) => Promise<boolean>
  /** Asks once to disable or enable it. What was sent and not answered may have happened: then read it. */
  setDisabled: (remoteId: string, disabled: boolean, options?: CallOptions) => Promise<void>
}

const name = 'Remote Portal'

export function createRemotePortal(outbound: Outbound, settings: RemotePortalSettings): RemotePortal {
  const neighbour = outbound.neighbour({
    key: 'remote-portal',
    system: name,
    baseUrl: settings.baseUrl,
    answerWithinMs: settings.answerWithinMs ?? 20_000,
    gate: { waitAtMostMs: 10_000 },
  })
  const of = (remoteId: string, { signal }: CallOptions) => ({
    path: ['panels', remoteId, 'management'],
    headers: { 'x-api-key': settings.apiKey },
    signal,
  })
  return {
    name,
    isDisabled: (remoteId, options = {}) =>
      neighbour.ask({
        ...of(remoteId, options),
        operation: 'read management',
        method: 'GET',
        safe: true,
        read: (answer) => managementOf(answer, remoteId),
      }),
    setDisabled: (remoteId, disabled, options = {}) =>
      neighbour.ask({
        ...of(remoteId, options),
        operation: 'set management',
        method: 'PUT',
        body: { type: 'application/json', text: JSON.stringify({ managementDisabled: disabled }) },
        safe: false,
        read: (answer) => {
          if (managementOf(answer, remoteId) !== disabled)
            throw answer.malformed('the answer says the opposite of what was asked')
        },
      }),
  }
}

function managementOf(answer: Answer, remoteId: string): boolean {
  if (answer.status !== 200) throw portalError(answer, remoteId)
  const management = answer.json(PortalManagement)
  if (management.remoteId !== remoteId) throw answer.malformed('the answer is about another panel')
  return management.managementDisabled
}

function portalError(answer: Answer, remoteId: string): NeighbourError {
  const body = answer.tryJson(PortalError)
  if (answer.status === 404 && body?.error === 'PANEL_NOT_FOUND')
    return neighbourErrors.notFound(name, {
      code: body.error,
      sentence: `${name} does not know a panel ${remoteId}. Check its Remote Portal ID.`,
    })
  if (body && (answer.status === 409 || answer.status === 422))
    return neighbourErrors.refused(name, {
      code: body.error,
      detail: `HTTP ${answer.status}`,
      sentence: refusalInWords(name, body.message, body.error),
    })
  return errorOfStatus(name, answer, body?.error)
}
