import { type OutageScope, outageScopes } from '@support-console/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { countPopulation, simRange } from '../population.ts'
import { countAway, countBack, countStopped, panelsAway, type StoppedRow, stopsByMinute } from '../stops.ts'
import { keepOutages, openOutages } from './kept-outages.ts'
import type { Outage } from './outage.ts'
import { createOutages } from './outages.ts'
import { stoppedTogether } from './read-common-causes.ts'

vi.setConfig({ testTimeout: 120_000 })

const minuteMs = 60_000
const silentMs = 15 * minuteMs
const now = new Date('2026-11-20T10:02:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()
const ago = (minutes: number) => now.getTime() - minutes * minuteMs

const carrier = sql`case when fields ->> 'iccid' like '89148%' then 'VZN' else 'ATT' end`
const receiver = sql`'csr-' || right(thing_id, 1)`

describeOnOneDatabase('fleet 4 outages of all panels', (database) => {
  const db = () => database.get().db
  beforeAll(async () => {
    // 6,000 panels at eight containers, with SIMs of two carriers, of 60 companies.
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model, vpn_endpoint)
      select n, 'Outage ' || n, (8000000 + n)::text, 'us', 'us', case when n % 4 = 0 then 'TIER3_STANDARD' else 'TIER2_STANDARD' end,
        case when n % 6 = 0 then 'vpn-b.example' else 'vpn-a.example' end from generate_series(7001, 7060) as n`.execute(
      db(),
    )
    await sql`insert into panel (cloud_id, company_id, receiver, panel_info)
      select 'CBS8' || lpad(n::text, 6, '0'), 7001 + n * 7 % 60, 'csr-' || n % 10, jsonb_build_object('serviceStates', '[]'::jsonb, 'firmware', '4.' || n % 7)
      from generate_series(1, 6000) as n`.execute(db())
    await sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at)
      select 'panel', 'CBS8' || lpad(n::text, 6, '0'), 'WebConnect', jsonb_build_object('connection', 'connected',
        'container', 'wc-' || n % 8, 'iccid', (array['89148000', '89011700', '89011700'])[1 + n / 8 % 3] || lpad(n::text, 11, '0'),
        'host', ''), ${iso(ago(43_200))}::timestamptz from generate_series(1, 6000) as n`.execute(db())
    await sql`
      insert into observed_identifier (thing_kind, thing_id, field, form, source, first_seen, last_seen)
      select thing_kind, thing_id, 'iccid', fields ->> 'iccid', source, asked_at, asked_at from observation
      where thing_id like 'CBS8%'`.execute(db())
    await countPopulation(db(), now.toISOString())
  }, 120_000)
  beforeEach(async () => {
    await sql`truncate webconnect_absence, webconnect_stops, webconnect_usual, webconnect_outage cascade`.execute(
      db(),
    )
  })

  /** @param at when, for how long; 0 minutes: they stay away */
  const stop = async (where: string, at: number, forMinutes = 0) => {
    const { rows } = await sql<StoppedRow>`
      insert into webconnect_absence (cloud_id, how, began_at, ended_at, container_name, iccid, company_id, carrier, receiver)
      select thing_id, 'left', ${iso(at)}::timestamptz,
        ${forMinutes === 0 ? null : iso(at + forMinutes * minuteMs)}::timestamptz, fields ->> 'container', fields ->> 'iccid', company_id,
        ${carrier}, ${receiver}
      from observation join panel on cloud_id = thing_id where source = 'WebConnect' and thing_id like 'CBS8%' and ${sql.raw(where)}
      on conflict do nothing returning began_at, container_name, iccid, carrier, receiver, false as has_stopped`.execute(
      db(),
    )
    await countStopped(db(), rows)
    return rows.length
  }
  /** So many panels stop in each minute, as it happens, for ten minutes. */
  const ordinary = async (from: number, perMinute = 2.5) => {
    const minutes = Math.ceil((now.getTime() - from) / minuteMs)
    const { rows } = await sql<StoppedRow>`
      insert into webconnect_absence (cloud_id, how, began_at, ended_at, container_name, iccid, company_id, carrier, receiver)
      select thing_id, 'left', at, at + interval '10 minutes', fields ->> 'container', fields ->> 'iccid', company_id, ${carrier}, ${receiver}
      from (select 'CBS8' || lpad((1 + abs(hashint4(n)::bigint) % 6000)::text, 6, '0') as id,
          ${iso(from)}::timestamptz + abs(hashint4(n + 1000000)::bigint) % ${minutes} * interval '1 minute' as at
        from generate_series(1, ${Math.round(minutes * perMinute)}) as n) as happens
      join observation on thing_id = id and source = 'WebConnect' join panel on cloud_id = thing_id
      on conflict do nothing returning began_at, container_name, iccid, carrier, receiver, false as has_stopped`.execute(
      db(),
    )
    await countStopped(db(), rows)
  }
  const heal = () =>
    sql`update webconnect_absence set ended_at = began_at + interval '5 minutes'`.execute(db())
  const named = (outages: readonly Outage[]) => outages.map(({ scope, id }) => `${scope} ${id}`).sort()

  it('names three outages at once by their causes, and none once they are healed', async () => {
    const outages = createOutages({ silentMs })
    await ordinary(ago(1500))
    expect(await outages.look(db(), now, [])).toEqual([])
    const inContainer = await stop(`fields ->> 'container' = 'wc-3'`, ago(2))
    await stop(`fields ->> 'iccid' like '89148%'`, ago(1.5))
    await stop('company_id = 7011', ago(1))
    const found = await outages.look(db(), now, [])
    expect(named(found)).toEqual(['carrier VZN', 'company 7011', 'container wc-3'])
    const container = found.find(({ scope }) => scope === 'container')
    expect(container?.away).toBeGreaterThanOrEqual(inContainer)
    expect(container).toMatchObject({ members: 750, from: iso(ago(2)), isDown: false })
    // An hour later nothing of it is of late any more, and it lasts all the same.
    const later = new Date(now.getTime() + 60 * minuteMs)
    expect(named(await outages.look(db(), later, found))).toEqual(named(found))
    await heal()
    expect(await outages.look(db(), now, found)).toEqual([])
    expect(await outages.look(db(), later, found)).toEqual([])
  })

  it('counts panels that fell silent, and of them those that are still away', async () => {
    const outages = createOutages({ silentMs })
    await ordinary(ago(1500))
    const all = await stop(`fields ->> 'container' = 'wc-5'`, ago(16))
    await sql`update webconnect_absence set ended_at = began_at + interval '1 minute'
      where container_name = 'wc-5' and right(cloud_id, 1) = '5' and ended_at is null`.execute(db())
    const [found, ...others] = await outages.look(db(), now, [])
    expect(others).toEqual([])
    expect(found).toMatchObject({ scope: 'container', id: 'wc-5' })
    expect(found?.away).toBeLessThan(all)
  })

  it('names the carrier once more than the first container told of it', async () => {
    const outages = createOutages({ silentMs })
    await ordinary(ago(1500))
    await stop(`fields ->> 'iccid' like '89148%' and fields ->> 'container' = 'wc-2'`, ago(1))
    const first = await outages.look(db(), now, [])
    expect(first.length).toBe(1)
    await stop(`fields ->> 'iccid' like '89148%' and fields ->> 'container' <> 'wc-2'`, ago(0.5))
    expect(named(await outages.look(db(), now, first))).toEqual(['carrier VZN'])
  })

  it('D53 keeps what lasts while no container answers, and tells it again afterwards', async () => {
    const outages = createOutages({ silentMs })
    await ordinary(ago(1500))
    await stop('company_id = 7011', ago(1))
    const found = await keep(await outages.look(db(), now, []))
    expect(named(found)).toEqual(['company 7011'])
    const later = new Date(now.getTime() + 60 * minuteMs)
    await sql`insert into webconnect_container (container_name, said_at, checked_at, problem)
      select 'wc-' || n, ${iso(ago(0))}::timestamptz, ${later.toISOString()}::timestamptz, 'It did not answer.' from generate_series(0, 7) as n`.execute(
      db(),
    )
    await sql`insert into webconnect_present (cloud_id, container_name)
      select thing_id, fields ->> 'container' from observation where thing_id like 'CBS8%'`.execute(db())
    const down = await keep(await outages.look(db(), later, await openOutages(db())))
    expect(down.map(({ scope, isCoveredByWhole = false }) => [scope, isCoveredByWhole])).toEqual([
      ['webconnect', false],
      ['company', true],
    ])
    await sql`update webconnect_container set said_at = checked_at, problem = ''`.execute(db())
    expect(named(await outages.look(db(), later, await openOutages(db())))).toEqual(['company 7011'])
    await keep([])
  })

  it('says WebConnect as a whole where all containers lost theirs', async () => {
    const outages = createOutages({ silentMs })
    await stop('true', ago(1))
    expect(named(await outages.look(db(), now, []))).toEqual(['webconnect '])
  })

  const keep = async (outages: readonly Outage[]) => {
    await keepOutages(db(), outages, now)
    return outages
  }
  const causesOf = async (where: string) => {
    const { rows } = await sql<{ id: string }>`
      select thing_id as id from observation join panel on cloud_id = thing_id
      where thing_id like 'CBS8%' and ${sql.raw(where)} order by 1 limit 1`.execute(db())
    const id = rows[0]?.id ?? ''
    return { id, causes: (await stoppedTogether(db(), [id], now)).get(id)?.causes ?? [] }
  }

  it('K1 a panel is told its outage and its figures; who left before it or elsewhere left alone', async () => {
    const outages = createOutages({ silentMs })
    await ordinary(ago(1500))
    const alone = await causesOf(`fields ->> 'iccid' like '89148%'`)
    await stop(`thing_id = '${alone.id}'`, ago(12.5))
    const early = await causesOf(`fields ->> 'iccid' like '89117%'`)
    await stop(`thing_id = '${early.id}'`, ago(12.5))
    const all = await stop(`fields ->> 'iccid' like '89011%' and thing_id <> '${early.id}'`, ago(10))
    const [told, ...others] = await keep(await outages.look(db(), now, []))
    expect([told?.scope, told?.id, others]).toEqual(['carrier', 'ATT', []])
    const { causes } = await causesOf(`fields ->> 'iccid' like '89011%' and thing_id <> '${early.id}'`)
    expect(causes).toMatchObject([{ scope: 'carrier', id: 'ATT', at: told?.from }])
    expect(causes[0]?.stopped).toBeGreaterThanOrEqual(all)
    expect((await causesOf(`thing_id = '${alone.id}'`)).causes).toEqual([])
    // Nor is its company blamed for it.
    await keep([])
    expect(await openOutages(db())).toEqual([])
  })

  it('D53 many away are told however they stopped: long ago, or three a minute for hours', async () => {
    const outages = createOutages({ silentMs })
    await ordinary(ago(1500))
    await stop(`fields ->> 'container' = 'wc-4'`, ago(600))
    const [before, ...none] = await keep(await outages.look(db(), now, []))
    expect([before?.scope, before?.id, before?.isExcess, none]).toEqual(['container', 'wc-4', true, []])
    const { causes } = await causesOf(`fields ->> 'container' = 'wc-4'`)
    expect(causes).toMatchObject([{ scope: 'container', id: 'wc-4', stopped: before?.away, members: 750 }])
    await sql`truncate webconnect_absence, webconnect_stops, webconnect_usual`.execute(db())
    await ordinary(ago(1500))
    for (let minute = 0; minute < 110; minute++)
      await stop(
        `fields ->> 'iccid' like '89148%' and abs(hashtext(thing_id)) % 660 = ${minute}`,
        ago(120 - minute),
      )
    const slow = await createOutages({ silentMs }).look(db(), now, [])
    expect(slow).toMatchObject([{ scope: 'carrier', id: 'VZN', isExcess: true }])
  })

  it.each(outageScopes)('D53 of a scope only its own are counted: %s', async (scope) => {
    await stop('true', ago(10))
    const range = simRange('8914800000000000000')
    const ids: Record<OutageScope, [id: string, where: string]> = {
      container: ['wc-3', `container_name = 'wc-3'`],
      company: ['7011', 'company_id = 7011'],
      csr: ['csr-4', `receiver = 'csr-4'`],
      carrier: ['VZN', `carrier = 'VZN'`],
      'sim-range': [range, `iccid like '${range}%'`],
      firmware: [
        '4.3',
        `exists (select from panel where panel.cloud_id = webconnect_absence.cloud_id and panel_info ->> 'firmware' = '4.3')`,
      ],
      'network-model': ['TIER3_STANDARD', 'company_id % 4 = 0'],
      'vpn-endpoint': ['vpn-b.example', 'company_id % 6 = 0'],
      'same-time': [iso(ago(10)), 'true'],
      webconnect: ['', 'true'],
    }
    const [id, where] = ids[scope]
    const { rows } = await sql<{ all: number }>`
      select count(*)::integer as all from webconnect_absence where ${sql.raw(where)}`.execute(db())
    const all = rows[0]?.all ?? 0
    const [own, span] = [
      { scope, id },
      { from: iso(ago(12)), to: iso(now.getTime()) },
    ]
    expect(all).toBeGreaterThan(0)
    expect(await countAway(db(), own, span)).toEqual({ stopped: all, away: all })
    expect((await panelsAway(db(), { ...own, ...span, isDown: false }, 10_000)).length).toBe(all)
    expect(await stopsByMinute(db(), own, span)).toEqual([0, 0, all, ...Array(10).fill(0)])
    await heal()
    expect(await countBack(db(), own, span)).toBe(all)
  })

  it.each([
    ['firmware 4.3', `panel_info ->> 'firmware' = '4.3'`],
    ['network-model TIER3_STANDARD', 'company_id % 4 = 0'],
    ['vpn-endpoint vpn-b.example', 'company_id % 6 = 0'],
    ['sim-range 8914800000000001', `fields ->> 'iccid' like '8914800000000001%'`],
  ])(
    'K5 names what panels share that the inventory tells, at once and one by one: %s',
    async (name, where) => {
      await ordinary(ago(1500))
      await stop(where, ago(2))
      expect(named(await createOutages({ silentMs }).look(db(), now, []))).toEqual([name])
      await sql`truncate webconnect_absence, webconnect_stops, webconnect_usual`.execute(db())
      for (let part = 0; part < 10; part++)
        await stop(`${where} and abs(hashtext(thing_id)) % 10 = ${part}`, ago(200 - part * 19))
      expect(named(await createOutages({ silentMs }).look(db(), now, []))).toEqual([name])
    },
  )

  it('K5 who stopped at once and shares nothing that is known is an outage of that time', async () => {
    await ordinary(ago(1500))
    const some = `abs(hashtext(thing_id)) % 200 = 7`
    const all = await stop(some, ago(2))
    const [found, ...others] = await createOutages({ silentMs }).look(db(), now, [])
    expect(others).toEqual([])
    expect(found).toMatchObject({ scope: 'same-time', id: `${iso(ago(2)).slice(0, 16)}:00.000Z` })
    // Someone of them was away shortly before, and is counted once.
    expect(Math.abs((found?.away ?? 0) - all)).toBeLessThan(10)
    const next = new Date(now.getTime() + 6 * minuteMs)
    expect(named(await createOutages({ silentMs }).look(db(), next, found ? [found] : []))).toEqual(
      named(found ? [found] : []),
    )
    await heal()
    expect(await createOutages({ silentMs }).look(db(), next, found ? [found] : [])).toEqual([])
  })

  it('D53 an outage goes on under the name of what its panels share, known later', async () => {
    const outages = createOutages({ silentMs })
    await ordinary(ago(1500))
    const told = {
      scope: 'same-time',
      id: iso(ago(3)),
      members: 6000,
      from: iso(ago(3)),
      to: iso(ago(2)),
    } as const
    await keep([{ ...told, isDown: false, away: 9 }])
    const before = await db().selectFrom('webconnect_outage').select('outage_id').execute()
    await stop(`fields ->> 'container' = 'wc-6'`, ago(3))
    await keep(await outages.look(db(), now, await openOutages(db())))
    expect(
      await db()
        .selectFrom('webconnect_outage')
        .select(['outage_id', 'scope', 'scope_id', 'ended_at'])
        .execute(),
    ).toEqual([{ ...before[0], scope: 'container', scope_id: 'wc-6', ended_at: null }])
  })

  it('D53 one told by how many are away begins where most of them stopped', async () => {
    const wc = (digits: string) => `fields ->> 'container' = 'wc-4' and right(thing_id, 2) in (${digits})`
    await stop(wc(`'04', '12'`), ago(2400))
    await stop(wc(`'20', '28', '36', '44', '52', '60', '68', '76', '84', '92'`), ago(600))
    const [found] = await createOutages({ silentMs }).look(db(), now, [])
    expect(found).toMatchObject({ scope: 'container', id: 'wc-4', isExcess: true, from: iso(ago(600)) })
  })

  it('51.6 a panel belongs to what lasts, though an outage of fewer with it is over', async () => {
    const batch = (await causesOf(`fields ->> 'container' = 'wc-6'`)).id
    await stop(`fields ->> 'container' = 'wc-6'`, ago(40))
    const { iccid = '' } =
      (
        await sql<{ iccid: string }>`select iccid from webconnect_absence where cloud_id = ${batch}`.execute(
          db(),
        )
      ).rows[0] ?? {}
    const told = { from: iso(ago(60)), to: iso(ago(5)), isDown: false, isExcess: true, away: 40 }
    const range = { ...told, scope: 'sim-range', id: simRange(iccid), members: 48 } as const
    await keep([range])
    await keep([{ ...told, scope: 'container', id: 'wc-6', members: 750, from: iso(ago(50)) }, range])
    await keep([{ ...told, scope: 'container', id: 'wc-6', members: 750, from: iso(ago(50)) }])
    expect((await causesOf(`thing_id = '${batch}'`)).causes).toMatchObject([
      { scope: 'container', id: 'wc-6', endedAt: null },
    ])
  })

  it('51.6 panels lost one by one are told on their pages before they are enough for Home', async () => {
    const outages = createOutages({ silentMs })
    await ordinary(ago(1500))
    // Every sixtieth panel is of company 7011.
    for (let some = 0; some < 12; some++)
      await stop(`thing_id = 'CBS8' || lpad('${10 + 60 * some}', 6, '0')`, ago(120 - some * 10))
    await stop(`thing_id = 'CBS8000018'`, ago(60))
    expect(await keep(await outages.look(db(), now, []))).toEqual([])
    const { causes } = await causesOf(`thing_id = 'CBS8000310'`)
    expect(causes).toMatchObject([
      { scope: 'company', id: '7011', members: 100, isExcess: true, outageId: null },
    ])
    // The first of them may be one that is usually away.
    expect(causes[0]?.stopped).toBeGreaterThan(10)
    expect((await causesOf(`thing_id = 'CBS8000018'`)).causes).toEqual([])
  })

  it('K5 who stops at the same time each day is none', async () => {
    await ordinary(ago(1500))
    for (let day = 3; day >= 0; day--)
      await stop(`abs(hashtext(thing_id)) % 200 = ${day}`, ago(day * 24 * 60 + 2), day === 0 ? 0 : 120)
    expect(await createOutages({ silentMs }).look(db(), now, [])).toEqual([])
  })

  it('D53 what is usual at this hour is no outage, nor is a company for its container', async () => {
    for (let day = 3; day >= 0; day--) {
      const at = ago(day * 24 * 60 + 30)
      await stop('company_id = 7012', at, day === 0 ? 0 : 120)
    }
    expect(await createOutages({ silentMs }).look(db(), now, [])).toEqual([])
  })
})
