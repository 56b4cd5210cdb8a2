import type { UserActionItem } from '@support-console/contract'
import type { Sheet } from '../../kit/download/index.ts'
import { daysInFileName, plainTime, timeWithOffset } from '../../kit/log-search/index.ts'
import { describe } from './entries.ts'
import type { Search } from './search.ts'
import { text } from './texts.ts'

/**
 * The log as a file (2.12, D22, D35, D44). A line for each entry, main and sub rows, in the order given, and one for what a
 * transaction has beyond them.
 */
export function sheetOf(items: readonly UserActionItem[], isOfOne: boolean): Omit<Sheet, 'name'> {
  return {
    columns: [
      { heading: 'Email' },
      { heading: 'ActionPage' },
      { heading: 'UTCDate', kind: 'time' },
      { heading: 'LocalDate', kind: 'localTime' },
      { heading: 'TransactionID' },
      { heading: 'ActionDescription' },
    ],
    rows: items.flatMap((item) => [
      ...[item, ...item.subRows].map((entry) => [
        entry.email || item.email,
        entry.status,
        plainTime(entry.date),
        timeWithOffset(entry.localDate),
        item.transactionId,
        describe(entry),
      ]),
      ...moreOf(item, isOfOne),
    ]),
  }
}

/** Says in the file too that it does not hold all of a transaction; it is no entry, so it has no page and no time. */
function moreOf({ email, transactionId, moreSubRows }: UserActionItem, isOfOne: boolean): string[][] {
  if (moreSubRows === 0) return []
  const count = moreSubRows
  const said = isOfOne
    ? text('MoreOfOne', { count })
    : moreSubRows === 1
      ? text('OneMoreInFile')
      : text('MoreInFile', { count })
  return [[email, '', '', '', transactionId, said]]
}

/** user-actions-support@example.com-2026-11-14-to-2026-11-21; without what no file's name may have. */
export function fileNameOf(search: Search): string {
  if (search.by === 'transactionId') return `user-actions-transaction-${search.transactionId}`
  const who = (search.email || text('Everybody')).replace(/[^\p{L}\p{N}@._+-]/gu, '_').slice(0, 100)
  return `user-actions-${who}-${daysInFileName(search)}`
}
