import type { PanelState, SimState } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { CsvColumn } from '../../platform/csv.ts'

/** What of a row's state a list is filtered and sorted by. */
export interface StateFilterRow {
  is_wrong: boolean
  is_not_asked: boolean
  /** What is wrong first, then by its word. */
  state_rank: string
}

export const filterColumns = (of: {
  state: RawBuilder<unknown>
  isWrong: RawBuilder<unknown>
  isNotAsked: RawBuilder<unknown>
}) => sql`${of.isWrong} as is_wrong, ${of.isNotAsked} as is_not_asked,
  case when ${of.isWrong} then '0' when ${of.isNotAsked} then '2' else '1' end || ${of.state} as state_rank`

/** The one state (D40) in a file: the word in the words of the call, what is true beside it, and how it is known. */
export const stateColumns = <Row>(
  stateOf: (row: Row) => SimState | PanelState,
): readonly CsvColumn<Row>[] => [
  { header: 'State', cell: (row) => stateOf(row).state },
  { header: 'Online', cell: (row) => stateOf(row).online ?? '' },
  { header: 'StateSince', cell: (row) => stateOf(row).since ?? '' },
  { header: 'StateBy', cell: (row) => stateOf(row).source },
  { header: 'StateAt', cell: (row) => stateOf(row).at ?? '' },
  { header: 'StateIsFresh', cell: (row) => String(stateOf(row).isFresh) },
  { header: 'Beside', cell: (row) => stateOf(row).facts.join(' ') },
  { header: 'Finding', cell: (row) => stateOf(row).cause?.code ?? '' },
  { header: 'FindingState', cell: (row) => stateOf(row).cause?.state ?? '' },
  { header: 'FindingSince', cell: (row) => stateOf(row).cause?.since ?? '' },
  { header: 'FindingAt', cell: (row) => stateOf(row).cause?.at ?? '' },
]
