import { z } from 'zod'
import { type Call, defineCall, defineReading } from './call.ts'
import { vendorCodes } from './carriers.ts'
import {
  companyPanelSorts,
  companySimSorts,
  companyUserSorts,
  connectionFilters,
  findingFilters,
  mostChosen,
} from './company-lists.words.ts'
import { identified } from './identifiers.ts'
import { deviceStatuses } from './sim-information.words.ts'
import { StoredFinding } from './states.ts'
import { line, wholeNumber } from './text.ts'
import { PanelConnection, thingId } from './things.ts'

/** A company that does not exist has no rows: whether it exists is said to whoever may read companies, by its own call. */
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

/** Null: it was never diagnosed, or the reader may not read all that a diagnosis goes by. */
const finding = StoredFinding.nullable()

const simFilters = {
  /** Part of the ICCID, of the cloud ID of its panel, or of an IMEI, number or address that a source told. */
  text,
  state: z.enum(deviceStatuses).optional(),
  vendorCode: z.enum(vendorCodes).optional(),
  usable: flag.optional(),
  finding: z.enum(findingFilters).optional(),
}
const simFilter = z.strictObject(simFilters)
export type CompanySimFilter = z.infer<typeof simFilter>

export const CompanySim = z.object({
  iccid: z.string(),
  vendorCode: z.enum(vendorCodes),
  /** Null: the reader may not read it. */
  usable: z.boolean().nullable(),
  /** When the console deactivated it, or learned that it is. */
  deactivatedAt: z.iso.datetime().nullable(),
  /** Deactivated where the inventory says so, else what its carrier last said; Unknown where it never said any. */
  state: z.enum(deviceStatuses),
  /** What its carrier last said; null: it never told anything. */
  said: z
    .object({
      deviceStatus: z.string(),
      /** The carrier's own word. */
      rawStatus: z.string(),
      askedAt: z.iso.datetime(),
    })
    .nullable(),
  /** When the carrier was asked again, and gave no answer. */
  unansweredAt: z.iso.datetime().nullable(),
  /** The cloud ID of the panel that it sits in; null: not known. */
  panel: z.string().nullable(),
  finding,
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
  query: simFilter,
  file: 'text/csv',
  data: z.null(),
})

const panelFilters = {
  /** Part of the cloud ID, Remote Portal ID, physical ID, the SIM in it, or what else a source told that names it. */
  text,
  connection: z.enum(connectionFilters).optional(),
  /** Management is disabled in the Remote Portal. */
  flagged: flag.optional(),
  finding: z.enum(findingFilters).optional(),
}
const panelFilter = z.strictObject(panelFilters)
export type CompanyPanelFilter = z.infer<typeof panelFilter>

export const CompanyPanel = z.object({
  cloudId: z.string(),
  /** Null: the panel is in no Remote Portal. */
  remoteId: z.string().nullable(),
  flagged: z.boolean(),
  /** As last seen; null: it was never seen at WebConnect, or the reader may not read that. */
  connection: PanelConnection.nullable(),
  /** The company's SIM that sits in it by our inventory; null: none is known. */
  simId: z.string().nullable(),
  finding,
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
  query: panelFilter,
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

/** Somebody of the Remote Portal, and what he may do there for a company (2.11). */
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

const FindingCounts = z.object({
  /** How many the company has. */
  total: z.number().int(),
  cause: z.number().int(),
  likely: z.number().int(),
  unexplained: z.number().int(),
  'not-known': z.number().int(),
  fine: z.number().int(),
  /** When the one was looked at that was not looked at for the longest; null: none ever was. */
  oldestAt: z.iso.datetime().nullable(),
})
export type FindingCounts = z.infer<typeof FindingCounts>

export const countCompanyFindings = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/findings',
  access: identified.company.permission,
  spec: 'connected console 4, 5',
  summary:
    "How many of a company's SIMs and panels had which verdict when each was last diagnosed; the others never were",
  params,
  data: z.object({
    /** Null: the reader may not read all that a diagnosis goes by. */
    findings: z.object({ sims: FindingCounts, panels: FindingCounts }).nullable(),
    /** The server's clock, by which ages are told. */
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
  countCompanyFindings,
} as const satisfies Record<string, Call>
