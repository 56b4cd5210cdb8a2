import type { Outbound } from '../../platform/outbound/index.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { createJsonClient } from '../json-client.ts'
import { portalName as name, portalError } from './remote-portal.errors.ts'
import { PortalManagement } from './remote-portal.wire.ts'

export interface RemotePortalSettings {
  baseUrl: string
  apiKey: string
  answerWithinMs?: number
}

/**
 * The Remote Portal: where installers manage panels, unless that is disabled there (specification 2.8). Everything
 * rejects with a NeighbourError; `not-found` for a panel that it does not know.
 */
export interface RemotePortal {
  readonly name: string
  /** Whether management of the panel is disabled, read live. */
  isDisabled: (remoteId: string, options?: CallOptions) => Promise<boolean>
  /** Asks once to disable or enable it. What was sent and not answered may have happened: then read it. */
  setDisabled: (remoteId: string, disabled: boolean, options?: CallOptions) => Promise<void>
}

export function createRemotePortal(
  outbound: Outbound,
  { apiKey, ...where }: RemotePortalSettings,
): RemotePortal {
  const client = createJsonClient(outbound, {
    key: 'remote-portal',
    system: name,
    ...where,
    gate: { waitAtMostMs: 10_000 },
    headers: { 'x-api-key': apiKey },
    whyNot: portalError,
  })
  const management = (operation: string, remoteId: string, disabled?: boolean) => ({
    operation,
    path: ['panels', remoteId, 'management'],
    shape: PortalManagement,
    fits: (said: { remoteId: string; managementDisabled: boolean }) =>
      said.remoteId === remoteId && said.managementDisabled === (disabled ?? said.managementDisabled),
  })
  return {
    name,
    isDisabled: async (remoteId, options) =>
      (await client.get(management('read management', remoteId), options)).managementDisabled,
    async setDisabled(remoteId, disabled, options) {
      const body = { managementDisabled: disabled }
      await client.put({ ...management('set management', remoteId, disabled), body }, options)
    },
  }
}
