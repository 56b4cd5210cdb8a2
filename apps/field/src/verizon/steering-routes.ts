import type { FastifyInstance } from 'fastify'
import { onlyFromThisMachine } from '../control/only-from-this-machine.ts'
import { isRecord } from '../json.ts'
import { callbackModes } from './callbacks.ts'
import type { Steering } from './provisioning.ts'
import type { VerizonSessions } from './sessions.ts'

interface Parts {
  sessions: VerizonSessions
  steering: Steering
}

/** What only Verizon has to steer: `POST /control/verizon`, see docs/field.md. */
export function steeringRoutes(app: FastifyInstance, { sessions, steering }: Parts): void {
  app.post('/control/verizon', { onRequest: onlyFromThisMachine }, (request, reply) => {
    const order = isRecord(request.body) ? request.body : {}
    const { callbacks, failNext, expireSessions, unlock, ...unknown } = order
    const mode = callbackModes.find((name) => name === callbacks)
    const wrong =
      Object.keys(unknown)[0] ??
      (callbacks !== undefined && !mode ? 'callbacks' : undefined) ??
      (failNext !== undefined && !Number.isSafeInteger(failNext) ? 'failNext' : undefined)
    if (wrong) return reply.code(400).send({ message: `'${wrong}' is unknown or has a wrong value.` })
    if (mode) steering.callbacks = mode
    if (typeof failNext === 'number') steering.failNext = failNext
    if (expireSessions === true) sessions.expireAll()
    if (unlock === true) sessions.unlock()
    return reply.send(steering)
  })
}
