import { z } from 'zod'
import { type Call, defineCall, defineReading } from './call.ts'
import { vendorCodes } from './carriers.ts'
import {
  companyPanelSorts,
  companySimSorts,
  companyUserSorts,
  mostChosen,
  mostDifferences,
} from './company-lists.words.ts'
import { identified } from './identifiers.ts'
import { CompanyState, PanelState, SimState, ThingState } from './states.ts'
import { panelShows, panelStates, simShows, simStates } from './states.words.ts'
import { line, wholeNumber } from './text.ts'
import { PanelConnection, thingId } from './things.ts'

/** A company that does not exist has no rows: whether it exists is said to anyone who may read companies, by its own call. */
const params = z.strictObject({ companyId: wholeNumber(1, 2_147_483_647, 'must be the id of a company') })

const flag = z.enum(['true', 'false'])

/** Part of an identifier; gaps and case count for nothing. */
const text = line(100)
  .regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit')
  .optional()

/** Which page, from 1; one beyond the last is empty. A page costs what its count costs, so that every page may be asked for. */
const place = { order: z.enum(['asc', 'desc']).optional(), page: wholeNumber(1, 1_000_000).optional() }

const chosen = (kind: 'sim' | 'panel') => z.array(thingId(kind)).min(1).max(mostChosen)

const counts = {
  /** How many rows fit what was asked, on all pages. */
  matches: z.number().int(),
  /** How many the company has. */
  total: z.number().int(),
}

const simFilters = {
  /** Part of the ICCID, of the cloud ID of its panel, or of an IMEI, number or address that a source told. */
  text,
  state: z.enum(simStates).optional(),
  show: z.enum(simShows).optional(),
  vendorCode: z.enum(vendorCodes).optional(),
  usable: flag.optional(),
}
export const CompanySimFilter = z.strictObject(simFilters)
export type CompanySimFilter = z.infer<typeof CompanySimFilter>

export const CompanySim = z.object({
  iccid: z.string(),
  vendorCode: z.enum(vendorCodes),
  /** Null: the reader may not read it. */
  usable: z.boolean().nullable(),
  state: SimState,
  /** The cloud ID of the panel that it sits in; null: not known. */
  panel: z.string().nullable(),
})
export type CompanySim = z.infer<typeof CompanySim>

export const listCompanySims = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/sims',
  access: identified.sim.permission,
  spec: 'use 2, connected console 4',
  summary: 'The SIMs of a company with their state, 50 a page',
  params,
  query: z.strictObject({ ...simFilters, sort: z.enum(companySimSorts).optional(), ...place }),
  data: z.object({
    sims: z.array(CompanySim),
    ...counts,
    /** All that match, in the order asked for; null where they are more than can be chosen at once. */
    iccids: z.array(z.string()).max(mostChosen).nullable(),
  }),
})

export const exportCompanySims = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/sims/export',
  access: identified.sim.permission,
  spec: 'connected console 4, D22',
  summary: 'The same SIMs as a CSV file, all that match, by ICCID',
  params,
  query: CompanySimFilter,
  file: 'text/csv',
  data: z.null(),
})

const panelFilters = {
  /** Part of the cloud ID, Remote Portal ID, physical ID, the SIM in it, or what else a source told that names it. */
  text,
  state: z.enum(panelStates).optional(),
  show: z.enum(panelShows).optional(),
  /** Management is disabled in the Remote Portal. */
  flagged: flag.optional(),
}
export const CompanyPanelFilter = z.strictObject(panelFilters)
export type CompanyPanelFilter = z.infer<typeof CompanyPanelFilter>

export const CompanyPanel = z.object({
  cloudId: z.string(),
  /** Null: the panel is in no Remote Portal. */
  remoteId: z.string().nullable(),
  flagged: z.boolean(),
  state: PanelState,
  /** As last seen; null: it was never seen at WebConnect, or the reader may not read that. */
  connection: PanelConnection.nullable(),
  /** The company's SIM that sits in it by our inventory; null: none is known. */
  simId: z.string().nullable(),
})
export type CompanyPanel = z.infer<typeof CompanyPanel>

export const listCompanyPanels = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/panels',
  access: identified.panel.permission,
  spec: 'use 2, connected console 4',
  summary: 'The panels of a company with their connection as last seen, 50 a page',
  params,
  query: z.strictObject({ ...panelFilters, sort: z.enum(companyPanelSorts).optional(), ...place }),
  data: z.object({
    panels: z.array(CompanyPanel),
    ...counts,
    /** All that match, in the order asked for; null where they are more than can be chosen at once. */
    cloudIds: z.array(z.string()).max(mostChosen).nullable(),
  }),
})

export const exportCompanyPanels = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/panels/export',
  access: identified.panel.permission,
  spec: 'connected console 4, D22',
  summary: 'The same panels as a CSV file, all that match, by cloud ID',
  params,
  query: CompanyPanelFilter,
  file: 'text/csv',
  data: z.null(),
})

export const exportChosenSims = defineReading({
  path: '/companymanager/v1/companies/{companyId}/sims/export',
  access: identified.sim.permission,
  spec: 'connected console 4, D22',
  summary: 'Chosen SIMs of a company as the same file; what is not the company’s is left out',
  params,
  body: z.strictObject({ iccids: chosen('sim') }),
  file: 'text/csv',
  data: z.null(),
})

export const exportChosenPanels = defineReading({
  path: '/companymanager/v1/companies/{companyId}/panels/export',
  access: identified.panel.permission,
  spec: 'connected console 4, D22',
  summary: 'Chosen panels of a company as the same file; what is not the company’s is left out',
  params,
  body: z.strictObject({ cloudIds: chosen('panel') }),
  file: 'text/csv',
  data: z.null(),
})

/** Someone of the Remote Portal, and what they may do there for a company (2.11). */
export const CompanyUser = z.object({
  email: z.string(),
  remoteId: z.string(),
  role: z.string(),
})
export type CompanyUser = z.infer<typeof CompanyUser>

export const listCompanyUsers = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/users',
  access: identified.person.permission,
  spec: '2.11, connected console 4',
  summary: 'The Remote Portal users of a company with their roles, 50 a page',
  params,
  query: z.strictObject({ text, sort: z.enum(companyUserSorts).optional(), ...place }),
  data: z.object({ users: z.array(CompanyUser), ...counts }),
})

export const getCompanyState = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/state',
  access: identified.company.permission,
  spec: 'D40, connected console 4',
  summary:
    "How many of a company's SIMs and panels are wrong, and how many were never asked, by what is kept",
  params,
  data: z.object({
    state: CompanyState,
    /** The server's clock, by which ages are told. */
    now: z.iso.datetime(),
  }),
})

const instant = z.iso.datetime({ offset: true, error: 'must be a date and a time with its offset' })

export const getCompanyDifferences = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/differences',
  access: identified.company.permission,
  spec: 'D40, kept state',
  summary:
    "Which of a company's SIMs and panels were in another state at one moment than at another, by what was known then",
  params,
  query: z.strictObject({ from: instant, to: instant }),
  data: z.object({
    /** The first of them: SIMs by ICCID, then panels by cloud ID. */
    differences: z
      .array(
        z.object({
          kind: z.enum(['sim', 'panel']),
          id: z.string(),
          /** Null: it was not this company's then. */
          before: ThingState.nullable(),
          after: ThingState.nullable(),
        }),
      )
      .max(mostDifferences),
    /** How many there are in all. */
    total: z.number().int(),
    now: z.iso.datetime(),
  }),
})

export const companyListsCalls = {
  listCompanySims,
  exportCompanySims,
  exportChosenSims,
  listCompanyPanels,
  exportCompanyPanels,
  exportChosenPanels,
  listCompanyUsers,
  getCompanyState,
  getCompanyDifferences,
} as const satisfies Record<string, Call>
