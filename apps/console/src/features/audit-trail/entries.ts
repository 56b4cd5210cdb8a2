import type { UserActionItem } from '@support-console/contract'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { text } from './texts.ts'

export type SubRow = UserActionItem['subRows'][number]
export type Entry = Pick<UserActionItem, 'source' | 'statusDesc' | 'object' | 'result' | 'detail'>

/** The results that are no error (D7, D18); every other word is one. */
const marks: Readonly<Record<string, MarkKind>> = {
  Success: 'ok',
  Accepted: 'pending',
  Intent: 'pending',
  Stopped: 'off',
}

/** The result as people read it: the server enters an intent before it asks someone else. */
export const sayResult = (result: string): string => (result === 'Intent' ? text('Begun') : result)

export const markOf = (result: string): MarkKind => marks[result] ?? 'error'

export const isError = ({ result }: Pick<Entry, 'result'>): boolean => markOf(result) === 'error'

/**
 * The entries of the server about what was searched for: a search for a SIM finds the batch that it was one of, and is not
 * answered with what became of the others. All of them where nothing searched for is an object of the transaction.
 */
function entriesAbout(item: UserActionItem, searched: string): Entry[] {
  const entries = [item, ...item.subRows].filter(({ source }) => source === 'server')
  const ids = wordsOf(searched).filter((word) => /\d{4}/.test(word))
  const isAbout = ({ object }: Entry) =>
    wordsOf(object).some((word) => ids.some((id) => word.startsWith(id) || word.endsWith(id)))
  const about = entries.filter(isAbout)
  return about.length > 0 ? about : entries
}

const wordsOf = (typed: string): string[] => typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether any entry of the transaction about what was searched for is an error. */
export const hasError = (item: UserActionItem, searched = ''): boolean =>
  (item.source === 'console' && isError(item)) || entriesAbout(item, searched).some(isError)

/**
 * How a transaction ended, as the server entered it: each error's word once, after how it ended for the others; where
 * there is no error the last result. Empty where only the console spoke.
 */
export function outcomesOf(item: UserActionItem, searched = ''): string[] {
  const entries = entriesAbout(item, searched)
  const errors = [...new Set(entries.filter(isError).map(({ result }) => result))]
  if (errors.length === 0) return entries.slice(-1).map(({ result }) => result)
  const failed = new Set(entries.filter(isError).map(({ object }) => object))
  const others = entries.filter(({ object, result }) => !failed.has(object) && markOf(result) !== 'pending')
  return [...others.slice(-1).map(({ result }) => result), ...errors]
}

/** So many lines of details are shown to say why a transaction was found. */
const mostLines = 3

/**
 * The lines of the sub rows' details that say why a transaction was found, where its own words do not: those that hold a
 * word beginning as one of the search does.
 */
export function linesFound({ statusDesc, object, subRows }: UserActionItem, searched: string): string[] {
  const shown = wordsOf(`${statusDesc} ${object}`)
  const begins = (words: string[], typed: string) => words.some((word) => word.startsWith(typed))
  const missing = wordsOf(searched).filter((typed) => !begins(shown, typed))
  const lines = subRows.flatMap(({ detail }) => detail.split('\n'))
  const found = lines.filter((line) => missing.some((typed) => begins(wordsOf(line), typed)))
  return [...new Set(found)].slice(0, mostLines)
}

/**
 * The description in words, as it stands in a file: the console's claim as it is, the server's entry with its result,
 * object and reason.
 */
export const describe = ({ source, statusDesc, object, result, detail }: Entry): string =>
  source === 'console'
    ? statusDesc
    : [sayResult(result), statusDesc, object, detail].filter((part) => part !== '').join(' · ')
