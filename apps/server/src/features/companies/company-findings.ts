import {
  type FindingCounts,
  findingFilters,
  type StoredFinding,
  storedStates,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { type Verdicts, verdictsFor } from '../states/index.ts'

/** The verdict of a row's last diagnosis (features/diagnosis). */
export interface FindingRow {
  finding_code: StoredFinding['code']
  /** Null: there was none. */
  finding_state: StoredFinding['state'] | null
  finding_since: Date | null
  finding_at: Date | null
  /** A cause first. */
  finding_rank: number | null
}

export const findingColumns = sql`found.code as finding_code, found.state as finding_state,
  found.since as finding_since, found.at as finding_at,
  array_position(${[...findingFilters]}::text[], found.state) as finding_rank`

/** The verdicts that the reader may be told. @param id the column with the main identifier of a thing of this kind */
export function joinFinding(kind: 'sim' | 'panel', id: string, may: May) {
  const verdicts = verdictsFor(may)
  return sql`left join ${sql.table(verdicts ?? 'thing_finding')} as found
    on ${verdicts !== null}::boolean and found.thing_kind = ${kind} and found.thing_id = ${sql.ref(id)}`
}

export const hasFinding = (wanted: (typeof findingFilters)[number] | undefined) => {
  if (!wanted) return []
  return [wanted === 'none' ? sql`finding_state is null` : sql`finding_state = ${wanted}`]
}

export const toFinding = (row: FindingRow): StoredFinding | null =>
  row.finding_state && row.finding_since && row.finding_at
    ? {
        code: row.finding_code,
        state: row.finding_state,
        since: row.finding_since.toISOString(),
        at: row.finding_at.toISOString(),
      }
    : null

export const findingCells: readonly CsvColumn<FindingRow>[] = [
  { header: 'Finding', cell: (row) => row.finding_code ?? '' },
  { header: 'FindingState', cell: (row) => row.finding_state ?? '' },
  { header: 'FindingSince', cell: (row) => row.finding_since?.toISOString() ?? '' },
  { header: 'FindingAt', cell: (row) => row.finding_at?.toISOString() ?? '' },
]

const inventory = { sim: sql`select iccid as id from sim`, panel: sql`select cloud_id as id from panel` }

/** How many of a company's SIMs, or panels, had which verdict when each was last diagnosed. */
export async function countFindings(
  db: Db,
  kind: keyof typeof inventory,
  companyId: number,
  verdicts: Verdicts,
): Promise<FindingCounts> {
  const count = (state: StoredFinding['state']) =>
    sql`count(*) filter (where state = ${state})::integer as ${sql.id(state)}`
  const { rows } = await sql<Omit<FindingCounts, 'oldestAt'> & { oldest: Date | null }>`
    select count(*)::integer as total, ${sql.join(storedStates.map(count))},
      min(found.at) as oldest
    from (${inventory[kind]} where company_id = ${companyId}) as own
    left join ${sql.table(verdicts)} as found on found.thing_kind = ${kind} and found.thing_id = own.id`.execute(
    db,
  )
  const { oldest, ...counts } = rows[0] ?? {
    total: 0,
    cause: 0,
    likely: 0,
    unexplained: 0,
    'not-known': 0,
    fine: 0,
    oldest: null,
  }
  return { ...counts, oldestAt: oldest?.toISOString() ?? null }
}
