import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { sameSecret } from '../credentials.ts'
import { isRecord } from '../json.ts'
import type { SeededPanel } from '../world/panel-world.ts'

const KEY = 'demo-portal-key'

/** The Remote Portal, as docs/neighbours.md describes it. */
export function remotePortalRoutes(app: FastifyInstance, { panels, delays, note }: Context): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const key = request.headers['x-api-key']
        if (typeof key === 'string' && sameSecret(key, KEY)) return
        await fail(reply, 401, 'UNAUTHORIZED', 'The API key is missing or wrong.')
      })
      scope.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
        error.statusCode === 400
          ? fail(reply, 400, 'INVALID', 'The body is not JSON.')
          : fail(reply, 500, 'INTERNAL', 'Something went wrong. Try later.'),
      )
      scope.setNotFoundHandler((_request, reply) =>
        fail(reply, 404, 'NOT_FOUND', 'There is nothing at this address.'),
      )

      /** The panel, or the answer that there is none. */
      const find = (reply: FastifyReply, remoteId: string): SeededPanel | undefined => {
        const panel = panels.withRemoteId(remoteId)
        if (panel && panel.shows !== 'unknown-to-portal') return panel
        fail(reply, 404, 'PANEL_NOT_FOUND', 'No panel has this Remote Portal ID.')
        return undefined
      }
      const asManagement = (panel: SeededPanel) => {
        const { disabled, changedAt } = panels.managementOf(panel)
        return {
          remoteId: panel.remoteId,
          managementDisabled: disabled,
          changedAt: changedAt.toISOString(),
        }
      }

      scope.get<{ Params: { remoteId: string } }>('/panels/:remoteId/management', async (request, reply) => {
        const { remoteId } = request.params
        note(request.raw, { action: 'read', iccids: [remoteId] })
        await delays.wait('own-system')
        const panel = find(reply, remoteId)
        return panel ? reply.send(asManagement(panel)) : reply
      })

      scope.put<{ Params: { remoteId: string } }>('/panels/:remoteId/management', async (request, reply) => {
        const { remoteId } = request.params
        const disabled = isRecord(request.body) ? request.body.managementDisabled : undefined
        note(request.raw, { action: disabled === false ? 'enable' : 'disable', iccids: [remoteId] })
        if (typeof disabled !== 'boolean')
          return fail(reply, 400, 'INVALID', "'managementDisabled' must be true or false.")
        await delays.wait('panel-change')
        const panel = find(reply, remoteId)
        if (!panel) return reply
        if (panel.shows === 'portal-refuses')
          return fail(reply, 409, 'PANEL_LOCKED', 'The panel is locked by its installer.')
        panels.setManagement(panel, disabled)
        if (panel.shows === 'portal-answer-lost') {
          reply.hijack()
          request.raw.socket.resetAndDestroy()
          return reply
        }
        return reply.send(asManagement(panel))
      })
    },
    { prefix: '/remote-portal/api/v1' },
  )
}

const fail = (reply: FastifyReply, code: number, error: string, message: string) =>
  reply.code(code).send({ error, message })
