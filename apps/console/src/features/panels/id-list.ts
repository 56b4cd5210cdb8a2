import type { PanelQueryType } from '@support-console/contract'
import { inAscii, wordsIn } from '@support-console/contract/pasted'
import { andMore } from '../../ui/listed.ts'

/** Quotes, brackets and control characters part ids, too. */
const between = /["'`()[\]{}\p{Cc}]+/u

/** Digits and signs as ASCII has them (D47). Remote Portal IDs are searched without their dash (docs/decisions.md, 010). */
export const asTyped = (typed: string, by: PanelQueryType): string =>
  by === 'cloudId' ? inAscii(typed) : inAscii(typed).replaceAll('-', '')

/**
 * The distinct ids of a list, in its order, whatever stands between them: a column of a spreadsheet, a line of a mail,
 * an array of a program.
 */
export function readIds(list: string, by: PanelQueryType): string[] {
  const words = wordsIn(list, () => false).flatMap((word) => word.split(between))
  return [...new Set(words.map((id) => asTyped(id, by)))].filter((id) => id !== '')
}

/** As the field shows a list and the call takes it: separated by commas. */
export const idList = (ids: readonly string[]): string => ids.join(',')

/** So long may the ids of an audit entry be: the entry takes 10,000 characters, and says more than ids. */
const longestSaid = 9_500

/** A list for an audit entry: whole ids, as many as it takes, and how many more there are. */
export function idsSaid(ids: readonly string[]): string {
  let length = 0
  const fitting = ids.findIndex((id) => {
    length += id.length + 2
    return length > longestSaid
  })
  if (fitting === -1) return ids.join(', ')
  return `${ids.slice(0, fitting).join(', ')} ${andMore(ids.length - fitting)}`
}

/**
 * A list into which ids were pasted, in place of what was `selected`. They are ids of their own, with commas around
 * them; only what is pasted into an id, or over a part of one, stays one with it.
 */
export function withPasted(before: string, selected: string, after: string, ids: readonly string[]): string {
  const isInside = selected !== '' || (/[^,\s]$/.test(before) && /^[^,\s]/.test(after))
  if (ids.length <= 1 && isInside && !selected.includes(',')) return before + idList(ids) + after
  return joined(joined(before, idList(ids)), after)
}

function joined(before: string, after: string): string {
  if (before === '' || after === '' || before.endsWith(',') || after.startsWith(',')) return before + after
  return `${before},${after}`
}
