import {
  type CompanyPanel,
  type CompanyPanelFilter,
  type CompanyPanelSort,
  type PanelConnection,
  withoutGaps,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'
import {
  filterColumns,
  type PanelStateRow,
  panelStateSql,
  type StateFilterRow,
  seenSql,
  stateColumns,
  toPanelState,
} from '../states/index.ts'
import { type CompanyList, isToldOf } from './company-lists.store.ts'

interface PanelRow extends PanelStateRow, StateFilterRow {
  cloud_id: string
  remote_id: string | null
  flagged: boolean
  is_silent: boolean
  connection: PanelConnection['state'] | null
  container: string | null
  seen_iccid: string | null
  host: string | null
  seen_since: Date | null
  refused_since: Date | null
  said_at: Date | null
  sim_id: string | null
}

/** The SIM of a panel is looked for among the company's: an active one first, then the one that changed last. */
export const companyPanels: CompanyList<PanelRow, CompanyPanelFilter, CompanyPanelSort> = {
  table: 'panel',
  id: 'cloud_id',
  rows: (companyId, view) => {
    const state = panelStateSql(view, sql`panel.cloud_id`, companyId)
    return sql`
    select ${state.columns}, ${filterColumns(state)}, ${state.isSilent} as is_silent, panel.cloud_id, panel.remote_id,
      panel.remote_key, panel.flagged, (
        select iccid from sim where sim.panel = panel.cloud_id and sim.panel <> '' and sim.company_id = ${companyId}
        order by sim.deactivated_at is not null, sim.update_date desc, sim.iccid limit 1
      ) as sim_id,
      panel.panel_info ->> 'physicalPanelId' as physical_id, seen.connection, seen.container, seen.iccid as seen_iccid,
      seen.host, seen.since as seen_since, seen.refused_since, seen.said_at
    from panel
    ${state.joins}
    left join ${seenSql(sql`panel.cloud_id`, view, companyId)} on true
    where panel.company_id = ${companyId}`
  },
  conditions: ({ text, state, show, flagged }, companyId, may) => {
    const part = text && withoutGaps(text).toLowerCase()
    const columns = ['cloud_id', 'remote_key', 'seen_iccid']
    return [
      ...(state ? [sql`state = ${state}`] : []),
      ...(show ? [sql.ref(shows[show])] : []),
      ...(flagged ? [sql`flagged = ${flagged === 'true'}`] : []),
      ...(part
        ? [
            sql`(${sql.join(
              [
                ...columns.map((column) => sql`strpos(lower(${sql.ref(column)}), ${part}) > 0`),
                sql`strpos(replace(lower(physical_id), '-', ''), ${part}) > 0`,
                // By the company's SIMs once, rather than by each panel's.
                sql`cloud_id in (select panel from sim where company_id = ${companyId} and strpos(iccid, ${part}) > 0)`,
                isToldOf('panel', 'cloud_id', part, may),
              ],
              sql` or `,
            )})`,
          ]
        : []),
    ]
  },
  sorts: {
    cloudId: 'cloud_id',
    remoteId: 'remote_id',
    state: 'state_rank',
    since: 'state_since',
    simId: 'sim_id',
  },
}

const shows = {
  wrong: 'is_wrong',
  silent: 'is_silent',
  'other-environment': 'other_environment',
  'not-asked': 'is_not_asked',
} as const

export const toCompanyPanel = (row: PanelRow): CompanyPanel => ({
  cloudId: row.cloud_id,
  remoteId: row.remote_id,
  flagged: row.flagged,
  state: toPanelState(row),
  connection:
    row.connection === null || row.seen_since === null
      ? null
      : {
          state: row.connection,
          container: row.container ?? '',
          iccid: row.seen_iccid ?? '',
          host: row.host ?? '',
          since: row.seen_since.toISOString(),
          refusedSince: row.refused_since?.toISOString() ?? null,
          saidAt: row.said_at?.toISOString() ?? null,
        },
  simId: row.sim_id,
})

export const companyPanelColumns: readonly CsvColumn<PanelRow>[] = [
  { header: 'CloudId', cell: (row) => row.cloud_id },
  ...stateColumns<PanelRow>(toPanelState),
  { header: 'RemotePortalId', cell: (row) => row.remote_id ?? '' },
  { header: 'ManagementDisabled', cell: (row) => String(row.flagged) },
  { header: 'Container', cell: (row) => row.container ?? '' },
  { header: 'SeenICCID', cell: (row) => row.seen_iccid ?? '' },
  { header: 'ICCID', cell: (row) => row.sim_id ?? '' },
]
