import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { onlyFromThisMachine } from '../control/only-from-this-machine.ts'
import { bearerToken, sameSecret } from '../credentials.ts'
import { isRecord, listOf } from '../json.ts'
import { openContainers, type Steering } from './containers.ts'

const TOKEN = 'demo-webconnect-token'
const largestPage = 1000

type OfContainer = { Params: { container: string }; Querystring: { after?: string; limit?: string } }

/** WebConnect's containers, as docs/neighbours.md describes them. */
export function webConnectRoutes(app: FastifyInstance, context: Context): void {
  const { delays, note } = context
  const containers = openContainers(context)

  app.post('/control/webconnect', { onRequest: onlyFromThisMachine }, (request, reply) => {
    const steering = readSteering(request.body)
    if (typeof steering === 'string') return reply.code(400).send({ message: steering })
    Object.assign(containers.steering, steering)
    return reply.send(containers.steering)
  })

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const { container = '' } = request.params as Partial<OfContainer['Params']>
        if (containers.steering.silent.includes(container)) return reply.hijack()
        const token = bearerToken(request.headers.authorization)
        if (!token || !sameSecret(token, TOKEN)) {
          return reply
            .code(401)
            .header('www-authenticate', 'Bearer')
            .send({ code: 'UNAUTHORIZED', detail: 'The bearer token is missing or wrong.' })
        }
        await delays.wait('agent')
      })
      scope.setErrorHandler((_error, _request, reply) =>
        refuse(reply, 500, 'INTERNAL', 'Something went wrong. Try later.'),
      )
      scope.setNotFoundHandler((_request, reply) =>
        refuse(reply, 404, 'NOT_FOUND', 'There is nothing at this address.'),
      )

      scope.get('/v1/containers', (request, reply) => {
        note(request.raw, { action: 'list', iccids: ['all'] })
        return reply.send({ containers: containers.list().map(({ name }) => ({ containerName: name })) })
      })
      scope.get<OfContainer>('/:container/v1/metrics', (request, reply) => {
        const container = containers.find(request.params.container)
        if (!container) return noContainer(reply)
        note(request.raw, { action: 'metrics', iccids: [container.name] })
        return reply.send(containers.metrics(container))
      })
      scope.get<OfContainer>('/:container/v1/connections', (request, reply) => {
        const container = containers.find(request.params.container)
        if (!container) return noContainer(reply)
        note(request.raw, { action: 'connections', iccids: [container.name] })
        const { after = '0', limit = String(largestPage) } = request.query
        if (!/^\d{1,9}$/.test(after) || !/^\d{1,5}$/.test(limit))
          return refuse(reply, 400, 'BAD_REQUEST', 'after and limit are numbers.')
        const { connections, next } = containers.page(
          container,
          Number(after),
          Math.min(largestPage, Math.max(1, Number(limit))),
        )
        return reply.send({ connections, next: next === null ? null : String(next) })
      })
    },
    { prefix: '/webconnect' },
  )
}

const refuse = (reply: FastifyReply, status: number, code: string, detail: string) =>
  reply.code(status).send({ code, detail })

const noContainer = (reply: FastifyReply) =>
  refuse(reply, 404, 'CONTAINER_NOT_FOUND', 'No container has this name.')

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
