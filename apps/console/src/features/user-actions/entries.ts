import type { UserActionItem } from '@support-console/contract'
import type { MarkKind } from '../../ui/icons/marks.tsx'

export type SubRow = UserActionItem['subRows'][number]
export type Entry = Pick<UserActionItem, 'source' | 'statusDesc' | 'object' | 'result' | 'detail'>

/** The results that are no error (D7, D18); every other word is one. */
const marks: Readonly<Record<string, MarkKind>> = {
  Success: 'ok',
  Accepted: 'pending',
  Intent: 'pending',
  Stopped: 'off',
}

export const markOf = (result: string): MarkKind => marks[result] ?? 'error'

export const isError = ({ result }: Pick<Entry, 'result'>): boolean => markOf(result) === 'error'

/** Whether any entry of the transaction is an error. */
export const hasError = (item: UserActionItem): boolean => isError(item) || item.subRows.some(isError)

/**
 * How a transaction ended, as the server entered it: each error's word once, or where there is none the last result.
 * Empty where only the console spoke.
 */
export function outcomesOf(item: UserActionItem): string[] {
  const results = [item, ...item.subRows]
    .filter(({ source }) => source === 'server')
    .map(({ result }) => result)
  const errors = [...new Set(results.filter((result) => isError({ result })))]
  return errors.length > 0 ? errors : results.slice(-1)
}

/**
 * The description in words, as it stands in a file: the console's claim as it is, the server's entry with its result,
 * object and reason.
 */
export const describe = ({ source, statusDesc, object, result, detail }: Entry): string =>
  source === 'console'
    ? statusDesc
    : [result, statusDesc, object, detail].filter((part) => part !== '').join(' · ')
