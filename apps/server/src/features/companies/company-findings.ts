import { findingFilters, type StoredFinding } from '@support-console/contract'
import { sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'

/** The verdict of a row's last diagnosis (features/diagnosis). */
export interface FindingRow {
  finding_code: StoredFinding['code']
  /** Null: there was none. */
  finding_state: StoredFinding['state'] | null
  finding_since: Date | null
  finding_at: Date | null
  /** A fault first. */
  finding_rank: number | null
}

export const findingColumns = sql`found.code as finding_code, found.state as finding_state,
  found.since as finding_since, found.at as finding_at,
  array_position(${[...findingFilters]}::text[], found.state) as finding_rank`

/** @param id the column with the main identifier of a thing of this kind */
export const joinFinding = (
  kind: 'sim' | 'panel',
  id: string,
  isSeen: boolean,
) => sql`left join thing_finding as found
  on ${isSeen}::boolean and found.thing_kind = ${kind} and found.thing_id = ${sql.ref(id)}`

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
