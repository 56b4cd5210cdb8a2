import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { type PopulationCell, populationOf } from '../population.ts'
import {
  alikeByMinute,
  alikeWithin,
  countAway,
  countStops,
  type Span,
  stopsApart,
  stopsByMinute,
  stopsWithin,
} from '../stops.ts'
import { apartOf, mapCells, ownOf } from './apart.ts'
import { lnOrdinarily } from './chance.ts'
import { beyondChance as beyondChanceOnPages, commonCausesIn, stopsOnceInDays } from './common-causes.ts'
import { containersDown } from './containers-down.ts'
import { excessNow } from './excess.ts'
import {
  beyondChance,
  type Found,
  fewestAway,
  isIn,
  iso,
  isWithin,
  type Outage,
  type Shared,
  sum,
} from './outage.ts'
import { type SameTime, sameTimeIn } from './same-time.ts'
import { type Known, sizesOf, strangest } from './strangest.ts'
import { fillSamples, type Usual, usualAt } from './usual.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Stops are compared within so long, and from every half of it on, so that those of one event stand in one window. */
const windowMs = 10 * minuteMs
const stepMs = windowMs / 2
/** When no more than this share of those who stopped is away, it is over. */
const shareAway = 0.05
/** So many causes at most are looked for in one window. */
const mostInWindow = 12
/** What chance gives once in so many times is told of those who stopped at the same time (D53): ln. */
const beyondChanceAtOnce = Math.log(1e-9)
/** An event's minutes are those in which at least this share of its fullest minute stopped. */
const shareOfPeak = 0.1

type Homes = readonly PopulationCell[]

/** Looks at all panels for what many have in common that stopped; keeps what it has counted between two looks. */
export function createOutages({ silentMs }: { silentMs: number }) {
  let population = { at: '', homes: [] as Homes }
  let usual: { hour: number; at: Usual } | undefined
  const cachedWindows = new Map<
    string,
    { total: number; at: string; before: number; found: readonly Found[] }
  >()

  /** Who fell silent stopped so long ago, as its container tells. */
  const spanMs = silentMs + windowMs + stepMs

  async function homesOf(db: Db): Promise<typeof population> {
    const { rows } = await sql<{ at: Date | null }>`
      select max(counted_at) as at from webconnect_population`.execute(db)
    const at = rows[0]?.at?.toISOString() ?? ''
    if (at !== population.at) population = { at, homes: await populationOf(db) }
    return population
  }

  /** Read once in an hour. */
  async function usualOf(db: Db, now: Date): Promise<Usual> {
    const hour = Math.floor(now.getTime() / 3600_000)
    if (usual?.hour !== hour) {
      await fillSamples(db, now)
      usual = { hour, at: await usualAt(db, now) }
    }
    return usual.at
  }

  async function lookAt(
    db: Db,
    start: number,
    { at, homes, now }: typeof population & { now: Date },
  ): Promise<readonly Found[]> {
    const span = { from: iso(start), to: iso(start + windowMs - 1) }
    const total = await countStops(db, span)
    const cached = cachedWindows.get(span.from)
    if (cached?.total === total && cached.at === at) return cached.found
    const before = cached?.before ?? (await countStops(db, { from: iso(start - dayMs), to: span.from }))
    const found = total < fewestAway ? [] : await causesWithin(db, span, { homes, before, now })
    cachedWindows.set(span.from, { total, at, before, found })
    return found
  }

  return {
    /**
     * What stopped of late, and of what stopped earlier (`open`, as this said before) what still lasts.
     * @returns the outages that last
     */
    async look(db: Db, now: Date, open: readonly Outage[]): Promise<Outage[]> {
      const down = await containersDown(db, now)
      const whole = down.find(({ scope }) => scope === 'webconnect')
      // Of nothing anything newer is known: what lasted is not over.
      if (whole)
        return [
          whole,
          ...open
            .filter(({ scope }) => scope !== 'webconnect')
            .map((each) => ({ ...each, isCoveredByWhole: true })),
        ]
      const first = Math.floor((now.getTime() - spanMs) / stepMs) * stepMs
      for (const [from] of cachedWindows) if (Date.parse(from) < first) cachedWindows.delete(from)
      const found = new Map<string, Found>()
      // What stopped earlier is judged no more, it only lasts or does not; what stopped of late is judged as it now looks.
      for (const outage of open)
        if (Date.parse(outage.from) < first && !outage.isDown && !outage.isExcess) add(found, outage)
      const context = { ...(await homesOf(db)), now }
      for (let start = first; start <= now.getTime(); start += stepMs)
        for (const outage of await lookAt(db, start, context)) add(found, asKnown(outage, open))
      const lasting = [...down, ...(await lastingOf(db, down, [...found.values()]))]
      const { homes } = context
      const before = open.filter(({ isExcess }) => isExcess)
      return [
        ...lasting,
        ...(await excessNow(db, now, { homes, usual: await usualOf(db, now), told: lasting, before })),
      ]
    },
  }
}

/** Of these those of which enough panels are away; a container that does not answer says all of itself. */
async function lastingOf(db: Db, down: readonly Outage[], found: readonly Found[]): Promise<Outage[]> {
  const lasting: Outage[] = []
  for (const outage of found) {
    if (down.some(({ scope, id }) => scope === outage.scope && id === outage.id)) continue
    const { stopped, away } = await countAway(db, outage, outage)
    if (away >= Math.max(fewestAway, stopped * shareAway)) lasting.push({ ...outage, away })
  }
  return lasting
}

/** An event that stands in two windows is one, from its first stop to its last. */
function add(found: Map<string, Found>, outage: Found): void {
  const known = [...found].find(([, other]) => isSame(other, outage))
  const [key, { id, from, to }] = known ?? [`${outage.scope} ${outage.id}`, outage]
  found.set(key, {
    ...outage,
    id,
    from: from < outage.from ? from : outage.from,
    to: to > outage.to ? to : outage.to,
  })
}

/** By the name that it was told under before. */
const asKnown = (outage: Found, open: readonly Outage[]): Found => ({
  ...outage,
  id: open.find((each) => isSame(each, outage))?.id ?? outage.id,
})

/** Who stopped at the same time is known by that time. */
function isSame(one: Span & Pick<Found, 'scope' | 'id'>, other: Span & Pick<Found, 'scope' | 'id'>): boolean {
  if (one.scope !== other.scope) return false
  if (one.scope !== 'same-time') return one.id === other.id
  const near = (at: string) => iso(Date.parse(at) + minuteMs)
  return one.from <= near(other.to) && other.from <= near(one.to)
}

interface Around {
  homes: Homes
  /** How many stopped in the day before. */
  before: number
  now: Date
}

async function causesWithin(db: Db, span: Span, { homes, before, now }: Around): Promise<Found[]> {
  const [stops, all] = await Promise.all([stopsWithin(db, span), alikeWithin(db, span)])
  const panels = sum(homes, (cell) => cell.panels)
  const ordinary = (Math.max(before, panels / stopsOnceInDays) * windowMs) / dayMs
  const sizes = await sizesOf(db, all)
  const found: Found[] = []
  const tried = new Set<string>()
  for (let round = 0; round < mostInWindow; round++) {
    const rest = all.filter((cell) => !found.some((cause) => isIn(cause, cell)))
    const next = strangest(rest, { homes, found, sizes, ordinary, panels, tried })
    if (!next) break
    tried.add(next.key)
    const own = ownOf(next.own)
    const [cause] = commonCausesIn({
      own,
      stops: unexplained(stops, found),
      homes: unexplained(homes, found),
      apart: mapCells(await apartOf(db, own, span, now), (cells) => ({
        stops: unexplained(cells.stops, found),
        homes: unexplained(cells.homes, found),
      })),
      ordinary,
    })
    // A second one would be told of those who are in a third that is not found yet: the next round has it.
    if (!cause || cause.stopped < fewestAway || lnOrdinarily(cause.stopped, cause.ordinary) >= beyondChance)
      continue
    const { scope, id } = cause
    if (scope === 'company' && (await isHabit(db, id, span, cause.stopped))) continue
    const members = Math.max(cause.members, scope === 'webconnect' ? panels : 0)
    found.push({ scope, id, members, isDown: false, ...(await eventIn(db, { scope, id }, span)) })
  }
  const together = await sameTime(db, span, { homes, found, sizes, ordinary, panels, tried })
  return together ? [...found, together] : found
}

/**
 * Who stopped at the same time, and for no reason found: by what nearly all of them share, if anything; undefined: no more than
 * ordinarily, or as many as at this time of the days before.
 */
async function sameTime(db: Db, span: Span, known: Known): Promise<Found | undefined> {
  const { found, homes, ordinary, panels } = known
  const rest = (await alikeByMinute(db, span)).filter((cell) => !found.some((cause) => isIn(cause, cell)))
  const perMinute = (ordinary * minuteMs) / windowMs
  const together = sameTimeIn(rest, { perMinute, beyondChance: beyondChanceAtOnce })
  if (!together || (await isUsualThen(db, together))) return undefined
  const { from, to, stopped } = together
  const own = rest.filter(
    ({ minute }) => minute && iso(minute.getTime()) >= from && iso(minute.getTime()) <= to,
  )
  const shared = strangest(own, { ...known, tried: new Set(['webconnect ']), beyond: beyondChanceOnPages })
  if (shared && shared.stopped >= stopped * nearlyAll) {
    const { scope, id, members } = shared
    return { scope, id, members, isDown: false, from, to }
  }
  const explained = homes.filter((cell) => found.some((cause) => isWithin(cell, cause)))
  const members = panels - sum(explained, (cell) => cell.panels)
  return { scope: 'same-time', id: from, members, isDown: false, from, to }
}
/** That so large a share has it says what it is. */
const nearlyAll = 0.8

async function isUsualThen(db: Db, together: SameTime): Promise<boolean> {
  for (const days of [1, 2])
    if ((await countStops(db, daysBefore(together, days, minuteMs))) * 2 < together.stopped) return false
  return true
}

/** What has a cause already is out of the question: it would speak for whatever else those panels share. */
export const unexplained = <Cell extends Shared>(cells: readonly Cell[], found: readonly Found[]): Cell[] =>
  cells.filter((cell) => !found.some((cause) => isWithin(cell, cause)))

/** A company whose panels stop at this hour every day, as shops do that switch them off: at least half as many on both days before. */
async function isHabit(db: Db, id: string, span: Span, stopped: number): Promise<boolean> {
  for (const days of [1, 2]) {
    const cells = await stopsApart(db, { scope: 'company', id }, daysBefore(span, days, windowMs))
    if (sum(cells, (cell) => cell.stopped) * 2 < stopped) return false
  }
  return true
}

/** The same time so many days before, and so much before and after it. */
function daysBefore({ from, to }: Span, days: number, aroundMs: number): Span {
  const earlier = (at: string, byMs: number) => iso(Date.parse(at) - days * dayMs + byMs)
  return { from: earlier(from, -aroundMs), to: earlier(to, aroundMs) }
}

/** From its first full minute to its last: who stopped before or after it within the window stopped by themselves. */
export async function eventIn(db: Db, scope: Pick<Outage, 'scope' | 'id'>, span: Span): Promise<Span> {
  const counts = await stopsByMinute(db, scope, span)
  const least = Math.max(...counts) * shareOfPeak
  const minute = (at: number) => Date.parse(span.from) + at * minuteMs
  const first = counts.findIndex((count) => count > 0 && count >= least)
  const last = counts.findLastIndex((count) => count > 0 && count >= least)
  if (first === -1) return span
  return { from: iso(minute(first)), to: iso(minute(last + 1) - 1) }
}
