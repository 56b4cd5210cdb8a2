import { type Answer, type Neighbour, neighbourErrors, type Outbound } from '../../platform/outbound/index.ts'
import { errorOfStatus } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { ConnectionPage, ContainerList, Metrics } from './webconnect.wire.ts'

export type { Connection, ConnectionPage, Metrics } from './webconnect.wire.ts'

export interface WebConnectSettings {
  baseUrl: string
  token: string
  answerWithinMs?: number
}

/** WebConnect: the containers through which panels are connected. Every method rejects with a NeighbourError. */
export interface WebConnect {
  /** The names of all containers. */
  containers: (options?: CallOptions) => Promise<string[]>
  metrics: (containerName: string, options?: CallOptions) => Promise<Metrics>
  /** Some connections of a container; `after` is what the page before named as `next`. */
  connections: (
    containerName: string,
    options?: CallOptions & { after?: string | undefined },
  ) => Promise<ConnectionPage>
}

const pageSize = '1000'

export function createWebConnect(outbound: Outbound, settings: WebConnectSettings): WebConnect {
  const headers = { authorization: `Bearer ${settings.token}` }
  const options = { baseUrl: settings.baseUrl, answerWithinMs: settings.answerWithinMs ?? 10_000 }
  const whole = outbound.neighbour({ key: 'webconnect', system: 'WebConnect', ...options })
  // One neighbour for each container: one that is gone must not keep the others waiting.
  const containers = new Map<string, Neighbour>()
  const container = (name: string): Neighbour => {
    const known =
      containers.get(name) ?? outbound.neighbour({ key: 'webconnect-container', system: name, ...options })
    containers.set(name, known)
    return known
  }
  const checked = (system: string, answer: Answer): Answer => {
    if (answer.status === 200) return answer
    if (answer.status === 404)
      throw neighbourErrors.notFound(system, { sentence: `WebConnect has no container ${system} any more.` })
    throw errorOfStatus(system, answer)
  }

  return {
    containers: ({ signal } = {}) =>
      whole.ask({
        operation: 'list containers',
        method: 'GET',
        path: ['v1', 'containers'],
        headers,
        safe: true,
        signal,
        read: (answer) => {
          if (answer.status !== 200) throw errorOfStatus('WebConnect', answer)
          const names = answer.json(ContainerList).containers.map(({ containerName }) => containerName)
          return [...new Set(names)]
        },
      }),
    metrics: (name, { signal } = {}) =>
      container(name).ask({
        operation: 'read metrics',
        method: 'GET',
        path: [name, 'v1', 'metrics'],
        headers,
        safe: true,
        signal,
        read: (answer) => checked(name, answer).json(Metrics),
      }),
    connections: (name, { signal, after } = {}) =>
      container(name).ask({
        operation: 'read connections',
        method: 'GET',
        path: [name, 'v1', 'connections'],
        query: { limit: pageSize, ...(after === undefined ? {} : { after }) },
        headers,
        safe: true,
        signal,
        read: (answer) => checked(name, answer).json(ConnectionPage),
      }),
  }
}
