import type { OutageScope } from '@support-console/contract'
import { isApart } from '../population.ts'
import type { AlikeStopped } from '../stops.ts'

/** Panels with something in common that stopped together, and are away. */
export interface Outage {
  scope: OutageScope
  /** As its source knows it; empty: WebConnect. */
  id: string
  members: number
  /** When the first of them stopped, and the last; UTC, ISO 8601. */
  from: string
  to: string
  /** Its container does not answer: of its panels nothing newer is known. */
  isDown: boolean
  /** Told by how many are away, and not by that they stopped at once. */
  isExcess?: boolean
  /** Of these: how many are away usually at this hour; null: not known. */
  usual?: number | null
  /** How many are away. */
  away: number
  /** What is told says all of it: it is kept, and told no more until that is over. */
  isCoveredByWhole?: boolean
}

export type Found = Omit<Outage, 'away'>

/** Fewer are no matter of the whole fleet. */
export const fewestAway = 5
/**
 * All scopes of the world are tested all year long: what chance gives once in so many tests would be a false alarm every week
 * where a single diagnosis takes 1 in 100,000. ln.
 */
export const beyondChance = Math.log(1e-12)

/** A scope as it is counted: a batch of SIMs is a range within a range. */
export type Kind = Exclude<OutageScope, 'same-time'> | 'sim-batch'
export const scopeOf = (kind: Kind): OutageScope => (kind === 'sim-batch' ? 'sim-range' : kind)

/** What cells of population and stops name; the others are counted apart. */
export const scopes = {
  container: ({ container }: Shared) => container,
  csr: ({ receiver }: Shared) => receiver,
  carrier: ({ carrier }: Shared) => carrier as string,
  'sim-range': ({ range }: Shared) => range,
} as const

/** The scope of one kind that some alike panels are in; empty: none is known. */
export function idOf(kind: Kind, alike: AlikeStopped): string {
  if (kind === 'webconnect') return ''
  if (kind === 'company') return alike.companyId === null ? '' : String(alike.companyId)
  if (kind === 'sim-batch') return alike.batch
  return isApart(kind) ? alike[kind] : scopes[kind](alike)
}

/** Whether some alike panels are in a scope; who stopped at the same time shares nothing that is known. */
export function isIn({ scope, id }: Pick<Outage, 'scope' | 'id'>, alike: AlikeStopped): boolean {
  if (scope === 'webconnect') return true
  if (scope === 'same-time' || id === '') return false
  return idOf(scope, alike) === id || (scope === 'sim-range' && alike.batch === id)
}

export type Shared = Pick<AlikeStopped, 'container' | 'receiver' | 'carrier' | 'range'>

/** Whether such panels are in that scope, where it is one that they all name; the others are counted apart. */
export const isWithin = (cell: Shared, { scope, id }: Pick<Outage, 'scope' | 'id'>): boolean =>
  Object.hasOwn(scopes, scope) && scopes[scope as keyof typeof scopes](cell) === id

export const sum = <Cell>(cells: readonly Cell[], of: (cell: Cell) => number): number =>
  cells.reduce((total, cell) => total + of(cell), 0)

export const iso = (ms: number) => new Date(ms).toISOString()
