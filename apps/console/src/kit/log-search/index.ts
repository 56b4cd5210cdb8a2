/**
 * What the logs have alike, Sim Activity Logs (2.7) and User Action Detail (2.12): the form with its two ways, days and
 * All Time, the search in the address, the table of what was found, times, transactions, and the file.
 */
export { OtherLogLink, TransactionLink, timeOf } from './log-cells.tsx'
export { DayFields, LogForm } from './log-form.tsx'
export { type FoundLog, LogTable, transactionChips } from './log-table.tsx'
export {
  areTurned,
  canSearch,
  type Days,
  daysInFileName,
  type Period,
  periodOf,
  periodQuery,
  periodValues,
  sayDays,
  zoneQuery,
} from './period.ts'
export { text as logText } from './texts.ts'
export { plainTime, printedOffset, timeWithOffset } from './times.ts'
export { type TransactionSearch, transactionOf } from './transaction.ts'
export { type Log, type LogDraft, useLogSearch } from './use-log-search.ts'
