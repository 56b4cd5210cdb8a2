import type { Db } from '../../../platform/database/open-database.ts'
import { sideBySide } from '../../../platform/side-by-side.ts'
import { apartScopes, populationOf, simBatch, simRange } from '../population.ts'
import {
  type AlikeStopped,
  alikeByMinute,
  countBack,
  countStops,
  lastStopsOf,
  type Span,
  type Stop,
  stopsByMinute,
  stopsWithin,
} from '../stops.ts'
import { apartOf, mapCells, ownOf } from './apart.ts'
import {
  beyondChance,
  type CommonCause,
  commonCausesIn,
  measured,
  stopsOnceInDays,
  type Together,
} from './common-causes.ts'
import { lossesNow } from './excess.ts'
import { type KeptOutage, openOutages, outagesWithin } from './kept-outages.ts'
import { isIn, type Outage } from './outage.ts'
import { eventIn, unexplained } from './outages.ts'
import { sameTimeIn } from './same-time.ts'
import { sizesOf, strangest } from './strangest.ts'

/** Who stopped so long before or after a panel stopped with it; in milliseconds. */
const togetherMs = 5 * 60_000
const dayMs = 24 * 3600_000
/** The minutes that are told one by one: so long, so much of it after the panel stopped. */
const [toldMs, toldAfterMs] = [41 * 60_000, 14 * 60_000]
/** So many questions to the database at once, of a list of panels. */
const askedAtOnce = 4

/** How many of its members stopped in each minute, from `from` on. */
interface ByMinute {
  from: string
  counts: readonly number[]
}

interface Told {
  at: string
  back: number
  byMinute: ByMinute
  isExcess?: boolean
  /** Since when hardly anyone of them is away; null: it lasts, or no one knows. */
  endedAt: string | null
  /** Null: it was told to no one as an outage. */
  outageId: string | null
}

export interface StoppedTogether {
  /** When the panel stopped; UTC, ISO 8601. */
  at: string
  /** It left between this and `at`, while no one looked; null: just then. */
  seenUntil: string | null
  /** The strongest first; empty: it stopped as panels ordinarily do, one by one. `at`: when they began to stop. */
  causes: readonly (CommonCause & Told)[]
}

/**
 * With whom these panels stopped, by cloud ID; who is not away, or has been for longer than is kept, is not in it. Panels of one
 * company that stopped in the same minute are looked up once. What is told as an outage to anyone is told here, with its own minutes and
 * figures; who stopped before it, or elsewhere, stopped by itself (D53).
 */
export async function stoppedTogether(
  db: Db,
  cloudIds: readonly string[],
  now: Date,
): Promise<Map<string, StoppedTogether>> {
  const stops = await lastStopsOf(db, cloudIds)
  const first = await togetherOf(
    db,
    [...stops.values()].flatMap(([stop]) => stop ?? []),
    now,
  )
  // Who was silent before, and left with others, left by what they share.
  const left = [...stops.values()].flatMap(([stop, then]) =>
    stop && then && first.get(stop.cloudId)?.causes.length === 0 ? [then] : [],
  )
  const second = await togetherOf(db, left, now)
  const found = new Map([...first, ...[...second].filter(([, { causes }]) => causes.length > 0)])
  const alone = [...stops.values()].flatMap(([stop]) =>
    stop && found.get(stop.cloudId)?.causes.length === 0 ? [stop] : [],
  )
  return new Map([...found, ...(await lostOneByOne(db, alone, now))])
}

/** Those of them who stopped while ever more of a scope of theirs do, which is not told to anyone yet. */
async function lostOneByOne(
  db: Db,
  stops: readonly Stop[],
  now: Date,
): Promise<Map<string, StoppedTogether>> {
  if (stops.length === 0) return new Map()
  const [homes, outages] = await Promise.all([populationOf(db), openOutages(db)])
  const losses = await lossesNow(db, now, { homes, told: outages })
  const found = await sideBySide(askedAtOnce, stops, async (stop) => {
    const loss = losses.find((each) => isIn(each, alikeOf(stop)))
    if (!loss || stop.at < loss.from) return []
    const cause = await excessOf(db, stop, { ...loss, mostAway: loss.away }, { homes, outages, now })
    const { cloudId, at, seenUntil } = stop
    return [[cloudId, { at, seenUntil, causes: [{ ...cause, endedAt: null, outageId: null }] }] as const]
  })
  return new Map(found.flat())
}

async function togetherOf(db: Db, stops: readonly Stop[], now: Date): Promise<Map<string, StoppedTogether>> {
  if (stops.length === 0) return new Map()
  const times = stops.map(({ at }) => Date.parse(at))
  const [homes, outages] = await Promise.all([
    populationOf(db),
    outagesWithin(db, {
      from: iso(Math.min(...times) - togetherMs),
      to: iso(Math.max(...times) + togetherMs),
    }),
  ])
  const alike = Map.groupBy(stops, ({ at, seenUntil, ...stop }) =>
    JSON.stringify([at.slice(0, 16), seenUntil, alikeOf(stop)]),
  )
  const found = await sideBySide(askedAtOnce, [...alike.values()], async (some) => {
    const [first] = some
    const causes = first ? await causesOf(db, first, { homes, outages, now }) : []
    return some.map(({ cloudId, at, seenUntil }) => [cloudId, { at, causes, seenUntil }] as const)
  })
  return new Map(found.flat())
}

/** All that it may have in common with others. */
function alikeOf({
  container,
  carrier,
  iccid,
  receiver,
  companyId,
  ...stop
}: Omit<Stop, 'at' | 'seenUntil'>) {
  const apart = Object.fromEntries(apartScopes.map((scope) => [scope, stop[scope]]))
  const [range, batch] = [simRange(iccid), simBatch(iccid)]
  return { container, carrier, range, batch, receiver, companyId, ...apart, stopped: 1 } as AlikeStopped
}

const iso = (ms: number) => new Date(ms).toISOString()
const minuteOf = (at: string) => `${at.slice(0, 16)}:00.000Z`

interface Around {
  homes: Awaited<ReturnType<typeof populationOf>>
  /** Those that are told, the narrowest first. */
  outages: readonly KeptOutage[]
  now: Date
}

async function causesOf(db: Db, stop: Stop, around: Around): Promise<StoppedTogether['causes']> {
  const { outages, now } = around
  const at = Date.parse(stop.at)
  const isWithinEvent = ({ from, to }: Span) => minuteOf(stop.at) >= minuteOf(from) && stop.at <= to
  // Of those who left while no one looked it is not known that they left together.
  const isUnseen = stop.seenUntil !== null
  const alike = alikeOf(stop)
  const during = outages.filter(
    (outage) => isWithinEvent(outage) && (!isUnseen || outage.isExcess || outage.isDown),
  )
  const scoped = during.filter((outage) => isIn(outage, alike))
  // Whatever names what they share says more than that they stopped at the same time.
  const listed = scoped.length > 0 ? whatLasts(scoped) : during.filter(({ scope }) => scope === 'same-time')
  if (isUnseen && listed.length === 0) return []
  if (listed.length > 0)
    return Promise.all(
      listed.map(async (outage) => {
        const { endedAt, outageId } = outage
        const cause = outage.isExcess
          ? await excessOf(db, stop, outage, around)
          : await told(db, await measuredIn(db, stop, outage, around), now)
        return { ...cause, endedAt, outageId }
      }),
    )
  const span = { from: iso(at - togetherMs), to: iso(at + togetherMs) }
  const others = outages.filter((outage) => !isIn(outage, alike))
  const together = await togetherIn(db, stop, span, around)
  const causes = await Promise.all(
    commonCausesIn({
      ...together,
      stops: unexplained(together.stops, others),
      homes: unexplained(together.homes, others),
      apart: mapCells(together.apart, ({ stops, homes }) => ({
        stops: unexplained(stops, others),
        homes: unexplained(homes, others),
      })),
    }).map(async (cause) => ({ ...cause, span: await eventIn(db, cause, span) })),
  )
  const own = causes.filter((cause) => isWithinEvent(cause.span))
  if (own.length > 0) return Promise.all(own.map((cause) => told(db, cause, now)))
  const atOnce = await sameTimeAs(db, stop, { together, others })
  return atOnce ? [await told(db, atOnce, now)] : []
}

async function measuredIn(db: Db, stop: Stop, outage: Outage, around: Around) {
  const together = await togetherIn(db, stop, outage, around)
  return { ...measured(outage, together), members: outage.members, span: outage }
}

/** Of one that is told by how many are away: Home has the same figure. */
async function excessOf(
  db: Db,
  stop: Stop,
  outage: Pick<KeptOutage, keyof Outage | 'mostAway'>,
  around: Around,
): Promise<StoppedTogether['causes'][number]> {
  const { mostAway: stopped, away } = outage
  const cause = await measuredIn(db, stop, outage, around)
  return { ...(await told(db, { ...cause, stopped }, around.now)), isExcess: true, back: stopped - away }
}

/** One that is over was told as another before it was known what more of its panels share: what lasts is why they are away. */
const whatLasts = (outages: readonly KeptOutage[]): readonly KeptOutage[] => {
  const lasting = outages.filter(({ endedAt }) => endedAt === null)
  return lasting.length > 0 ? lasting : outages
}

/** Those who stopped at the same time, and for no reason that is known; undefined: no more than ordinarily. */
async function sameTimeAs(
  db: Db,
  stop: Stop,
  { together, others }: { together: Together; others: readonly KeptOutage[] },
): Promise<(CommonCause & { span: Span }) | undefined> {
  const { at } = stop
  const alike = alikeOf(stop)
  const around = { from: iso(Date.parse(at) - aroundMs), to: iso(Date.parse(at) + aroundMs) }
  const all = (await alikeByMinute(db, around)).filter((cell) => !others.some((outage) => isIn(outage, cell)))
  const stops = await withoutOthers(db, all, { alike, together })
  const perMinute = together.ordinary / ((2 * togetherMs) / 60_000)
  const found = sameTimeIn(stops, { perMinute, beyondChance, at })
  if (!found) return undefined
  const { from, to, stopped, ordinary } = found
  const members = together.homes.reduce((all, cell) => all + cell.panels, 0)
  const scope = { scope: 'same-time' as const, id: from, elsewhere: [] }
  return { ...scope, members: Math.max(members, stopped), stopped, ordinary, span: { from, to } }
}

/** Without those whom a scope explains that the panel is not in. */
async function withoutOthers<Cell extends AlikeStopped>(
  db: Db,
  all: readonly Cell[],
  { alike, together: { homes, ordinary } }: { alike: AlikeStopped; together: Together },
): Promise<readonly Cell[]> {
  const sizes = await sizesOf(db, all)
  const panels = homes.reduce((sum, cell) => sum + cell.panels, 0)
  let rest = all
  for (;;) {
    const next = strangest(rest, { homes, found: [], sizes, ordinary, panels, tried: new Set() })
    if (!next || isIn(next, alike)) return rest
    rest = rest.filter((cell) => !isIn(next, cell))
  }
}
/** The minutes of those who stop at the same time are not further away, in milliseconds. */
const aroundMs = 3 * 60_000

/** Who stopped in a time, and who is at home where. */
async function togetherIn(db: Db, stop: Stop, { from, to }: Span, { homes, now }: Around): Promise<Together> {
  const span = { from, to }
  const lasts = Date.parse(to) - Date.parse(from)
  const own = ownOf(alikeOf(stop))
  const [stops, before, apart] = await Promise.all([
    stopsWithin(db, span),
    countStops(db, { from: iso(Date.parse(from) - dayMs), to: from }),
    apartOf(db, own, span, now),
  ])
  const panels = homes.reduce((all, cell) => all + cell.panels, 0)
  return {
    ...{ own, stops, homes, apart },
    ordinary: (Math.max(before, panels / stopsOnceInDays) * Math.max(lasts, 2 * togetherMs)) / dayMs,
  }
}

/** With how many are back, and how many stopped in each minute around its beginning. */
async function told(
  db: Db,
  { span: { from, to }, ...cause }: CommonCause & { span: Span },
  now: Date,
): Promise<StoppedTogether['causes'][number]> {
  const end = Math.min(now.getTime(), Date.parse(from) + toldAfterMs)
  const chart = { from: iso(end - toldMs), to: iso(end) }
  const [back, counts] = await Promise.all([
    countBack(db, cause, { from, to }),
    stopsByMinute(db, cause, chart),
  ])
  return {
    ...cause,
    at: from,
    endedAt: null,
    outageId: null,
    back: Math.min(cause.stopped, back),
    byMinute: { from: minuteOf(chart.from), counts },
  }
}
