import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { textOf } from '../json.ts'
import { OwnRefusal, ownSystem } from '../own-system.ts'
import { type Environment, environments, type SeededPanel } from '../world/panel-world.ts'

type OfPanel = { Params: { physicalId: string } }

/** Pathfinder. */
export function pathfinderRoutes(app: FastifyInstance, { panels, delays, note }: Context): void {
  const find = (physicalId: string): SeededPanel => {
    const panel = panels.withPhysicalId(physicalId)
    if (panel) return panel
    throw new OwnRefusal(404, 'PANEL_NOT_FOUND', 'No panel with this physical ID has connected.')
  }
  const asPointing = (panel: SeededPanel) => {
    const { environment, changedAt } = panels.environmentOf(panel)
    return { physicalPanelId: panel.physicalId, environment, changedAt: changedAt.toISOString() }
  }

  ownSystem(app, { prefix: '/pathfinder/v1', token: 'demo-pathfinder-token' }, (scope) => {
    scope.get<OfPanel>('/panels/:physicalId/environment', async (request) => {
      const { physicalId } = request.params
      note(request.raw, { action: 'read', iccids: [physicalId] })
      await delays.wait('own-system')
      return asPointing(find(physicalId))
    })

    scope.put<OfPanel>('/panels/:physicalId/environment', async (request) => {
      const { physicalId } = request.params
      note(request.raw, { action: 'point', iccids: [physicalId] })
      const environment = environmentOf(textOf(request.body, 'environment'))
      await delays.wait('panel-change')
      const panel = find(physicalId)
      if (panel.shows === 'pathfinder-fails-on-update')
        throw new OwnRefusal(500, 'INTERNAL', 'Something went wrong. Try later.')
      if (panel.shows === 'pathfinder-refuses')
        throw new OwnRefusal(403, 'FORBIDDEN', 'This panel is held by engineering.')
      panels.pointTo(panel, environment)
      return asPointing(panel)
    })

    scope.get<{ Querystring: { id?: string; environment?: string } }>('/mappings', async (request) => {
      const { id } = request.query
      if (!id) throw new OwnRefusal(400, 'BAD_REQUEST', 'The query parameter id is required.')
      const environment = environmentOf(request.query.environment)
      note(request.raw, { action: 'look-up', iccids: [id] })
      await delays.wait('own-system')
      const panel = panels.connectedAs(id, environment)
      if (!panel) throw new OwnRefusal(404, 'MAPPING_NOT_FOUND', 'No panel with this ID has connected there.')
      return { environment, mappings: asMappings(panel) }
    })
  })
}

const asMappings = ({ cloudId, physicalId, productId, deviceId }: SeededPanel) => [
  { idType: 'CloudId', value: cloudId },
  { idType: 'PhysicalPanelId', value: physicalId },
  { idType: 'PanelProductId', value: productId },
  { idType: 'DeviceId', value: deviceId },
]

function environmentOf(text: string | undefined): Environment {
  const environment = environments.find((each) => each === text)
  if (environment) return environment
  throw new OwnRefusal(400, 'BAD_REQUEST', `'environment' must be one of ${environments.join(', ')}.`)
}
