import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { onlyFromThisMachine } from '../control/only-from-this-machine.ts'
import { isRecord, listOf } from '../json.ts'
import { OwnRefusal, ownSystem } from '../own-system.ts'
import { openContainers, type Steering } from './containers.ts'

const largestPage = 1000

type OfContainer = { Params: { container: string }; Querystring: { after?: string; limit?: string } }

/** WebConnect's containers, as docs/neighbours/panel-systems.md describes them. */
export function webConnectRoutes(app: FastifyInstance, context: Context): void {
  const { delays, note } = context
  const containers = openContainers(context)

  app.post('/control/webconnect', { onRequest: onlyFromThisMachine }, (request, reply) => {
    const steering = readSteering(request.body)
    if (typeof steering === 'string') return reply.code(400).send({ message: steering })
    return reply.send(containers.steer(steering))
  })

  const answers = (request: FastifyRequest): boolean => {
    const { container = '' } = request.params as Partial<OfContainer['Params']>
    return containers.answers(container)
  }
  const find = (name: string) => {
    const container = containers.find(name)
    if (container) return container
    throw new OwnRefusal(404, 'CONTAINER_NOT_FOUND', 'No container has this name.')
  }

  ownSystem(app, { prefix: '/webconnect', token: 'demo-webconnect-token', answers }, (scope) => {
    scope.addHook('onRequest', () => delays.wait('agent'))

    scope.get('/v1/containers', async (request) => {
      note(request.raw, { action: 'list', iccids: ['all'] })
      return { containers: containers.list().map(({ name }) => ({ containerName: name })) }
    })
    scope.get<OfContainer>('/:container/v1/metrics', async (request) => {
      const container = find(request.params.container)
      note(request.raw, { action: 'metrics', iccids: [container.name] })
      return containers.metrics(container)
    })
    scope.get<OfContainer>('/:container/v1/connections', async (request) => {
      const container = find(request.params.container)
      note(request.raw, { action: 'connections', iccids: [container.name] })
      const { after = '0', limit = String(largestPage) } = request.query
      if (!/^\d{1,9}$/.test(after) || !/^\d{1,5}$/.test(limit))
        throw new OwnRefusal(400, 'BAD_REQUEST', 'after and limit are numbers.')
      const most = Math.min(largestPage, Math.max(1, Number(limit)))
      const { connections, next } = containers.page(container, Number(after), most)
      return { connections, next: next === null ? null : String(next) }
    })
  })
}

/** @returns a sentence when the body makes no sense */
function readSteering(body: unknown): Partial<Steering> | string {
  if (!isRecord(body)) return 'Send a JSON object.'
  const unknown = Object.keys(body).find((key) => !['gone', 'silent', 'size'].includes(key))
  if (unknown) return `Unknown field '${unknown}'.`
  const names = (key: 'gone' | 'silent') =>
    key in body ? { [key]: listOf(body, key).filter((name) => typeof name === 'string') } : {}
  if (!('size' in body)) return { ...names('gone'), ...names('silent') }
  const { size } = body
  if (size === null) return { ...names('gone'), ...names('silent'), size: undefined }
  if (!isRecord(size)) return "'size' is { containers, panels } or null."
  const [containers, panels] = [Number(size.containers), Number(size.panels)]
  const isGood = (n: number) => Number.isInteger(n) && n >= 0 && n <= 100_000
  if (!isGood(containers) || !isGood(panels)) return "'size' has two whole numbers from 0 to 100000."
  return { ...names('gone'), ...names('silent'), size: { containers, panels } }
}
