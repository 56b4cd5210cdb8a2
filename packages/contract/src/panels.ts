import { z } from 'zod'
import { defineCall } from './call.ts'
import { mostPanelIds, panelQueryTypes, panelServices } from './panels.words.ts'

/**
 * Ids separated by commas, of letters, digits and underscore (5). A Remote Portal ID has a dash that the screen does
 * not take: it is found without it ('RP000001' for RP-000001).
 */
const Ids = z
  .string()
  .min(1)
  .max(40 * mostPanelIds, 'is too long')
  .regex(/^[A-Za-z0-9_,]+$/, 'Alphanumeric only')
  .refine((ids) => ids.split(',').some((id) => id !== ''), 'must name at least one id')
  .refine(
    (ids) => new Set(ids.split(',').filter((id) => id !== '')).size <= mostPanelIds,
    `must name at most ${mostPanelIds} ids`,
  )

const params = z.strictObject({ ids: Ids })
const query = z.strictObject({ queryType: z.enum(panelQueryTypes) })

export const Panel = z.object({
  cloudId: z.string(),
  companyName: z.string(),
  companySapNumber: z.string(),
  /** Empty: the panel is in no Remote Portal. */
  remoteId: z.string(),
  /** Management is disabled in the Remote Portal. */
  flagged: z.boolean(),
  panelInfo: z.looseObject({
    serviceStates: z.array(z.object({ serviceName: z.enum(panelServices), activated: z.boolean() })),
  }),
})
export type Panel = z.infer<typeof Panel>

export const locatePanels = defineCall({
  method: 'GET',
  path: '/panelmanagement/v1/locate/{ids}',
  access: 'panels.read',
  spec: '2.8, 7',
  summary: 'The panels with these cloud IDs, of these companies, or with these Remote Portal IDs',
  params,
  query,
  data: z.object({
    /** By cloud ID; where companies were asked for, company by company in the order of their SAP numbers. */
    panels: z.array(Panel),
    /** The ids that no panel has, in the order in which they were asked. */
    notFound: z.array(z.string()),
    /** There are more than fit into one answer. */
    hasMore: z.boolean(),
  }),
})

export const exportPanels = defineCall({
  method: 'GET',
  path: '/panelmanagement/v1/export/{ids}',
  access: 'panels.read',
  spec: '2.8, 7, D22',
  summary: 'The same panels as a CSV file, all of them',
  params,
  query,
  file: 'text/csv',
  data: z.null(),
})

const panelParams = z.strictObject({
  cloudId: z
    .string()
    .max(40)
    .regex(/^[A-Za-z0-9_]+$/, 'Alphanumeric only'),
})
const Flag = z.object({ cloudId: z.string(), flagged: z.boolean() })

export const disablePanelManagement = defineCall({
  method: 'POST',
  path: '/panelmanagement/v1/devicemigration/{cloudId}',
  access: 'panels.change',
  spec: '2.8, 4, 7',
  audit: {
    screen: 'Panel Info (CBS)',
    action: 'Disable management of panel {cloudId} in the Remote Portal',
    object: 'panel {cloudId}',
  },
  summary: 'Disable the management of a panel in the Remote Portal',
  params: panelParams,
  data: Flag,
})

export const enablePanelManagement = defineCall({
  method: 'DELETE',
  path: '/panelmanagement/v1/devicemigration/{cloudId}',
  access: 'panels.change',
  spec: '2.8, 4, 7',
  audit: {
    screen: 'Panel Info (CBS)',
    action: 'Enable management of panel {cloudId} in the Remote Portal',
    object: 'panel {cloudId}',
  },
  summary: 'Enable the management of a panel in the Remote Portal again',
  params: panelParams,
  data: Flag,
})

export const panelsCalls = { locatePanels, exportPanels, disablePanelManagement, enablePanelManagement }
