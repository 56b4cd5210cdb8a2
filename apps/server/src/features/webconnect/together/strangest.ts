import type { OutageScope } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { isApart, type PopulationCell, sizesApart } from '../population.ts'
import type { AlikeStopped } from '../stops.ts'
import { lnByChance, lnOrdinarily } from './chance.ts'
import {
  beyondChance,
  type Found,
  fewestAway,
  idOf,
  isWithin,
  type Kind,
  scopeOf,
  scopes,
  sum,
} from './outage.ts'

export interface Known {
  homes: readonly PopulationCell[]
  found: readonly Found[]
  sizes: ReadonlyMap<string, number>
  ordinary: number
  panels: number
  tried: ReadonlySet<string>
  /** ln of what chance must be below, where it is not that of outages. */
  beyond?: number
}

interface Strange {
  scope: OutageScope
  id: string
  key: string
  stopped: number
  members: number
  /** The most of them that are alike in all. */
  own: AlikeStopped
  ln: number
}

export const kinds: readonly Kind[] = [
  'container',
  'csr',
  'firmware',
  'network-model',
  'vpn-endpoint',
  'carrier',
  'sim-batch',
  'sim-range',
  'company',
  'webconnect',
]

/** How many panels are at home in each scope of a kind: from `sizes` what the cells do not name. */
export function membersOf(
  kind: Kind,
  atHome: readonly PopulationCell[],
  sizes: ReadonlyMap<string, number>,
): (id: string) => number {
  if (kind === 'company' || kind === 'sim-batch' || isApart(kind))
    return (id) => sizes.get(`${kind} ${id}`) ?? 0
  const of =
    kind === 'webconnect'
      ? new Map([['', sum(atHome, (cell) => cell.panels)]])
      : summed(atHome, scopes[kind], (cell) => cell.panels)
  return (id) => of.get(id) ?? 0
}

/** The scope that chance explains least, among those that stopped for no reason found so far; of it the panels that are most. */
export function strangest(rest: readonly AlikeStopped[], known: Known): Strange | undefined {
  const { found, sizes, tried, beyond = beyondChance } = known
  const open = known.homes.filter((cell) => !found.some((cause) => isWithin(cell, cause)))
  const total = sum(rest, ({ stopped }) => stopped)
  const atHome = sum(open, (cell) => cell.panels)
  const strange = kinds.flatMap((kind): Strange[] => {
    const members = membersOf(kind, open, sizes)
    const stopped = summed(
      rest,
      (cell) => idOf(kind, cell),
      (cell) => cell.stopped,
    )
    return [...stopped].flatMap(([id, count]) => {
      const key = `${scopeOf(kind)} ${id}`
      if ((id === '' && kind !== 'webconnect') || count < fewestAway || tried.has(key)) return []
      const size = Math.max(count, members(id))
      const ln = lnOf(kind, { count, size, total, atHome }, known)
      const own = ln < beyond && rest.find((cell) => idOf(kind, cell) === id)
      return own ? [{ scope: scopeOf(kind), id, key, stopped: count, members: size, own, ln }] : []
    })
  })
  return strange.reduce<Strange | undefined>(
    (best, scope) => (best && best.ln <= scope.ln ? best : scope),
    undefined,
  )
}

/** What chance gives, as ln: of the whole where it is many, of a part against ordinary times and against the others. */
function lnOf(
  kind: Kind,
  { count, size, total, atHome }: { count: number; size: number; total: number; atHome: number },
  { ordinary, panels }: Pick<Known, 'ordinary' | 'panels'>,
): number {
  const lnUsual = lnOrdinarily(count, panels === 0 ? ordinary : (ordinary * size) / panels)
  if (kind === 'webconnect') return count * 10 < size ? 0 : lnUsual
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

/** How many panels there are in what the cells do not name, where enough of theirs stopped: 'company 17'. */
export async function sizesOf(db: Db, all: readonly AlikeStopped[]): Promise<Map<string, number>> {
  const idsOf = (kind: Kind) =>
    [
      ...summed(
        all,
        (cell) => idOf(kind, cell),
        (cell) => cell.stopped,
      ),
    ].flatMap(([id, count]) => (id !== '' && count >= fewestAway ? [id] : []))
  const [companies, batches] = [idsOf('company').map(Number), idsOf('sim-batch')]
  const [sizes, { rows }] = await Promise.all([
    sizesApart(db),
    sql<{ key: string; panels: number }>`
      select 'company ' || company_id as key, count(*)::integer as panels from panel
      where company_id = any(${companies}::integer[]) group by 1
      union all
      select 'sim-batch ' || batch, (select count(distinct thing_id)::integer from observed_identifier
        where thing_kind = 'panel' and field = 'iccid' and form ~>=~ batch and form ~<~ (batch || ':'))
      from unnest(${batches}::text[]) as batch`.execute(db),
  ])
  return new Map([...sizes, ...rows.map(({ key, panels }) => [key, panels] as const)])
}
