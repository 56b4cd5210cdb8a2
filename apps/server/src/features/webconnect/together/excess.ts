import type { OutageScope } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type { PopulationCell } from '../population.ts'
import { type AlikeStopped, alikeIn } from '../stops.ts'
import { lnByChance, lnOrdinarily } from './chance.ts'
import { beyondChance as beyondChanceOnPages } from './common-causes.ts'
import { type Found, fewestAway, idOf, isIn, iso, isWithin, type Outage, scopeOf, sum } from './outage.ts'
import { kinds, membersOf, sizesOf, summed } from './strangest.ts'
import { isSampled, keepSample, type Usual, usualAt } from './usual.ts'

/** What it takes to be told. */
interface Bar {
  /** ln of what chance must be below. */
  beyond: number
  /** A company with fewer panels is no scope of its own. */
  fewestOfCompany: number
}
/** To everyone: less than once in a thousand million times by chance (D53). */
const forAll: Bar = { beyond: Math.log(1e-9), fewestOfCompany: 10 }
/** On the page of one panel, which tests that panel's own scopes, once. */
const forOne: Bar = { beyond: beyondChanceOnPages, fewestOfCompany: 0 }
/** And is so many more, and so many times as many, as is usual; where nothing is known, at least half of at least so many. */
const [moreThanUsual, timesUsual, timesUsualToLast, enough] = [5, 2, 1.5, 20]
/** So many at most at one moment. */
const mostFound = 12

interface Place {
  scope: OutageScope
  id: string
  away: number
  members: number
  usual: number
}

/**
 * Scopes with far more panels away now than usual, however they stopped: at once, one by one, or before anyone looked
 * (D53). What has a cause in `told` is left out.
 */
export async function excessNow(
  db: Db,
  now: Date,
  given: { homes: readonly PopulationCell[]; usual: Usual; told: readonly Found[]; before: readonly Found[] },
): Promise<Outage[]> {
  const { homes, usual, told } = given
  const all = await alikeIn(db, isAway(told))
  const sizes = await sizesOf(db, all)
  const { found, rest } = unusualIn(all, { ...given, sizes, bar: forAll })
  if (homes.length > 0 && !(await isSampled(db, now)))
    await keepSample(db, now, placesOf(rest, { atHome: homes, sizes, usual }))
  return outagesOf(db, found, { told, usual })
}

/**
 * The same of what is not told to everyone: scopes that are being lost one panel after the other, as the pages of their panels tell it
 * before so many are away that Home does.
 */
export async function lossesNow(
  db: Db,
  now: Date,
  given: { homes: readonly PopulationCell[]; told: readonly Found[] },
): Promise<Outage[]> {
  const all = await alikeIn(db, isAway(given.told))
  const usual = await usualAt(db, now, manyAwayIn(all))
  const { found } = unusualIn(all, {
    ...given,
    usual,
    sizes: await sizesOf(db, all),
    before: [],
    bar: forOne,
  })
  return outagesOf(db, found, { ...given, usual })
}

/** One after the other: what a first one explains speaks for no other. */
function unusualIn(
  all: readonly AlikeStopped[],
  {
    homes,
    told,
    ...known
  }: Omit<Known, 'atHome'> & {
    homes: readonly PopulationCell[]
    told: readonly Found[]
    before: readonly Found[]
    bar: Bar
  },
) {
  const found: Place[] = []
  let rest = all.filter((cell) => !told.some((cause) => isIn(cause, cell)))
  while (found.length < mostFound) {
    const gone = [...told, ...found]
    const atHome = homes.filter((cell) => !gone.some((cause) => isWithin(cell, cause)))
    const next = mostUnusual(rest, { ...known, atHome })
    if (!next) break
    found.push(next)
    rest = rest.filter((cell) => !isIn(next, cell))
  }
  return { found, rest }
}

async function outagesOf(
  db: Db,
  found: readonly Place[],
  { told, usual }: { told: readonly Found[]; usual: Usual },
): Promise<Outage[]> {
  if (found.length === 0) return []
  const left = (await panelsAway(db, told)).filter((cell) => !told.some((cause) => isIn(cause, cell)))
  const isKnown = usual.samples > 0
  return found.map((place) => outageOf({ ...place, usual: isKnown ? place.usual : null }, left))
}

/** Of all others what is usual is not asked for. */
function manyAwayIn(all: readonly AlikeStopped[]) {
  return kinds.flatMap((kind) => {
    const away = summed(
      all,
      (cell) => idOf(kind, cell),
      (cell) => cell.stopped,
    )
    const many = [...away].filter(([id, count]) => count >= fewestAway || id === '')
    return many.map(([id]) => ({ scope: scopeOf(kind), id }))
  })
}

/** Who is away, each panel once, and not with those who stopped at the same time. */
const isAway = (told: readonly Found[]) =>
  sql.join(
    [
      sql`ended_at is null`,
      ...told
        .filter(({ scope }) => scope === 'same-time')
        .map(({ from, to }) => sql`not (began_at between ${from}::timestamptz and ${to}::timestamptz)`),
    ],
    sql` and `,
  )

interface Known {
  atHome: readonly PopulationCell[]
  sizes: ReadonlyMap<string, number>
  usual: Usual
}

function placesOf(rest: readonly AlikeStopped[], { atHome, sizes, usual }: Known): Place[] {
  return kinds.flatMap((kind) => {
    const members = membersOf(kind, atHome, sizes)
    const scope = scopeOf(kind)
    const away = summed(
      rest,
      (cell) => idOf(kind, cell),
      (cell) => cell.stopped,
    )
    return [...away].flatMap(([id, count]): Place[] => {
      if (id === '' && kind !== 'webconnect') return []
      return [{ scope, id, away: count, members: Math.max(members(id), count), usual: usual.of(scope, id) }]
    })
  })
}

/** The one that chance explains least, against what is usual and against the others. */
function mostUnusual(
  rest: readonly AlikeStopped[],
  known: Known & { before: readonly Found[]; bar: Bar },
): Place | undefined {
  const { bar } = known
  const all = sum(known.atHome, (cell) => cell.panels)
  const total = sum(rest, (cell) => cell.stopped)
  const share = all === 0 ? 0 : Math.min(known.usual.of('webconnect', ''), all) / all
  const unusual = placesOf(rest, known).flatMap((place) => {
    const { scope, id, away, members, usual } = place
    const lasts = known.before.some((outage) => outage.scope === scope && outage.id === id)
    const expected = Math.max(usual, (share * members) / 2, members / 50, 0.1)
    if (!isMany(place, { expected, lasts, isKnown: known.usual.samples > 0, ...bar })) return []
    const outside =
      scope === 'webconnect'
        ? Number.NEGATIVE_INFINITY
        : lnByChance(away, members, total, Math.max(all, total, members))
    const ln = Math.max(lnOrdinarily(away, expected), outside)
    return ln < bar.beyond || lasts ? [{ place, ln }] : []
  })
  const [best, ...others] = unusual.toSorted((a, b) => a.ln - b.ln).map(({ place }) => place)
  if (!best) return undefined
  // A wider one is not told where a narrower one explains most of it.
  const excess = (place: Place) => place.away - place.usual
  const narrower = others.filter(
    (place) => place.members < best.members && excess(place) >= excess(best) * mostOfIt,
  )
  return narrower[0] ?? best
}
/** So large a part of what is too many is most of it. */
const mostOfIt = 0.6

/** Without a history half of many are too many; what was told lasts a little longer. */
function isMany(
  { scope, away, members, usual }: Place,
  {
    expected,
    lasts,
    isKnown,
    fewestOfCompany,
  }: Pick<Bar, 'fewestOfCompany'> & { expected: number; lasts: boolean; isKnown: boolean },
): boolean {
  if (away < fewestAway || (scope === 'company' && members < fewestOfCompany)) return false
  if (scope === 'webconnect' && away * 10 < members) return false
  if (!isKnown) return members >= enough && away * (lasts ? 3 : 2) >= members
  return away - usual >= moreThanUsual && away >= expected * (lasts ? timesUsualToLast : timesUsual)
}

type Left = AlikeStopped & { began: Date }

/** Who is away, and since when, the longest first. */
async function panelsAway(db: Db, told: readonly Found[]): Promise<Left[]> {
  const since = sql`min(began_at) over (partition by cloud_id)`
  const rows = await alikeIn(db, isAway(told), since)
  return rows
    .flatMap(({ minute, ...cell }) =>
      minute ? Array.from({ length: cell.stopped }, () => ({ ...cell, stopped: 1, began: minute })) : [],
    )
    .toSorted((one, other) => one.began.getTime() - other.began.getTime())
}

/** Since when: from where on most of them stopped, with no more than a fifth before; else when as many as are usual, and no more than a tenth, had. */
function outageOf(
  { scope, id, members, usual }: Omit<Place, 'usual'> & { usual: number | null },
  left: readonly Left[],
): Outage {
  const own = left.filter((cell) => isIn({ scope, id }, cell))
  const times = own.map(({ began }) => began.getTime())
  const tenth = own.length / 10
  const usually = Math.floor(Math.min(usual ?? tenth / 5, tenth))
  const before = beginOfMass(times, Math.max(usual ?? 0, own.length / 5)) ?? usually
  const from = own[before]?.began.getTime() ?? 0
  return {
    scope,
    id,
    members,
    from: iso(from),
    to: iso(own.at(-1)?.began.getTime() ?? from),
    isDown: false,
    isExcess: true,
    usual,
    away: own.length - before,
  }
}

/** Where so much more of the time than of the panels has passed, most have not begun to stop. */
const farAhead = 0.3

/** How many stopped before most did: there the time that has passed is furthest ahead of their number; undefined: they stopped evenly. */
function beginOfMass(times: readonly number[], most: number): number | undefined {
  const [first = 0, last = first] = [times[0], times.at(-1)]
  const ahead = (at: number) => ((times[at] ?? first) - first) / Math.max(1, last - first) - at / times.length
  const begin = times.reduce((best, _, at) => (at <= most && ahead(at) > ahead(best) ? at : best), 0)
  return ahead(begin) > farAhead ? begin : undefined
}
