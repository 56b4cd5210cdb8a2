import { bareNumber, mostPanelIds, type Panel, type PanelQueryType } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type {} from './panels.table.ts'

/** The panels that are asked for: ids in their normal form, without repetition. */
export interface PanelSearch {
  by: PanelQueryType
  /** Cloud IDs and Remote Portal IDs in capitals, the latter without dashes; SAP numbers without leading zeros (D41). */
  ids: string[]
  /** As they were typed, in that order, by their normal form. */
  typed: ReadonlyMap<string, string>
}

/** Reads ids separated by commas: empty ones are nothing, repeated ones count once (2.8, D25). */
export function panelSearch(by: PanelQueryType, text: string): PanelSearch {
  const typed = new Map<string, string>()
  for (const id of text.split(',').filter((part) => part !== '')) {
    const normal = by === 'sapNumber' ? bareNumber(id) : id.toUpperCase()
    if (!typed.has(normal)) typed.set(normal, id)
  }
  return { by, ids: [...typed.keys()], typed }
}

const columns = [
  'panel.cloud_id as cloudId',
  'company.name as companyName',
  'company.sap_company_id as companySapNumber',
  'panel.remote_id as remoteId',
  'panel.remote_key as remoteKey',
  'panel.flagged',
] as const

const withCloudIds = compileOnce((db, given: { ids: string[] }) =>
  db
    .selectFrom('panel')
    .leftJoin('company', 'company.id', 'panel.company_id')
    .select([...columns, 'panel.panel_info as panelInfo'])
    .where('panel.cloud_id', '=', sql<string>`any(${given.ids}::text[])`)
    .orderBy('panel.cloud_id'),
)

/** Without what only a search by cloud ID shows: thousands of panels may come. */
const services = sql<Panel['panelInfo']>`
  jsonb_build_object('serviceStates', panel.panel_info -> 'serviceStates')`.as('panelInfo')

const withRemoteKeys = compileOnce((db, given: { ids: string[] }) =>
  db
    .selectFrom('panel')
    .leftJoin('company', 'company.id', 'panel.company_id')
    .select([...columns, services])
    .where('panel.remote_key', '=', sql<string>`any(${given.ids}::text[])`)
    .orderBy('panel.cloud_id'),
)

const pageOfCompany = compileOnce((db, given: { companyId: number; after: string; limit: number }) =>
  db
    .selectFrom('panel')
    .innerJoin('company', 'company.id', 'panel.company_id')
    .select([...columns, services])
    .where('panel.company_id', '=', given.companyId)
    .where('panel.cloud_id', '>', given.after)
    .orderBy('panel.cloud_id')
    .limit(given.limit),
)

interface FoundPanel extends Panel {
  remoteKey: string | null
}

/**
 * The panels of a search, company by company where it names companies, each in the order of cloud IDs, read page by
 * page as they are taken.
 */
export async function* panelsOf(
  db: Kysely<Tables>,
  { by, ids }: PanelSearch,
  pageSize: number,
): AsyncGenerator<FoundPanel> {
  if (by !== 'sapNumber') {
    const rows = await (by === 'cloudId' ? withCloudIds : withRemoteKeys)(db, { ids })
    yield* rows.map(toPanel)
    return
  }
  for (const companyId of await companiesWithPanels(db, ids)) {
    for (let after = ''; ; ) {
      const rows = await pageOfCompany(db, { companyId, after, limit: pageSize })
      yield* rows.map(toPanel)
      const last = rows.at(-1)
      if (!last || rows.length < pageSize) break
      after = last.cloudId
    }
  }
}

/** Those of the panels that the inventory has; cloud IDs in capitals. */
export const panelsByCloudId = async (db: Kysely<Tables>, ids: string[]): Promise<Panel[]> =>
  (await withCloudIds(db, { ids })).map(toPanel)

/** Which of the ids have no panel, as they were typed and in that order. */
export async function idsWithoutPanel(
  db: Kysely<Tables>,
  { by, ids, typed }: PanelSearch,
  panels: readonly FoundPanel[],
): Promise<string[]> {
  const found = new Set<string>(
    by === 'cloudId'
      ? panels.map((panel) => panel.cloudId)
      : by === 'remoteId'
        ? panels.map((panel) => panel.remoteKey ?? '')
        : // An answer may hold only a part of the panels: the companies are asked for by themselves.
          await sapNumbersWithPanels(db, ids),
  )
  return [...typed].filter(([normal]) => !found.has(normal)).map(([, asTyped]) => asTyped)
}

const companiesOf = (db: Kysely<Tables>, sapNumbers: string[]) =>
  db
    .selectFrom('company')
    .where('sap_number', '=', sql<string>`any(${sapNumbers}::text[])`)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('panel').select('cloud_id').whereRef('panel.company_id', '=', 'company.id')),
    )

async function companiesWithPanels(db: Kysely<Tables>, sapNumbers: string[]): Promise<number[]> {
  const rows = await companiesOf(db, sapNumbers)
    .select('id')
    .orderBy('sap_company_id')
    .limit(mostPanelIds)
    .execute()
  return rows.map(({ id }) => id)
}

async function sapNumbersWithPanels(db: Kysely<Tables>, sapNumbers: string[]): Promise<string[]> {
  const rows = await companiesOf(db, sapNumbers).select('sap_number').execute()
  return rows.map((row) => row.sap_number)
}

interface PanelRow {
  cloudId: string
  companyName: string | null
  companySapNumber: string | null
  remoteId: string | null
  remoteKey: string | null
  flagged: boolean
  panelInfo: Panel['panelInfo']
}

const toPanel = (row: PanelRow): FoundPanel => ({
  ...row,
  companyName: row.companyName ?? '',
  companySapNumber: row.companySapNumber ?? '',
  remoteId: row.remoteId ?? '',
})
