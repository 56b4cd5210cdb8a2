import { z } from 'zod'

/** GET and PUT /panels/{remoteId}/management (docs/neighbours/panel-systems.md) */
export const PortalManagement = z.object({ remoteId: z.string(), managementDisabled: z.boolean() })

export const PortalError = z.object({ error: z.string(), message: z.string().nullish() })
