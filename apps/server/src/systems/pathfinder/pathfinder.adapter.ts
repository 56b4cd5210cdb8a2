import { bareGuid, type DeviceIdType, deviceIdTypes, type Environment } from '@support-console/contract'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { utcInstant } from '../instants.ts'
import { createJsonClient } from '../json-client.ts'
import { pathfinderName as name, pathfinderError } from './pathfinder.errors.ts'
import { Mappings, Pointing, pathfinderWord } from './pathfinder.wire.ts'

export { isForbidden } from './pathfinder.errors.ts'

export interface PathfinderSettings {
  baseUrl: string
  token: string
  answerWithinMs?: number
}

/** One id of a panel in an environment (specification 3). */
export interface DeviceDomainMapping {
  idType: DeviceIdType
  value: string
}

/** Where a panel points, and since when; UTC, ISO 8601; null: Pathfinder does not tell. */
export interface Pointed {
  environment: Environment
  changedAt: string | null
}

/**
 * Pathfinder: which environment a panel calls, and the ids it has there (specification 2.9). Everything rejects with a
 * NeighbourError: `not-found` for a panel that has not connected; `isForbidden` where Pathfinder says so.
 */
export interface Pathfinder {
  readonly name: string
  /** @param physicalId a GUID in lower case without braces */
  environmentOf: (physicalId: string, options?: CallOptions) => Promise<Pointed>
  /** Asks once to point the panel elsewhere. What was sent and not answered may have happened: then read it. */
  pointTo: (physicalId: string, environment: Environment, options?: CallOptions) => Promise<void>
  /** All ids of the panel that has this one, of any type, in the environment. */
  mappingsOf: (
    panelId: string,
    environment: Environment,
    options?: CallOptions,
  ) => Promise<DeviceDomainMapping[]>
}

export function createPathfinder(outbound: Outbound, { token, ...where }: PathfinderSettings): Pathfinder {
  const client = createJsonClient(outbound, {
    key: 'pathfinder',
    system: name,
    ...where,
    gate: { waitAtMostMs: 10_000 },
    headers: { authorization: `Bearer ${token}` },
    whyNot: pathfinderError,
  })
  const pointing = (operation: string, physicalId: string, environment?: Environment) => ({
    operation,
    path: ['panels', physicalId, 'environment'],
    shape: Pointing,
    fits: (said: { physicalPanelId: string; environment: Environment }) =>
      bareGuid(said.physicalPanelId) === physicalId && said.environment === (environment ?? said.environment),
  })
  return {
    name,
    async environmentOf(physicalId, options) {
      const said = await client.get(pointing('read environment', physicalId), options)
      return { environment: said.environment, changedAt: utcInstant(said.changedAt) ?? null }
    },
    async pointTo(physicalId, environment, options) {
      const body = { environment: pathfinderWord[environment] }
      await client.put({ ...pointing('set environment', physicalId, environment), body }, options)
    },
    async mappingsOf(panelId, environment, options) {
      const { mappings } = await client.get(
        {
          operation: 'look up panel',
          path: ['mappings'],
          query: { id: panelId, environment: pathfinderWord[environment] },
          shape: Mappings,
          fits: (said) => said.environment === environment,
        },
        options,
      )
      return mappings.flatMap(({ idType, value }) => {
        const known = deviceIdTypes.find((each) => each === idType)
        return known ? [{ idType: known, value }] : []
      })
    },
  }
}
