import {
  type CompanyPanel,
  type CompanyPanelFilter,
  type CompanyPanelSort,
  type ConnectionFilter,
  connectionFilters,
  factRights,
  withoutGaps,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'
import type { May } from '../../platform/sign-on/user.ts'
import {
  type FindingRow,
  findingCells,
  findingColumns,
  hasFinding,
  joinFinding,
  toFinding,
} from './company-findings.ts'
import { type CompanyList, isToldOf, knownOf, observed } from './company-lists.store.ts'

interface PanelRow extends FindingRow {
  cloud_id: string
  remote_id: string | null
  flagged: boolean
  connection: ConnectionFilter
  container: string | null
  seen_iccid: string | null
  host: string | null
  since: Date | null
  said_at: Date | null
  sim_id: string | null
}

const none = { text: sql`null::text`, timestamptz: sql`null::timestamptz` } as const
/** What WebConnect last told of a row's panel; null to a reader who may not read it. */
const seen = (may: May) => (type: keyof typeof none, what: RawBuilder<unknown>) =>
  may(factRights.session) ? observed('panel', sql`panel.cloud_id`, sql`'WebConnect'`, what) : none[type]

/** The SIM of a panel is looked for among the company's: an active one first, then the one that changed last. */
export const companyPanels: CompanyList<PanelRow, CompanyPanelFilter, CompanyPanelSort> = {
  table: 'panel',
  id: 'cloud_id',
  rows: (companyId, may) => {
    const told = seen(may)
    return sql`
    select ${findingColumns}, panel.cloud_id, panel.remote_id, panel.remote_key, panel.flagged, (
        select iccid from sim where sim.panel = panel.cloud_id and sim.panel <> '' and sim.company_id = ${companyId}
        order by sim.deactivated_at is not null, sim.update_date desc, sim.iccid limit 1
      ) as sim_id,
      ${told('timestamptz', sql`asked_at`)} as since, ${told('text', sql`fields ->> 'host'`)} as host,
      (select said_at from webconnect_container where container_name = ${told('text', sql`fields ->> 'container'`)}) as said_at,
      panel.panel_info ->> 'physicalPanelId' as physical_id, ${told('text', sql`fields ->> 'container'`)} as container,
      ${told('text', sql`fields ->> 'iccid'`)} as seen_iccid,
      coalesce(${told('text', knownOf('connection', connectionFilters))}, 'unknown') as connection
    from panel
    ${joinFinding('panel', 'panel.cloud_id', may)}
    where panel.company_id = ${companyId}`
  },
  conditions: ({ text, connection, flagged, finding }, companyId, may) => {
    const part = text && withoutGaps(text).toLowerCase()
    const columns = ['cloud_id', 'remote_key', 'seen_iccid']
    return [
      ...hasFinding(finding),
      ...(connection ? [sql`connection = ${connection}`] : []),
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
    connection: 'connection',
    simId: 'sim_id',
    since: 'since',
    finding: 'finding_rank',
  },
}

export const toCompanyPanel = (row: PanelRow): CompanyPanel => ({
  cloudId: row.cloud_id,
  remoteId: row.remote_id,
  flagged: row.flagged,
  connection:
    row.connection === 'unknown' || row.since === null
      ? null
      : {
          state: row.connection,
          container: row.container ?? '',
          iccid: row.seen_iccid ?? '',
          host: row.host ?? '',
          since: row.since.toISOString(),
          saidAt: row.said_at?.toISOString() ?? null,
        },
  simId: row.sim_id,
  finding: toFinding(row),
})

export const companyPanelColumns: readonly CsvColumn<PanelRow>[] = [
  { header: 'CloudId', cell: (row) => row.cloud_id },
  { header: 'RemotePortalId', cell: (row) => row.remote_id ?? '' },
  { header: 'ManagementDisabled', cell: (row) => String(row.flagged) },
  { header: 'Connection', cell: (row) => row.connection },
  { header: 'Container', cell: (row) => row.container ?? '' },
  { header: 'ConnectionSince', cell: (row) => row.since?.toISOString() ?? '' },
  { header: 'ContainerSaidAt', cell: (row) => row.said_at?.toISOString() ?? '' },
  { header: 'SeenICCID', cell: (row) => row.seen_iccid ?? '' },
  { header: 'ICCID', cell: (row) => row.sim_id ?? '' },
  ...findingCells,
]
