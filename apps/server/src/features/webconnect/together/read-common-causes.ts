import type { Db } from '../../../platform/database/open-database.ts'
import { sideBySide } from '../../../platform/side-by-side.ts'
import { populationOf, populationOfCompany, simRange } from '../population.ts'
import {
  countBack,
  countStops,
  lastStopsOf,
  type Span,
  type Stop,
  stopsByMinute,
  stopsOfCompany,
  stopsWithin,
} from '../stops.ts'
import {
  type CommonCause,
  commonCausesIn,
  measured,
  stopsOnceInDays,
  type Together,
} from './common-causes.ts'
import { type KeptOutage, outagesWithin } from './kept-outages.ts'
import { idOf, type Outage } from './outage.ts'
import { eventIn, unexplained } from './outages.ts'

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
  return new Map([...first, ...[...second].filter(([, { causes }]) => causes.length > 0)])
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
  const alike = Map.groupBy(stops, ({ at, seenUntil, companyId, container, carrier, receiver, iccid }) =>
    JSON.stringify([at.slice(0, 16), seenUntil, companyId, container, carrier, receiver, simRange(iccid)]),
  )
  const found = await sideBySide(askedAtOnce, [...alike.values()], async (some) => {
    const [first] = some
    const causes = first ? await causesOf(db, first, { homes, outages, now }) : []
    return some.map(({ cloudId, at, seenUntil }) => [cloudId, { at, causes, seenUntil }] as const)
  })
  return new Map(found.flat())
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
  const listed = outages.filter(
    (outage) =>
      isWithinEvent(outage) && isOf(stop, outage) && (!isUnseen || outage.isExcess || outage.isDown),
  )
  if (isUnseen && listed.length === 0) return []
  if (listed.length > 0)
    return Promise.all(
      listed.map(async (outage) => {
        const together = await togetherIn(db, stop, outage, around)
        const cause = { ...measured(outage, together), members: outage.members, span: outage }
        const { endedAt, outageId } = outage
        if (!outage.isExcess) return { ...(await told(db, cause, now)), endedAt, outageId }
        // Home has the same figure.
        const stopped = outage.mostAway
        return {
          ...(await told(db, { ...cause, stopped }, now)),
          endedAt,
          outageId,
          isExcess: true,
          back: stopped - outage.away,
        }
      }),
    )
  const span = { from: iso(at - togetherMs), to: iso(at + togetherMs) }
  const others = outages.filter((outage) => !isOf(stop, outage))
  const together = await togetherIn(db, stop, span, around)
  const causes = await Promise.all(
    commonCausesIn({
      ...together,
      stops: unexplained(together.stops, others),
      stopsOfCompany: unexplained(together.stopsOfCompany, others),
      homes: unexplained(together.homes, others),
      homesOfCompany: unexplained(together.homesOfCompany, others),
    }).map(async (cause) => ({ ...cause, span: await eventIn(db, cause, span) })),
  )
  return Promise.all(causes.filter((cause) => isWithinEvent(cause.span)).map((cause) => told(db, cause, now)))
}

/** Whether the panel is in that scope. */
function isOf({ container, carrier, iccid, receiver, companyId }: Stop, { scope, id }: Outage): boolean {
  return idOf(scope, { container, carrier, range: simRange(iccid), receiver, companyId, stopped: 1 }) === id
}

/** Who stopped in a time, and who is at home where. */
async function togetherIn(
  db: Db,
  { companyId, ...own }: Stop,
  { from, to }: Span,
  { homes, now }: Around,
): Promise<Together> {
  const span = { from, to }
  const lasts = Date.parse(to) - Date.parse(from)
  const [stops, before, stopsOwn, homesOfCompany] = await Promise.all([
    stopsWithin(db, span),
    countStops(db, { from: iso(Date.parse(from) - dayMs), to: from }),
    companyId === null ? [] : stopsOfCompany(db, companyId, span),
    companyId === null ? [] : populationOfCompany(db, companyId, now.toISOString()),
  ])
  const panels = homes.reduce((all, cell) => all + cell.panels, 0)
  return {
    own: { ...own, companyId, range: simRange(own.iccid) },
    ...{ stops, stopsOfCompany: stopsOwn, homes, homesOfCompany },
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
