import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { isRecord } from '../json.ts'
import { OwnRefusal, ownSystem } from '../own-system.ts'
import type { SeededPanel } from '../world/panel-world.ts'

type OfPanel = { Params: { remoteId: string } }

/** The Remote Portal. */
export function remotePortalRoutes(app: FastifyInstance, { panels, delays, note }: Context): void {
  const find = (remoteId: string): SeededPanel => {
    const panel = panels.withRemoteId(remoteId)
    if (panel && panel.shows !== 'unknown-to-portal') return panel
    throw new OwnRefusal(404, 'PANEL_NOT_FOUND', 'No panel has this Remote Portal ID.')
  }
  const asManagement = (panel: SeededPanel) => {
    const { disabled, changedAt } = panels.managementOf(panel)
    return { remoteId: panel.remoteId, managementDisabled: disabled, changedAt: changedAt.toISOString() }
  }

  ownSystem(app, { prefix: '/remote-portal/api/v1', apiKey: 'demo-portal-key' }, (scope) => {
    scope.get<OfPanel>('/panels/:remoteId/management', async (request) => {
      const { remoteId } = request.params
      note(request.raw, { action: 'read', iccids: [remoteId] })
      await delays.wait('own-system')
      return asManagement(find(remoteId))
    })

    scope.put<OfPanel>('/panels/:remoteId/management', async (request, reply) => {
      const { remoteId } = request.params
      const disabled = isRecord(request.body) ? request.body.managementDisabled : undefined
      note(request.raw, { action: disabled === false ? 'enable' : 'disable', iccids: [remoteId] })
      if (typeof disabled !== 'boolean')
        throw new OwnRefusal(400, 'INVALID', "'managementDisabled' must be true or false.")
      await delays.wait('panel-change')
      const panel = find(remoteId)
      if (panel.shows === 'portal-refuses')
        throw new OwnRefusal(409, 'PANEL_LOCKED', 'The panel is locked by its installer.')
      panels.setManagement(panel, disabled)
      if (panel.shows !== 'portal-answer-lost') return asManagement(panel)
      request.raw.socket.resetAndDestroy()
      return reply.hijack()
    })
  })
}
