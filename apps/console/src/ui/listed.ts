import { listed as texts } from '../texts/en-US/listed.ts'
import { textsOf } from '../texts/text.ts'

const text = textsOf(texts)

/** Names shown at most; an undertaking can meet a hundred companies. */
const mostNames = 5

/** Each name with how often it stands there, the most frequent first. */
export function counted(names: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}

/** 'Harbor Security: 3, Prairie Alarm: 1'; of many names the first five and how many more. */
export const listCounted = (names: readonly string[]): string =>
  list(counted(names).map(([name, count]) => text('Counted', { name, count })))

/** The first five, and how many more. */
export function list(names: readonly string[]): string {
  const shown = names.slice(0, mostNames)
  if (names.length > mostNames) shown.push(andMore(names.length - mostNames))
  return shown.join(', ')
}

export const andMore = (count: number): string => text('AndMore', { count })
