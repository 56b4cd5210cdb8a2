import type { ViewListName } from '@support-console/contract/views.words'
import { type ReactNode, useMemo } from 'react'
import type { ApiError, CallState } from '../../api/index.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import {
  DataTable,
  type FilterChip,
  lazyRows,
  type RowPlan,
  rowsInOrder,
  type TableHeader,
  type TableRow,
  type TableSort,
} from '../../ui/data-table/index.ts'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import { ExportMenu, type Format, fileOfSheet, type Sheet, useDownload } from '../download/index.ts'
import { useViewInAddress } from '../table-address/index.ts'
import { useShownColumns, ViewMenu, ViewNotes } from '../views/index.ts'
import { zoneName } from './period.ts'
import { text } from './texts.ts'
import { offsetNow, printedOffset, timeParts } from './times.ts'
import type { TransactionSearch } from './transaction.ts'

/** What a search of a log found. */
export interface FoundLog<Item> {
  state: CallState
  /** The newest transaction first. */
  items: readonly Item[]
  /** There are older ones than one answer holds. */
  hasMore: boolean
  error: ApiError | null
}

interface LogTableProps<Item, Below> {
  /** Whose views it has. */
  readonly list: ViewListName
  readonly caption: string
  readonly found: FoundLog<Item>
  /** Those of the found ones that the filters leave. */
  readonly shown: readonly Item[]
  /** The columns, by the offset that the Local Time column's header shows (D21). */
  readonly headersFor: (offset: string) => TableHeader[]
  /** How a transaction becomes a row, by the same offset; the same function until the rows must change. */
  readonly planFor: (offset: string) => RowPlan<Item, Below>
  readonly onTryAgain: () => void
  readonly emptyText: string
  readonly emptyHint: string
  readonly chips: FilterChip[]
  readonly hasError: (item: Item) => boolean
  /** Said where there are more than are here. */
  readonly more: string
  /** The screen's own action. */
  readonly actions?: ReactNode
  readonly file: {
    /** Without its ending. */
    name: string
    sheet: (items: Item[]) => Omit<Sheet, 'name'>
    /** For the audit entry (D18). */
    screenTitle: string
    action: (fileName: string) => string
  }
}

const rowsPerPage = 100
const newestFirst: TableSort = { key: 'date', direction: 'desc' }

/** What a log found, 100 a page, and its download, which is hidden where there are no rows (2.7, 2.12). */
export function LogTable<Item extends { localDate: string }, Below>(props: LogTableProps<Item, Below>) {
  const { list, found, shown, headersFor, planFor, file } = props
  const newest = found.items[0]
  const offset = newest ? timeParts(newest.localDate).offset : offsetNow()
  const headers = useMemo(() => headersFor(offset), [headersFor, offset])
  const { view, sort, changeView } = useViewInAddress(headers, newestFirst)
  const shownHeaders = useShownColumns(headers)
  const rows = useMemo(() => lazyRows(shown, planFor(offset)), [shown, planFor, offset])
  const { error } = found
  const download = useDownload(file.screenTitle)
  const save = (format: Format) =>
    void download.run(file.action(`${file.name}.${format}`), () =>
      fileOfSheet({ name: file.name, ...file.sheet(inOrderOfRows(shown, rows, sort)) }, format),
    )
  return (
    <>
      <ViewNotes list={list} />
      <CallBanner call={download.call} />
      {zoneName() === undefined && (
        <Callout kind="information">{text('NoZone', { offset: printedOffset(offsetNow()) })}</Callout>
      )}
      <DataTable
        caption={props.caption}
        headers={shownHeaders}
        rows={rows}
        state={found.state}
        error={error ? { status: error.heading, message: error.message } : undefined}
        onTryAgain={props.onTryAgain}
        emptyText={props.emptyText}
        emptyHint={props.emptyHint}
        view={view}
        onViewChange={changeView}
        rowsPerPage={rowsPerPage}
        filters={props.chips}
        hasCount
        toolbarNote={logNote(shown.filter(props.hasError).length, found.hasMore && props.more)}
        toolbarActions={<ViewMenu list={list} headers={headersFor('')} screenTitle={file.screenTitle} />}
        toolbarOwnAction={props.actions}
        toolbarRowActions={<ExportMenu onDownload={save} isBusy={download.isRunning} />}
        isLog
        mayHaveSubRows
      />
    </>
  )
}

/** What is shown of a search by transaction: nothing narrows it. */
export const transactionChips = ({ transactionId }: TransactionSearch): FilterChip[] => [
  {
    id: 'transaction',
    key: text('ColumnTransactionId'),
    value: shortIdentifier(transactionId, 'guid'),
    isMono: true,
  },
]

/** The items in the order of their rows; `rows[i]` shows `items[i]`. */
function inOrderOfRows<Item>(items: readonly Item[], rows: readonly TableRow[], sort: TableSort): Item[] {
  const place = new Map(rows.map((row, index) => [row, index]))
  return rowsInOrder(rows, sort).map((row) => items[place.get(row) ?? 0] as Item)
}

/** Beside the count of rows: '2 with errors', and what else there is to say. */
function logNote(errors: number, more: string | false): string | undefined {
  const said = [
    errors === 1 && text('OneError'),
    errors > 1 && text('Errors', { count: errors }),
    more,
  ].filter((part) => part !== false)
  return said.length > 0 ? said.join(' · ') : undefined
}
