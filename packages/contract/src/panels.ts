import { z } from 'zod'
import { defineCall } from './call.ts'
import { disabledHours, extensionMinutes, isTime, isTimeZone } from './disablings.words.ts'
import { enablingStates, mostPanelIds, panelQueryTypes, panelServices } from './panels.words.ts'
import { withoutUnseen } from './pasted.ts'
import { why } from './reasons.ts'
import { PanelState } from './states.ts'

/**
 * Ids separated by commas, of letters, digits and underscore (5). A Remote Portal ID has a dash that the screen does
 * not take: it is found without it ('RP000001' for RP-000001). Direction marks around one are no part of it (D47).
 */
const Ids = z
  .string()
  .overwrite(withoutUnseen)
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
    /** The one state of each (D40), in the same order. */
    states: z.array(PanelState),
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
const instant = z.iso.datetime()

/** An order to disable management for a time; the server enables it then. */
export const Disabling = z.object({
  disablingId: z.string(),
  until: instant,
  /** In which zone the end was given; empty: as a number of hours. */
  timeZone: z.string(),
  /** Who ordered it. */
  by: z.string(),
  /** The end was due, and the person who ordered it may no longer: it is enabled by hand. */
  isRefused: z.boolean(),
  /** Why it could not be enabled so far; empty: it is not due, or was not tried. */
  reason: z.string(),
})
export type Disabling = z.infer<typeof Disabling>

export const DisabledPanel = Panel.omit({ panelInfo: true }).extend({
  /** Since when, and by whom; null and empty: not known. */
  since: instant.nullable(),
  by: z.string(),
  /** Null: until it is enabled. */
  disabling: Disabling.nullable(),
})
export type DisabledPanel = z.infer<typeof DisabledPanel>

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
  summary: 'Disable the management of a panel in the Remote Portal, for a time or until it is enabled',
  params: panelParams,
  query: z
    .strictObject({
      ...why,
      /** For so many hours; or `until` a local time of `timeZone`. None of them: until it is enabled. */
      hours: z.enum(disabledHours).optional(),
      until: z
        .string()
        .max(60)
        .refine(isTime, 'must be a day and a time, such as 2026-11-27 08:00')
        .optional(),
      timeZone: z
        .string()
        .max(60)
        .refine(isTimeZone, 'is not a time zone; write it like America/Toronto')
        .optional(),
    })
    .refine(({ until, timeZone }) => (until === undefined) === (timeZone === undefined), {
      path: ['timeZone'],
      message: 'must be given together with until',
    })
    .refine(({ hours, until }) => hours === undefined || until === undefined, {
      path: ['until'],
      message: 'must not be given together with hours',
    }),
  cutsOff: true,
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
  query: z.strictObject(why),
  data: Flag,
})

export const listDisabledPanels = defineCall({
  method: 'GET',
  path: '/panelmanagement/v1/disabled',
  access: 'panels.read',
  spec: '2.8, D46',
  summary:
    'All panels whose management is disabled now, what ends first before the others: by whom, since when, until when',
  data: z.object({
    panels: z.array(DisabledPanel),
    /** The one state of each (D40), in the same order. */
    states: z.array(PanelState),
    hasMore: z.boolean(),
  }),
})

export const readDisabling = defineCall({
  method: 'GET',
  path: '/panelmanagement/v1/disabled/{cloudId}',
  access: 'panels.read',
  spec: '2.8, D46',
  summary: 'Until when management of a panel is disabled; null: it is not, or until it is enabled',
  params: panelParams,
  data: Disabling.nullable(),
})

export const extendDisabling = defineCall({
  method: 'POST',
  path: '/panelmanagement/v1/disablings/{disablingId}/extend',
  access: 'panels.change',
  spec: '2.8',
  audit: {
    screen: 'Panel Info (CBS)',
    action: 'Keep management of a panel disabled for longer ({disablingId})',
  },
  summary: `Keep management of a panel disabled for ${extensionMinutes} minutes more; another person's order becomes the caller's`,
  params: z.strictObject({ disablingId: z.guid('must be the id of an order') }),
  data: Disabling,
})

/** Management of several panels that is enabled by one order, as work that goes on by itself. */
export const Enabling = z.object({
  enablingId: z.string(),
  isRunning: z.boolean(),
  /** Who ordered it. */
  by: z.string(),
  transactionId: z.string(),
  beganAt: instant,
  endedAt: instant.nullable(),
  /** In the order that they were named in. */
  panels: z.array(
    z.object({
      cloudId: z.string(),
      state: z.enum(enablingStates),
      /** What became of it, in a sentence; empty: nothing yet. */
      message: z.string(),
    }),
  ),
})
export type Enabling = z.infer<typeof Enabling>

export const beginEnabling = defineCall({
  method: 'POST',
  path: '/panelmanagement/v1/enablings',
  access: 'panels.change',
  spec: '2.8, D5',
  audit: { screen: 'Panel Info (CBS)', action: 'Enable management of several panels in the Remote Portal' },
  asksMuch: true,
  summary: `Enable management of up to ${mostPanelIds} panels in the Remote Portal, as work that goes on by itself, with a result for each panel`,
  query: z.strictObject(why),
  body: z.strictObject({
    cloudIds: z
      .array(panelParams.shape.cloudId.transform((id) => id.toUpperCase()))
      .min(1, 'must name one at least')
      .max(mostPanelIds, `must be at most ${mostPanelIds}`)
      .refine((ids) => new Set(ids).size === ids.length, 'must name each panel once'),
  }),
  data: Enabling,
})

export const readEnabling = defineCall({
  method: 'GET',
  path: '/panelmanagement/v1/enablings/{enablingId}',
  access: 'panels.read',
  spec: '2.8, D5',
  summary: 'How far such work has come, and what became of each panel',
  params: z.strictObject({ enablingId: z.guid('must be the id of an order') }),
  data: Enabling,
})

export const panelsCalls = {
  locatePanels,
  exportPanels,
  disablePanelManagement,
  enablePanelManagement,
  listDisabledPanels,
  readDisabling,
  extendDisabling,
  beginEnabling,
  readEnabling,
}
