import { isIccid } from '@support-console/contract/iccid'
import { useMemo } from 'react'
import { useViewInAddress } from '../../../kit/table-address/index.ts'
import {
  ascending,
  DataTable,
  type TableHeader,
  type TableRow,
  type TableSort,
} from '../../../ui/data-table/index.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { text } from '../texts.ts'
import { type AnyRow, isInFlight, kindOf, RowStatus } from './row-status.tsx'

const headers: readonly TableHeader[] = [
  { key: 'iccid', value: text('Iccid'), ...ascending, isIdentifier: true, width: 186 },
  { key: 'status', value: text('Status'), ...ascending, wrap: true },
]

const byStatus: TableSort = { key: 'status', direction: 'asc' }

/** Errors first, then what is in flight, what is ready, and what has succeeded. */
const rank = (row: AnyRow): number => (isInFlight(row) ? 1 : { error: 0, ready: 2, success: 3 }[kindOf(row)])

const states = { error: 'error', ready: undefined, success: 'success' } as const

/** ICCID and Status (2.4). Order in the address: `sort` and `direction` (D25). */
export function RowsTable({ rows }: { readonly rows: readonly AnyRow[] }) {
  const { view, changeView } = useViewInAddress(headers, byStatus)
  const tableRows = useMemo(() => latestFirst(rows).map((row, at) => tableRow(row, at)), [rows])
  return (
    <DataTable
      caption={text('RowsCaption')}
      headers={headers}
      rows={tableRows}
      view={view}
      onViewChange={changeView}
      emptyText={text('NoRows')}
      emptyHint={text('NoRowsHint')}
    />
  )
}

/** What was settled last stands first within its status; the file's order otherwise. */
const latestFirst = (rows: readonly AnyRow[]): readonly AnyRow[] =>
  [...rows].sort((one, other) => (other.settledAt ?? '').localeCompare(one.settledAt ?? ''))

const tableRow = (row: AnyRow, at: number): TableRow => ({
  // Numbers that a spreadsheet has shortened look alike.
  key: row.subTransactionId || `${at} ${row.iccid}`,
  state: isInFlight(row) ? 'running' : states[kindOf(row)],
  columns: [
    {
      key: 'iccid',
      columnContent: (
        <Identifier value={row.iccid} kind="iccid" of={isIccid(row.iccid) ? 'sim' : undefined} />
      ),
      sortingValue: row.iccid,
    },
    {
      key: 'status',
      columnContent: <RowStatus row={row} />,
      // Wraps before the table scrolls sideways.
      htmlAttributes: { style: { minWidth: 136 } },
      sortingValue: rank(row),
    },
  ],
})
