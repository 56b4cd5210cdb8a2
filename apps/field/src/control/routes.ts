import type { FastifyInstance } from 'fastify'
import { isRecord } from '../json.ts'
import { systemNames } from '../systems.ts'
import type { Living } from '../world/living.ts'
import type { World } from '../world/world.ts'
import { BadFault, type Faults } from './faults.ts'
import { onlyFromThisMachine } from './only-from-this-machine.ts'
import type { RequestLog } from './request-log.ts'
import type { Situations } from './situations.ts'
import { worldRoutes } from './world-routes.ts'

interface ControlParts {
  living: Living
  faults: Faults
  requestLog: RequestLog
  situations: Situations
  world: Pick<World, 'drifts'>
}

/** The field's own calls: faults and situations on demand, and what came in. Only from this machine. */
export function controlRoutes(
  app: FastifyInstance,
  { faults, requestLog, situations, world, living }: ControlParts,
): void {
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
    worldRoutes(scope, { living, faults })
    scope.get('/control/drift', () => ({ drift: world.drifts() }))
    scope.get('/control/situations', () => ({ situations: situations.list() }))
    scope.post('/control/situations', (request, reply) => {
      if (!isRecord(request.body)) return reply.code(400).send({ message: 'Send a JSON object.' })
      situations.enterChanges(request.body)
      return reply.code(201).send({})
    })
    scope.post<{ Params: { name: string } }>('/control/situations/:name', (request, reply) => {
      const entered = situations.enter(request.params.name)
      const message = 'There is no situation of this name. GET /control/situations lists them.'
      return entered ? reply.code(201).send(entered) : reply.code(404).send({ message })
    })
    scope.delete('/control/situations', (_request, reply) => {
      situations.leave()
      return reply.code(204).send()
    })
    scope.get<{ Querystring: { system?: string; iccid?: string; limit?: string } }>(
      '/control/requests',
      (request, reply) => {
        const { system, iccid, limit } = request.query
        if (system && !systemNames.some((name) => name === system)) {
          return reply.code(400).send({ message: `'system' must be one of ${systemNames.join(', ')}.` })
        }
        const most = Math.min(1000, Math.max(1, Number(limit) || 100))
        return requestLog.read({ ...(system && { system }), ...(iccid && { iccid }), limit: most })
      },
    )
  })
}
