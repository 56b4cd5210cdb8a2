import {
  bareGuid,
  calls,
  type Environment,
  factRights,
  guidPattern,
  mainIdentifier,
} from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { asChange } from '../../platform/database/work.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import { Problem } from '../../platform/problem.ts'
import { ask } from '../../systems/ask.ts'
import type { DeviceDomainMapping, Pathfinder } from '../../systems/pathfinder/pathfinder.adapter.ts'
import { idsOfPanel, keepPanelIds } from '../panels/index.ts'
import { panelStatesOf, type View, type Views } from '../states/index.ts'
import { lookUp, pointPanel, problemOf } from './point-panel.ts'

/** Panel Environment (2.9). Who may, on which host, the permissions say (2.2, D16). */
export function registerPanelEnvironment(api: Api, pathfinder: Pathfinder, viewOf: Views): void {
  const { platform } = api
  const { db, log } = platform
  const { environment: host } = platform.config

  registerCall(api, calls.getPathfinder, async ({ params, signal, user }) => {
    const { physicalId } = params
    const told = await lookUp({ platform, signal }, pathfinder, physicalId)
    if (told.data === null) throw problemOf(told.error)
    const panel = await panelWith(db, physicalId, viewOf(user))
    return { data: { physicalId, environment: told.data.environment, panel } }
  })

  registerCall(api, calls.updatePathfinder, (context, work) =>
    pointPanel(
      { pathfinder, platform },
      { physicalId: context.params.physicalId, environment: context.body.Env },
      context,
      work,
    ),
  )

  registerCall(api, calls.getDeviceDomainMappings, async ({ params, query, signal }) => {
    const { queryEnv } = query
    const offered = environmentsOn(host)
    if (!offered.includes(queryEnv))
      throw new Problem(
        'Invalid',
        `On the ${host} host panels can be looked up only in ${offered.join(', ')}.`,
        {
          issues: [{ field: 'queryEnv', message: `must be ${offered.join(', ')} on the ${host} host` }],
        },
      )
    const told = await ask(
      { platform, signal },
      pathfinder.name,
      () => mappingsOf(pathfinder, params.panelId, queryEnv, signal),
      {
        kind: 'panel',
        id: (mappings) => mainIdentifier('panel', idOf(mappings, 'CloudId') ?? ''),
        source: `${pathfinder.name} ${queryEnv}`,
        fields: (mappings) => ({
          cloudId: idOf(mappings, 'CloudId'),
          physicalId: idOf(mappings, 'PhysicalPanelId'),
          productId: idOf(mappings, 'PanelProductId'),
          deviceId: idOf(mappings, 'DeviceId'),
        }),
      },
    )
    if (told.data === null) throw problemOf(told.error)
    const mappings = told.data
    if (mappings.length === 0) throw new Problem('NotFound', 'not found')
    // Not what was asked for: the answer does not wait on it where it fails.
    await asChange(() => keepPanelIds(db, mappings)).catch((error: unknown) =>
      log.error({ err: error }, 'which ids a panel has cannot be kept'),
    )
    return { data: mappings }
  })
}

/** The panel of a physical ID, for readers of panels. */
async function panelWith(db: Db, physicalId: string, view: View) {
  if (!view.may(factRights.panel)) return null
  const [, cloudId] = await idsOfPanel(db, physicalId, view.may)
  const state = cloudId && (await panelStatesOf(db, view, [cloudId])).get(cloudId)
  return cloudId && state ? { cloudId, state } : null
}

const idOf = (mappings: readonly DeviceDomainMapping[], type: DeviceDomainMapping['idType']) =>
  mappings.find(({ idType }) => idType === type)?.value

/** In which environments panels may be looked up (2.9). */
const environmentsOn = (host: Environment): readonly Environment[] =>
  host === 'prod' ? ['prod', 'test', 'dev'] : [host]

/**
 * A physical ID is known without braces and in lower case. Others are asked for as they are written, then in capitals:
 * so panels are labelled, and Panel Management takes cloud IDs in any case as well.
 */
async function mappingsOf(
  pathfinder: Pathfinder,
  panelId: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<DeviceDomainMapping[]> {
  const lookUpId = (id: string) => pathfinder.mappingsOf(id, environment, { signal })
  if (guidPattern.test(panelId)) return lookUpId(bareGuid(panelId))
  const capitals = panelId.toUpperCase()
  try {
    return await lookUpId(panelId)
  } catch (error) {
    const isUnknown = error instanceof NeighbourError && error.kind === 'not-found'
    if (!isUnknown || capitals === panelId) throw error
    return lookUpId(capitals)
  }
}
