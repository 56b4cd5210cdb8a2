import { neighbourErrors, type Outbound } from '../../platform/outbound/index.ts'
import { errorOfStatus } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { createJsonClient, type JsonClient } from '../json-client.ts'
import { ConnectionPage, ContainerList, Metrics } from './webconnect.wire.ts'

export type { Connection, ConnectionPage, Metrics } from './webconnect.wire.ts'

export interface WebConnectSettings {
  baseUrl: string
  token: string
  answerWithinMs?: number
}

/** WebConnect: the containers through which panels are connected. Every method rejects with a NeighbourError. */
export interface WebConnect {
  readonly name: string
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
const name = 'WebConnect'

export function createWebConnect(outbound: Outbound, { token, ...where }: WebConnectSettings): WebConnect {
  const options = { answerWithinMs: 10_000, ...where, headers: { authorization: `Bearer ${token}` } }
  const list = createJsonClient(outbound, {
    key: 'webconnect',
    system: name,
    ...options,
    whyNot: (answer) => errorOfStatus(name, answer),
  })
  // One client for each container: one that is gone must not keep the others waiting.
  const containers = new Map<string, JsonClient>()
  const container = (system: string): JsonClient => {
    const known =
      containers.get(system) ??
      createJsonClient(outbound, {
        key: 'webconnect-container',
        system,
        ...options,
        whyNot: (answer) =>
          answer.status === 404
            ? neighbourErrors.notFound(system, { sentence: `${name} no longer has a container ${system}.` })
            : errorOfStatus(system, answer),
      })
    containers.set(system, known)
    return known
  }
  return {
    name,
    async containers(call) {
      const question = { operation: 'list containers', path: ['v1', 'containers'], shape: ContainerList }
      const said = await list.get(question, call)
      return [...new Set(said.containers.map(({ containerName }) => containerName))]
    },
    metrics: (system, call) =>
      container(system).get(
        { operation: 'read metrics', path: [system, 'v1', 'metrics'], shape: Metrics },
        call,
      ),
    connections: (system, { after, ...call } = {}) =>
      container(system).get(
        {
          operation: 'read connections',
          path: [system, 'v1', 'connections'],
          query: { limit: pageSize, ...(after === undefined ? {} : { after }) },
          shape: ConnectionPage,
        },
        call,
      ),
  }
}
