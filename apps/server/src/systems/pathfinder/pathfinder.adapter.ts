import { bareGuid, type DeviceIdType, deviceIdTypes, type Environment } from '@support-console/contract'
import { type Answer, NeighbourError, neighbourErrors, type Outbound } from '../../platform/outbound/index.ts'
import { errorOfStatus, refusalInWords } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { Mappings, PathfinderError, Pointing } from './pathfinder.wire.ts'

export interface PathfinderSettings {
  baseUrl: string
  token: string
  answerWithinMs?: number
}

/** One id of a panel in an environment (specification 3). */
export interface DeviceDomainMapping {
  idType: DeviceIdType
  value: string
}

/**
 * Pathfinder: which environment a panel calls, and the ids it has there (specification 2.9). Everything rejects with a
 * NeighbourError: `not-found` for a panel that has not connected; `isForbidden` where Pathfinder says so.
 */
export interface Pathfinder {
  readonly name: string
  /** @param physicalId a GUID in lower case without braces */
  environmentOf: (physicalId: string, options?: CallOptions) => Promise<Environment>
  /** Asks once to point the panel elsewhere. What was sent and not answered may have happened: then read it. */
  pointTo: (physicalId: string, environment: Environment, options?: CallOptions) => Promise<void>
  /** All ids of the panel that has this one, of any type, in the environment. */
  mappingsOf: (
    panelId: string,
    environment: Environment,
    options?: CallOptions,
  ) => Promise<DeviceDomainMapping[]>
}

const name = 'Pathfinder'
const FORBIDDEN = 'FORBIDDEN'

const words = { prod: 'PROD', test: 'TEST', dev: 'DEV' } as const satisfies Record<Environment, string>
const environments = { PROD: 'prod', TEST: 'test', DEV: 'dev' } as const

/** Whether Pathfinder understood and does not allow it (HTTP 403). */
export const isForbidden = (error: unknown): boolean =>
  error instanceof NeighbourError && error.kind === 'refused' && error.code === FORBIDDEN

export function createPathfinder(outbound: Outbound, settings: PathfinderSettings): Pathfinder {
  const neighbour = outbound.neighbour({
    key: 'pathfinder',
    system: name,
    baseUrl: settings.baseUrl,
    answerWithinMs: settings.answerWithinMs ?? 20_000,
    gate: { waitAtMostMs: 10_000 },
  })
  const headers = { authorization: `Bearer ${settings.token}` }
  const path = (physicalId: string) => ['panels', physicalId, 'environment']
  return {
    name,
    environmentOf: (physicalId, { signal } = {}) =>
      neighbour.ask({
        operation: 'read environment',
        method: 'GET',
        path: path(physicalId),
        headers,
        safe: true,
        signal,
        read: (answer) => pointingOf(answer, physicalId),
      }),
    pointTo: (physicalId, environment, { signal } = {}) =>
      neighbour.ask({
        operation: 'set environment',
        method: 'PUT',
        path: path(physicalId),
        headers,
        body: { type: 'application/json', text: JSON.stringify({ environment: words[environment] }) },
        safe: false,
        signal,
        read: (answer) => {
          if (pointingOf(answer, physicalId) !== environment)
            throw answer.malformed('the answer names another environment than was asked for')
        },
      }),
    mappingsOf: (panelId, environment, { signal } = {}) =>
      neighbour.ask({
        operation: 'look up panel',
        method: 'GET',
        path: ['mappings'],
        query: { id: panelId, environment: words[environment] },
        headers,
        safe: true,
        signal,
        read: (answer) => {
          if (answer.status !== 200) throw pathfinderError(answer)
          const found = answer.json(Mappings)
          if (environments[found.environment] !== environment)
            throw answer.malformed('the answer is about another environment')
          return found.mappings.flatMap(({ idType, value }) => {
            const known = deviceIdTypes.find((each) => each === idType)
            return known ? [{ idType: known, value }] : []
          })
        },
      }),
  }
}

function pointingOf(answer: Answer, physicalId: string): Environment {
  if (answer.status !== 200) throw pathfinderError(answer)
  const pointing = answer.json(Pointing)
  if (bareGuid(pointing.physicalPanelId) !== physicalId)
    throw answer.malformed('the answer is about another panel')
  return environments[pointing.environment]
}

const unknownPanel = new Set(['PANEL_NOT_FOUND', 'MAPPING_NOT_FOUND'])

function pathfinderError(answer: Answer): NeighbourError {
  const body = answer.tryJson(PathfinderError)
  if (answer.status === 404 && body && unknownPanel.has(body.code))
    return neighbourErrors.notFound(name, {
      code: body.code,
      sentence: 'not found. Only panels that have connected to the system can be found.',
    })
  if (answer.status === 403)
    return neighbourErrors.refused(name, {
      code: FORBIDDEN,
      detail: 'HTTP 403',
      sentence: refusalInWords(name, body?.detail, body?.code),
    })
  return errorOfStatus(name, answer, body?.code)
}
