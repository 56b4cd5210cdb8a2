import type { Db } from '../../../platform/database/open-database.ts'
import { sideBySide } from '../../../platform/side-by-side.ts'
import { populationOf, populationOfCompany, simRange } from '../population.ts'
import {
  countBack,
  countStops,
  lastStopsOf,
  type Stop,
  stopsByMinute,
  stopsOfCompany,
  stopsWithin,
} from '../stops.ts'
import { type CommonCause, commonCausesIn, stopsOnceInDays } from './common-causes.ts'

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

export interface StoppedTogether {
  /** When the panel stopped; UTC, ISO 8601. */
  at: string
  /** The strongest first; empty: it stopped as panels ordinarily do, one by one. */
  causes: readonly (CommonCause & { back: number; byMinute: ByMinute })[]
}

/**
 * With whom these panels stopped, by cloud ID; who is not away, or has been for longer than is kept, is not in it. Panels of one
 * company that stopped in the same minute are looked up once.
 */
export async function stoppedTogether(
  db: Db,
  cloudIds: readonly string[],
  now: Date,
): Promise<Map<string, StoppedTogether>> {
  const stops = [...(await lastStopsOf(db, cloudIds)).values()]
  if (stops.length === 0) return new Map()
  const homes = await populationOf(db)
  const alike = Map.groupBy(stops, ({ at, companyId, container, carrier, receiver, iccid }) =>
    JSON.stringify([at.slice(0, 16), companyId, container, carrier, receiver, simRange(iccid)]),
  )
  const found = await sideBySide(askedAtOnce, [...alike.values()], async (some) => {
    const [first] = some
    const causes = first ? await causesOf(db, first, { homes, now }) : []
    return some.map(({ cloudId, at }) => [cloudId, { at, causes }] as const)
  })
  return new Map(found.flat())
}

async function causesOf(
  db: Db,
  { at, companyId, ...own }: Stop,
  { homes, now }: { homes: Awaited<ReturnType<typeof populationOf>>; now: Date },
): Promise<StoppedTogether['causes']> {
  const stoppedAt = Date.parse(at)
  const iso = (ms: number) => new Date(ms).toISOString()
  const span = { from: iso(stoppedAt - togetherMs), to: iso(stoppedAt + togetherMs) }
  const [stops, before, ownStops, homesOfCompany] = await Promise.all([
    stopsWithin(db, span),
    countStops(db, { from: iso(stoppedAt - togetherMs - dayMs), to: span.from }),
    companyId === null ? [] : stopsOfCompany(db, companyId, span),
    companyId === null ? [] : populationOfCompany(db, companyId, now.toISOString()),
  ])
  const panels = homes.reduce((all, cell) => all + cell.panels, 0)
  const perDay = Math.max(before, panels / stopsOnceInDays)
  const causes = commonCausesIn({
    own: { ...own, companyId, range: simRange(own.iccid) },
    stops,
    stopsOfCompany: ownStops,
    homes,
    homesOfCompany,
    ordinary: (perDay * 2 * togetherMs) / dayMs,
  })
  const end = Math.min(now.getTime(), stoppedAt + toldAfterMs)
  const chart = { from: iso(end - toldMs), to: iso(end) }
  return Promise.all(
    causes.map(async (cause) => ({
      ...cause,
      back: Math.min(cause.stopped, await countBack(db, cause, span)),
      byMinute: { from: `${chart.from.slice(0, 16)}:00.000Z`, counts: await stopsByMinute(db, cause, chart) },
    })),
  )
}
