import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadFault, type Faults } from './faults.ts'
import type { RequestLog } from './request-log.ts'
import { systems } from './systems.ts'

interface ControlParts {
  faults: Faults
  requestLog: RequestLog
}

/** The field's own calls: faults on demand and what came in. Only from this machine. */
export function controlRoutes(app: FastifyInstance, { faults, requestLog }: ControlParts): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', onlyFromThisMachine)
    scope.get('/control/faults', () => ({ faults: faults.list() }))
    scope.post('/control/faults', (request, reply) => {
      try {
        return reply.code(201).send(faults.add(request.body))
      } catch (error) {
        if (error instanceof BadFault) return reply.code(400).send({ message: error.message })
        throw error
      }
    })
    scope.delete('/control/faults', (_request, reply) => {
      faults.clear()
      return reply.code(204).send()
    })
    scope.get<{ Querystring: { system?: string; iccid?: string; limit?: string } }>(
      '/control/requests',
      (request, reply) => {
        const { system, iccid, limit } = request.query
        if (system && !systems.some((name) => name === system)) {
          return reply.code(400).send({ message: `'system' must be one of ${systems.join(', ')}.` })
        }
        const most = Math.min(1000, Math.max(1, Number(limit) || 100))
        return requestLog.read({ ...(system && { system }), ...(iccid && { iccid }), limit: most })
      },
    )
  })
}

export async function onlyFromThisMachine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const address = request.socket.remoteAddress ?? ''
  const local = address === '::1' || /^(::ffff:)?127\./.test(address)
  // A browser page of another site must not steer the field: such requests carry an Origin.
  if (!local || request.headers.origin) {
    await reply.code(403).send({ message: 'The control calls answer only to programs on this machine.' })
  }
}
