import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { isThorough } from '../../../../../../scripts/testing/thorough.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { countPopulation } from '../population.ts'
import { countStopped, type StoppedRow } from '../stops.ts'
import type { Outage } from './outage.ts'
import { createOutages } from './outages.ts'

vi.setConfig({ testTimeout: 600_000 })

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const began = Date.parse('2026-11-16T00:00:00.000Z')
const settings = { silentMs: 15 * minuteMs }
/** More seeds and panels by `npm run task -- test:all`. */
const { panels, threes, quiets, quietDays, everyMs } = isThorough
  ? { panels: 20_000, threes: 20, quiets: 3, quietDays: 7, everyMs: 3 * minuteMs }
  : { panels: 3_000, threes: 2, quiets: 1, quietDays: 2, everyMs: 10 * minuteMs }

interface Panel {
  id: string
  container: string
  carrier: 'ATT' | 'VZN'
  iccid: string
  company: number
  receiver: string
}

/** A panel that is away: from when it is noticed, in milliseconds; without `to` until it is healed. */
interface Away {
  panel: Panel
  from: number
  to: number
}

/** Whole numbers below a bound, the same for each seed. */
function drawing(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b9) >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** Companies and containers of many sizes, SIMs of two carriers in blocks. */
function makeWorld(draw: (below: number) => number): Panel[] {
  const containers = 4 + draw(6)
  const companies = 30 + draw(60)
  /** The first ones have more than the last. */
  const uneven = (count: number) => Math.floor(count * (draw(1000) / 1000) ** 1.4)
  return Array.from({ length: panels }, (_, n) => {
    const carrier = draw(3) === 0 ? 'VZN' : 'ATT'
    const container = uneven(containers)
    return {
      id: `CBS8${String(n).padStart(6, '0')}`,
      container: `wc-${container}`,
      carrier,
      iccid: `${carrier === 'VZN' ? '8914800' : '8901170'}${draw(8)}${String(n).padStart(10, '0')}0`,
      company: 7000 + uneven(companies),
      receiver: `csr-${container}${draw(3)}`,
    }
  })
}

/** A container is looked at each minute, at a second of its own. */
const noticed = ({ container }: Panel, at: number) => {
  const second = ((container.charCodeAt(3) * 7) % 60) * secondMs
  return Math.ceil((at - second) / minuteMs) * minuteMs + second
}

/** Panels that come and go, each by itself; some again and again, and a few at one place together. */
function ordinarily(
  all: readonly Panel[],
  draw: (below: number) => number,
  { from, to }: { from: number; to: number },
): Away[] {
  const days = (to - from) / dayMs
  const one = () => all[draw(all.length)] as Panel
  const at = () => from + draw(Math.floor(to - from))
  const single = (panel: Panel, start: number): Away => {
    const minutes = draw(10) === 0 ? 60 + draw(2_000) : 1 + draw(45)
    return { panel, from: noticed(panel, start), to: noticed(panel, start + minutes * minuteMs) }
  }
  const perDay = panels * (0.2 + draw(100) / 100)
  const away = Array.from({ length: Math.round(perDay * days) }, () => single(one(), at()))
  for (let n = 0; n < panels / 200; n++) {
    const panel = one()
    for (let start = from + draw(hourMs); start < to; start += (5 + draw(115)) * minuteMs)
      if (draw(2) === 0)
        away.push({ panel, from: noticed(panel, start), to: noticed(panel, start + 3 * minuteMs) })
  }
  // A site without power: two or three of one company.
  for (let n = 0; n < days * 4; n++) {
    const { company } = one()
    const mates = all.filter((each) => each.company === company).slice(0, 2 + draw(2))
    const start = at()
    for (const panel of mates) away.push(single(panel, start))
  }
  // Shops that switch their panels off at an hour of their own, every day.
  const companies = [...new Set(all.map(({ company }) => company))].slice(-3)
  for (const company of companies) {
    const hour = 17 + draw(5)
    for (let day = Math.floor(from / dayMs) - 3; day * dayMs < to; day++)
      for (const panel of all.filter((each) => each.company === company)) {
        const off = day * dayMs + hour * hourMs + draw(4) * minuteMs
        away.push({ panel, from: noticed(panel, off), to: noticed(panel, off + 10 * hourMs) })
      }
  }
  return away
}

const shared = {
  container: ({ container }: Panel) => container,
  company: ({ company }: Panel) => String(company),
  carrier: ({ carrier }: Panel) => carrier as string,
  csr: ({ receiver }: Panel) => receiver,
} as const
type Scope = keyof typeof shared

/** Three causes of different kinds, each with enough panels that are in none of the others. */
function threeCauses(all: readonly Panel[], draw: (below: number) => number) {
  for (;;) {
    const scopes = (Object.keys(shared) as Scope[]).toSorted(() => draw(3) - 1).slice(0, 3)
    const causes = scopes.map((scope) => ({
      scope,
      id: shared[scope](all[draw(all.length)] as Panel),
      share: 70 + draw(31),
    }))
    const isIn = (panel: Panel, { scope, id }: (typeof causes)[number]) => shared[scope](panel) === id
    const own = causes.map((cause) =>
      all.filter(
        (panel) => isIn(panel, cause) && causes.every((other) => other === cause || !isIn(panel, other)),
      ),
    )
    // A receiver is within its container: one of both tells of all.
    const isNested = scopes.includes('csr') && scopes.includes('container')
    if (!isNested && own.every(({ length }) => length >= 25))
      return causes.map((cause) => ({ ...cause, members: all.filter((panel) => isIn(panel, cause)) }))
  }
}

describeOnOneDatabase('fleet 4 outages, over worlds by seed', (database) => {
  const db = () => database.get().db
  const named = (outages: readonly Outage[]) => outages.map(({ scope, id }) => `${scope} ${id}`).sort()
  const iso = (ms: number) => new Date(ms).toISOString()

  async function enter(world: readonly Panel[], now: number): Promise<void> {
    for (const table of [
      'webconnect_absence',
      'webconnect_usual',
      'webconnect_stops',
      'webconnect_population',
      'observation',
      'panel',
    ])
      await sql`delete from ${sql.table(table)}`.execute(db())
    const listed = sql`jsonb_to_recordset(${JSON.stringify(world)}::jsonb)
      as it (id text, container text, iccid text, company integer, receiver text)`
    await sql`
      insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      select distinct company, 'Outage ' || company, (8000000 + company)::text, 'us', 'us', 'TIER2_STANDARD' from ${listed}
      on conflict do nothing`.execute(db())
    await sql`
      insert into panel (cloud_id, company_id, panel_info, receiver)
      select id, company, '{"serviceStates": []}', receiver from ${listed}`.execute(db())
    await sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at)
      select 'panel', id, 'WebConnect',
        jsonb_build_object('connection', 'connected', 'container', container, 'iccid', iccid, 'host', ''), ${iso(now)}::timestamptz
      from ${listed}`.execute(db())
    await countPopulation(db(), iso(now))
    await sql`analyze`.execute(db())
  }

  /** What is noticed up to that time, of what comes in the order of its beginning. */
  function playing(away: readonly Away[]) {
    const coming = away.toSorted((a, b) => a.from - b.from)
    const gone = new Map<string, number>()
    let next = 0
    return async (now: number) => {
      const first = next
      while ((coming[next]?.from ?? Number.POSITIVE_INFINITY) <= now) next++
      const left = coming.slice(first, next).filter(({ panel: { id }, from, to }) => {
        const isAway = (gone.get(id) ?? 0) > from
        gone.set(id, Math.max(gone.get(id) ?? 0, to))
        return !isAway
      })
      const rows = left.map(({ panel, from, to }) => ({
        ...panel,
        from: iso(from),
        to: to <= now ? iso(to) : null,
      }))
      const { rows: stopped } = await sql<StoppedRow>`
        insert into webconnect_absence (cloud_id, how, began_at, ended_at, container_name, iccid, company_id, carrier, receiver)
        select id, 'left', "from", "to", container, iccid, company, carrier, receiver
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as it
          (id text, "from" timestamptz, "to" timestamptz, container text, iccid text, company integer, carrier text, receiver text)
        on conflict do nothing returning began_at, container_name, iccid, carrier, receiver, false as has_stopped`.execute(
        db(),
      )
      await countStopped(db(), stopped)
      const back = [...gone].filter(([, to]) => to <= now).map(([id]) => id)
      for (const id of back) gone.delete(id)
      await sql`update webconnect_absence set ended_at = ${iso(now)}::timestamptz
        where ended_at is null and cloud_id = any(${back}::text[])`.execute(db())
    }
  }

  for (let seed = 1; seed <= threes; seed++)
    it(`three at once are three rows within 90 s, and none an hour after healing, seed ${seed}`, async () => {
      const draw = drawing(seed)
      const world = makeWorld(draw)
      const onset = began + 2 * dayMs + draw(dayMs)
      const healed = onset + 40 * minuteMs
      const usual = ordinarily(world, draw, { from: onset - dayMs, to: healed + 2 * hourMs })
      const causes = threeCauses(world, draw)
      const expected = causes.map(({ scope, id }) => `${scope} ${id}`).sort()
      const away = causes.flatMap(({ members, share }) =>
        members
          .filter(() => draw(100) < share)
          .map((panel) => {
            const at = onset + draw(15 * secondMs)
            return { panel, from: noticed(panel, at), to: noticed(panel, healed + draw(5 * minuteMs)) }
          }),
      )
      await enter(world, onset - hourMs)
      // A panel that is away already does not stop once more.
      const play = playing([...usual, ...away])
      const outages = createOutages(settings)
      let open: Outage[] = []
      const look = async (now: number) => {
        await play(now)
        open = await outages.look(db(), new Date(now), open)
        return named(open)
      }
      expect(await look(onset - minuteMs)).toEqual([])
      let within = Number.NaN
      for (let now = onset; now <= onset + 90 * secondMs; now += 5 * secondMs)
        if (JSON.stringify(await look(now)) === JSON.stringify(expected) && Number.isNaN(within))
          within = (now - onset) / secondMs
      expect(named(open)).toEqual(expected)
      expect(within).toBeLessThanOrEqual(90)
      for (const minutes of [5, 15, 25, 35]) expect(await look(onset + minutes * minuteMs)).toEqual(expected)
      for (const minutes of [10, 30, 60]) await look(healed + minutes * minuteMs)
      expect(named(open)).toEqual([])
    })

  for (let seed = 1; seed <= quiets; seed++)
    it(`${quietDays} ordinary days raise none but the outages planted in them, seed ${seed}`, async () => {
      const draw = drawing(1000 + seed)
      const world = makeWorld(draw)
      const from = began + 3 * dayMs
      const to = from + quietDays * dayMs
      const usual = ordinarily(world, draw, { from: from - dayMs, to })
      // One on each day, of another kind each.
      const planted = Array.from({ length: quietDays }, (_, day) => {
        const scope = (['container', 'company', 'carrier', 'csr'] as const)[(seed + day) % 4] ?? 'container'
        const id = shared[scope](world[draw(world.length / 4)] as Panel)
        const onset = from + day * dayMs + 2 * hourMs + draw(18 * hourMs)
        return {
          name: `${scope} ${id}`,
          onset,
          healed: onset + 30 * minuteMs,
          isIn: (panel: Panel) => shared[scope](panel) === id,
        }
      })
      const away = planted.flatMap(({ onset, healed, isIn }) =>
        world.filter(isIn).map((panel) => ({
          panel,
          from: noticed(panel, onset + draw(15 * secondMs)),
          to: noticed(panel, healed),
        })),
      )
      await enter(world, from)
      const play = playing([...usual, ...away])
      const outages = createOutages(settings)
      await play(from - minuteMs)
      let open: Outage[] = []
      const raised = new Set<string>()
      for (let now = from; now <= to; now += everyMs) {
        await play(now)
        open = await outages.look(db(), new Date(now), open)
        // For an hour after it is healed it may still be told.
        const may = planted.filter(({ onset, healed }) => now >= onset && now <= healed + hourMs)
        for (const name of named(open)) {
          expect(
            may.map((each) => each.name),
            `${iso(now)} ${name}`,
          ).toContain(name)
          raised.add(name)
        }
      }
      expect([...raised].sort()).toEqual(planted.map(({ name }) => name).sort())
    })
})
