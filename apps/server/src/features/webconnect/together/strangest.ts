import type { OutageScope } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type { PopulationCell } from '../population.ts'
import type { AlikeStopped } from '../stops.ts'
import { lnByChance, lnOrdinarily } from './chance.ts'
import { beyondChance, type Found, fewestAway, idOf, isWithin, scopes, sum } from './outage.ts'

interface Known {
  homes: readonly PopulationCell[]
  found: readonly Found[]
  sizes: ReadonlyMap<string, number>
  ordinary: number
  panels: number
  tried: ReadonlySet<string>
}

interface Strange {
  key: string
  /** The most of them that are alike in all. */
  own: AlikeStopped
  ln: number
}

export const kinds: readonly OutageScope[] = [
  'container',
  'csr',
  'carrier',
  'sim-range',
  'company',
  'webconnect',
]

/** The scope that chance explains least, among those that stopped for no reason found so far; of it the panels that are most. */
export function strangest(rest: readonly AlikeStopped[], known: Known): Strange | undefined {
  const { found, sizes, tried } = known
  const open = known.homes.filter((cell) => !found.some((cause) => isWithin(cell, cause)))
  const total = sum(rest, ({ stopped }) => stopped)
  const atHome = sum(open, (cell) => cell.panels)
  const membersOf = (scope: OutageScope): ReadonlyMap<string, number> => {
    if (scope === 'company') return sizes
    return scope === 'webconnect'
      ? new Map([['', atHome]])
      : summed(open, scopes[scope], (cell) => cell.panels)
  }
  const strange = kinds.flatMap((scope): Strange[] => {
    const members = membersOf(scope)
    const stopped = summed(
      rest,
      (cell) => idOf(scope, cell),
      (cell) => cell.stopped,
    )
    return [...stopped].flatMap(([id, count]) => {
      const key = `${scope} ${id}`
      if ((id === '' && scope !== 'webconnect') || count < fewestAway || tried.has(key)) return []
      const size = Math.max(count, members.get(id) ?? 0)
      const ln = lnOf(scope, { count, size, total, atHome }, known)
      const own = ln < beyondChance && rest.find((cell) => idOf(scope, cell) === id)
      return own ? [{ key, own, ln }] : []
    })
  })
  return strange.reduce<Strange | undefined>(
    (best, scope) => (best && best.ln <= scope.ln ? best : scope),
    undefined,
  )
}

/** What chance gives, as ln: of the whole where it is many, of a part against ordinary times and against the others. */
function lnOf(
  scope: OutageScope,
  { count, size, total, atHome }: { count: number; size: number; total: number; atHome: number },
  { ordinary, panels }: Pick<Known, 'ordinary' | 'panels'>,
): number {
  const lnUsual = lnOrdinarily(count, panels === 0 ? ordinary : (ordinary * size) / panels)
  if (scope === 'webconnect') return count * 10 < size ? 0 : lnUsual
  return Math.max(lnUsual, lnByChance(count, size, total, Math.max(atHome, total, size)))
}

export function summed<Cell>(
  cells: readonly Cell[],
  idOf: (cell: Cell) => string,
  of: (cell: Cell) => number,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const cell of cells) sums.set(idOf(cell), (sums.get(idOf(cell)) ?? 0) + of(cell))
  return sums
}

/** How many panels companies have, where enough of theirs stopped. */
export async function sizesOfCompanies(db: Db, all: readonly AlikeStopped[]): Promise<Map<string, number>> {
  const stopped = summed(
    all,
    (cell) => idOf('company', cell),
    (cell) => cell.stopped,
  )
  const ids = [...stopped].filter(([id, count]) => id !== '' && count >= fewestAway).map(([id]) => Number(id))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; panels: number }>`
    select company_id as id, count(*)::integer as panels from panel where company_id = any(${ids}::integer[]) group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ id, panels }) => [String(id), panels]))
}
