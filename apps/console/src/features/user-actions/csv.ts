import type { UserActionItem } from '@support-console/contract'
import { culture } from '../../texts/languages.ts'
import { csvText } from '../../ui/csv.ts'
import { daysInFileName, plainTime } from '../log-search/index.ts'
import { describe } from './entries.ts'
import type { Search } from './search.ts'
import { text } from './texts.ts'

const headings = ['Email', 'ActionPage', 'UTCDate', 'LocalDate', 'TransactionID', 'ActionDescription']

/**
 * The log as a file (2.12, D22): UTF-8 with BOM, CRLF, cells neutralised. A line for each entry, main and sub rows, in
 * the order given, and one for what a transaction has beyond them.
 */
export function csvOf(items: readonly UserActionItem[], isOfOne: boolean): string {
  const lines = items.flatMap((item) => [
    ...[item, ...item.subRows].map((entry) => [
      entry.email || item.email,
      entry.status,
      plainTime(entry.date),
      plainTime(entry.localDate),
      item.transactionId,
      describe(entry),
    ]),
    ...moreOf(item, isOfOne),
  ])
  return csvText([headings, ...lines])
}

/** Says in the file too that it does not hold all of a transaction; it is no entry, so it has no page and no time. */
function moreOf({ email, transactionId, moreSubRows }: UserActionItem, isOfOne: boolean): string[][] {
  if (moreSubRows === 0) return []
  const count = moreSubRows.toLocaleString(culture)
  const said = isOfOne
    ? text('MoreOfOne', { count })
    : moreSubRows === 1
      ? text('OneMoreInFile')
      : text('MoreInFile', { count })
  return [[email, '', '', '', transactionId, said]]
}

/** user-actions-support@example.com-2026-11-14-to-2026-11-21.csv; without what no file's name may have. */
export function fileNameOf(search: Search): string {
  if (search.by === 'transactionId') return `user-actions-transaction-${search.transactionId}.csv`
  const who = (search.email || text('Everybody')).replace(/[^\p{L}\p{N}@._+-]/gu, '_').slice(0, 100)
  return `user-actions-${who}-${daysInFileName(search)}.csv`
}
