import type { ResolvedLine, SearchHit } from '@support-console/contract'
import { type SearchKind, searchKinds } from '@support-console/contract/identifiers'
import { sayHowMany } from '../../kit/thing-words.ts'
import { text } from './texts.ts'

/** How lines are told apart on the page. */
export const segments = ['all', 'found', 'decide', 'not-found', 'no-identifier'] as const
export type Segment = (typeof segments)[number]

/** A line with what someone decided for it. */
export interface Line extends ResolvedLine {
  /** From 1, empty lines left out. */
  number: number
  /** The line before with the same thing. */
  also?: number
}

export const segmentOf = ({ outcome }: ResolvedLine): Exclude<Segment, 'all'> => {
  if (outcome === 'found') return 'found'
  if (outcome === 'ambiguous') return 'decide'
  if (outcome === 'check-digit') return 'decide'
  return outcome === 'not-found' ? 'not-found' : 'no-identifier'
}

/** The colours of what is not found yet, and of all that is. */
export const kindOf: Partial<Record<Segment, 'ok' | 'warn' | 'error'>> = {
  found: 'ok',
  decide: 'warn',
  'not-found': 'error',
}

const keyOf = ({ kind, id }: SearchHit): string => `${kind} ${id}`

/** The lines as they stand with the decisions taken, by the lines' numbers. */
export function decided(items: readonly ResolvedLine[], choices: ReadonlyMap<number, SearchHit>): Line[] {
  const first = new Map<string, number>()
  return items.map((item, place) => {
    const number = place + 1
    const choice = choices.get(number)
    const line: Line = choice
      ? { given: item.given, outcome: 'found', hit: choice, number }
      : { ...item, number }
    if (!line.hit) return line
    const also = first.get(keyOf(line.hit))
    if (also !== undefined) return { ...line, also }
    first.set(keyOf(line.hit), number)
    return line
  })
}

/** The main identifiers of a kind that were found, each once. */
export const idsOf = (lines: readonly Line[], kind: SearchKind): string[] => [
  ...new Set(lines.flatMap(({ hit }) => (hit?.kind === kind ? [hit.id] : []))),
]

/** '18 things: 9 SIMs, 4 panels, 3 lines not understood'. */
export function sayThings(lines: readonly Line[]): string {
  const counts = searchKinds
    .map((kind) => ({ kind, count: idsOf(lines, kind).length }))
    .filter(({ count }) => count > 0)
  const kinds = counts.map(({ kind, count }) => sayHowMany(kind, count)).join(', ')
  const count = counts.reduce((sum, { count }) => sum + count, 0)
  const found = count === 0 ? text('NoThings') : text('ThingsFound', { count, kinds })
  const lost = lines.filter((line) => segmentOf(line) === 'no-identifier').length
  return lost === 0 ? found : `${found}, ${text('NotUnderstood', { count: lost })}`
}
