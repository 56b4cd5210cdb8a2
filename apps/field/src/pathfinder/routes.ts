import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { bearerToken, sameSecret } from '../credentials.ts'
import { textOf } from '../json.ts'
import { type Environment, environments, type SeededPanel } from '../world/panel-world.ts'

const TOKEN = 'demo-pathfinder-token'

/** Pathfinder, as docs/neighbours.md describes it. */
export function pathfinderRoutes(app: FastifyInstance, { panels, delays, note }: Context): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const token = bearerToken(request.headers.authorization)
        if (token && sameSecret(token, TOKEN)) return
        reply.header('www-authenticate', 'Bearer')
        await fail(reply, 401, 'UNAUTHORIZED', 'The bearer token is missing or wrong.')
      })
      scope.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
        error.statusCode === 400
          ? fail(reply, 400, 'BAD_REQUEST', 'The body is not JSON.')
          : fail(reply, 500, 'INTERNAL', 'Something went wrong. Try later.'),
      )
      scope.setNotFoundHandler((_request, reply) =>
        fail(reply, 404, 'NOT_FOUND', 'There is nothing at this address.'),
      )

      const find = (reply: FastifyReply, physicalId: string): SeededPanel | undefined => {
        const panel = panels.withPhysicalId(physicalId)
        if (!panel) fail(reply, 404, 'PANEL_NOT_FOUND', 'No panel with this physical ID has connected.')
        return panel
      }
      const asPointing = (panel: SeededPanel) => {
        const { environment, changedAt } = panels.environmentOf(panel)
        return { physicalPanelId: panel.physicalId, environment, changedAt: changedAt.toISOString() }
      }

      scope.get<{ Params: { physicalId: string } }>(
        '/panels/:physicalId/environment',
        async (request, reply) => {
          const { physicalId } = request.params
          note(request.raw, { action: 'read', iccids: [physicalId] })
          await delays.wait('own-system')
          const panel = find(reply, physicalId)
          return panel ? reply.send(asPointing(panel)) : reply
        },
      )

      scope.put<{ Params: { physicalId: string } }>(
        '/panels/:physicalId/environment',
        async (request, reply) => {
          const { physicalId } = request.params
          note(request.raw, { action: 'point', iccids: [physicalId] })
          const environment = environmentOf(textOf(request.body, 'environment'))
          if (!environment) return fail(reply, 400, 'BAD_REQUEST', wrongEnvironment)
          await delays.wait('panel-change')
          const panel = find(reply, physicalId)
          if (!panel) return reply
          if (panel.shows === 'pathfinder-fails-on-update')
            return fail(reply, 500, 'INTERNAL', 'Something went wrong. Try later.')
          if (panel.shows === 'pathfinder-refuses')
            return fail(reply, 403, 'FORBIDDEN', 'This panel is held by engineering.')
          panels.pointTo(panel, environment)
          return reply.send(asPointing(panel))
        },
      )

      scope.get<{ Querystring: { id?: string; environment?: string } }>(
        '/mappings',
        async (request, reply) => {
          const { id = '' } = request.query
          const environment = environmentOf(request.query.environment)
          if (!id) return fail(reply, 400, 'BAD_REQUEST', 'The query parameter id is required.')
          if (!environment) return fail(reply, 400, 'BAD_REQUEST', wrongEnvironment)
          note(request.raw, { action: 'look-up', iccids: [id] })
          await delays.wait('own-system')
          const panel = panels.connectedAs(id, environment)
          if (!panel)
            return fail(reply, 404, 'MAPPING_NOT_FOUND', 'No panel with this ID has connected there.')
          return reply.send({ environment, mappings: asMappings(panel) })
        },
      )
    },
    { prefix: '/pathfinder/v1' },
  )
}

const asMappings = ({ cloudId, physicalId, productId, deviceId }: SeededPanel) => [
  { idType: 'CloudId', value: cloudId },
  { idType: 'PhysicalPanelId', value: physicalId },
  { idType: 'PanelProductId', value: productId },
  { idType: 'DeviceId', value: deviceId },
]

const environmentOf = (text: string | undefined): Environment | undefined =>
  environments.find((each) => each === text)

const wrongEnvironment = `'environment' must be one of ${environments.join(', ')}.`

const fail = (reply: FastifyReply, code: number, error: string, detail: string) =>
  reply.code(code).send({ code: error, detail })
