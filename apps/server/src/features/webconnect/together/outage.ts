import type { OutageScope } from '@support-console/contract'
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

/** The scope of one kind that some alike panels are in; empty: none is known. */
export const scopes = {
  container: ({ container }: Pick<AlikeStopped, 'container'>) => container,
  csr: ({ receiver }: Pick<AlikeStopped, 'receiver'>) => receiver,
  carrier: ({ carrier }: Pick<AlikeStopped, 'carrier'>) => carrier as string,
  'sim-range': ({ range }: Pick<AlikeStopped, 'range'>) => range,
} as const
export const idOf = (scope: OutageScope, alike: AlikeStopped): string => {
  if (scope === 'company') return alike.companyId === null ? '' : String(alike.companyId)
  return scope === 'webconnect' ? '' : scopes[scope](alike)
}

export type Shared = Pick<AlikeStopped, 'container' | 'receiver' | 'carrier' | 'range'>

/** Whether such panels are in that scope, where it is one that they all name; companies are counted apart. */
export const isWithin = (cell: Shared, { scope, id }: Pick<Outage, 'scope' | 'id'>): boolean =>
  Object.hasOwn(scopes, scope) && scopes[scope as keyof typeof scopes](cell) === id

export const sum = <Cell>(cells: readonly Cell[], of: (cell: Cell) => number): number =>
  cells.reduce((total, cell) => total + of(cell), 0)

export const iso = (ms: number) => new Date(ms).toISOString()
