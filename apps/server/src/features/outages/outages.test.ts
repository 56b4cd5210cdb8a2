import { randomUUID } from 'node:crypto'
import type { KeptOutage, OutageDetail, OutagePanel, Shift, Timeline } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { scopedServer } from '../../testing/scoped-server.ts'
import { keepOutages, type Outage } from '../webconnect/index.ts'

vi.setConfig({ testTimeout: 120_000 })

const path = '/api/outages/v1/outages'
const minuteMs = 60_000

describeOnOneDatabase('issue 52, 5 outages have a page', (database) => {
  const { db, clock, call, at } = scopedServer(database, async (db) => {
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      select 9000 + n, 'Outage ' || n, (9000000 + n)::text, 'us', 'us', 'TIER2_STANDARD' from generate_series(1, 3) as n`.execute(
      db,
    )
    await sql`insert into panel (cloud_id, company_id, panel_info)
      select 'CBS91' || lpad(n::text, 4, '0'), 9001 + n % 3, '{"serviceStates": []}' from generate_series(0, 29) as n`.execute(
      db,
    )
  })
  const iso = (minutes: number) => at(minutes).toISOString()
  const ask = async (address: string, without?: readonly string[]) => {
    const { code, envelope } = await call('GET', `${path}${address}`, { without })
    return { code, data: envelope?.data }
  }
  const read = async (id: string, without?: readonly string[]) =>
    (await ask(`/${id}`, without)).data as OutageDetail
  const listed = async (without?: readonly string[]) =>
    ((await ask('', without)).data as { outages: KeptOutage[] }).outages
  const panelId = (n: number) => `CBS91${String(n).padStart(4, '0')}`
  const forget = async () => {
    await sql`delete from webconnect_outage`.execute(db())
    await sql`truncate webconnect_absence, webconnect_present, webconnect_missed`.execute(db())
  }
  /** @param back the minute in which each came back; null: it is away */
  const stopped = async (some: readonly { n: number; from: number; back: number | null; how?: string }[]) => {
    for (const { n, from, back, how = 'left' } of some)
      await sql`insert into webconnect_absence (cloud_id, how, began_at, ended_at, container_name, iccid, company_id, carrier, receiver)
        values (${panelId(n)}, ${how}, ${iso(from)}, ${back === null ? null : iso(back)}, 'wc-1', '', ${9001 + (n % 3)}, 'ATT', 'csr-01')
        on conflict do nothing`.execute(db())
  }
  const outage = (more: Partial<Outage> = {}): Outage => ({
    ...{ scope: 'container', id: 'wc-1', members: 30, away: 12, isDown: false, from: iso(-10), to: iso(-8) },
    ...more,
  })
  const keep = async (some: readonly Outage[], minutes = 0) => {
    await keepOutages(db(), some, at(minutes))
    const [newest] = await listed()
    return newest?.outageId ?? ''
  }

  it('tells one while it lasts and afterwards, with its panels, companies and minutes', async () => {
    await forget()
    await stopped(Array.from({ length: 12 }, (_, n) => ({ n, from: -10 + (n % 2), back: null })))
    await stopped([{ n: 20, from: -60, back: null }])
    const id = await keep([outage()])
    expect(await listed()).toMatchObject([
      {
        ...{ outageId: id, of: { kind: 'container', id: 'wc-1' }, name: 'wc-1', how: 'together' },
        ...{ endedAt: null, members: 30, away: 12, mostAway: 12 },
      },
    ])
    const lasting = await read(id)
    expect(lasting).toMatchObject({ panels: 12, back: 0, asOf: iso(0), others: { away: 0 } })
    expect(lasting.companies).toEqual(
      [9001, 9002, 9003].map((companyId, n) => ({ companyId, name: `Outage ${n + 1}`, panels: 4, back: 0 })),
    )
    const { from, stepMinutes, stopped: bars } = lasting.chart
    expect([stepMinutes, bars.filter((count) => count > 0)]).toEqual([1, [6, 6]])
    expect(Date.parse(from) + bars.indexOf(6) * minuteMs).toBe(
      Math.floor(at(-10).getTime() / minuteMs) * minuteMs,
    )
    await sql`update webconnect_absence set ended_at = ${iso(2)} where began_at > ${iso(-11)}
      and cloud_id <> ${panelId(0)}`.execute(db())
    expect(await keep([], 3)).toBe(id)
    const over = await read(id)
    expect(over).toMatchObject({ endedAt: iso(3), away: 0, mostAway: 12, panels: 12, back: 11 })
    // Who comes back later is noted, too; what became of them since is not.
    await sql`update webconnect_absence set ended_at = ${iso(20)} where cloud_id = ${panelId(0)}`.execute(
      db(),
    )
    await stopped([{ n: 1, from: 30, back: null }])
    await keep([], 31)
    expect(await read(id)).toMatchObject({ panels: 12, back: 12 })
    await sql`truncate webconnect_absence`.execute(db())
    const { panels } = (await ask(`/${id}/panels?companyId=9001`)).data as { panels: OutagePanel[] }
    expect(panels.map(({ cloudId, to }) => [cloudId, to])).toEqual(
      [0, 3, 6, 9].map((n) => [panelId(n), iso(n === 0 ? 20 : 2)]),
    )
  })

  it('one panel that fell silent and then left is back when neither lasts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            n: fc.integer({ min: 0, max: 29 }),
            from: fc.constantFrom(-10, -9),
            back: fc.option(fc.integer({ min: -3, max: -1 })),
            left: fc.option(
              fc.record({ after: fc.integer({ min: 1, max: 4 }), back: fc.option(fc.constant(-1)) }),
            ),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        async (drawn) => {
          await forget()
          const some = [...new Map(drawn.map((panel) => [panel.n, panel])).values()]
          await stopped(some.map(({ n, from, back }) => ({ n, from, back, how: 'silent' })))
          await stopped(
            some.flatMap(({ n, from, left }) =>
              left ? [{ n, from: from + left.after, back: left.back }] : [],
            ),
          )
          const id = await keep([outage({ away: some.length })])
          const { panels } = (await ask(`/${id}/panels`)).data as { panels: OutagePanel[] }
          expect(panels.map(({ cloudId, to }) => [cloudId, to])).toEqual(
            some
              .toSorted((one, other) => one.n - other.n)
              .map(({ n, back, left }) => {
                const ends = [back, ...(left ? [left.back] : [])]
                const last = ends.includes(null) ? null : Math.max(...ends.map(Number))
                return [panelId(n), last === null ? null : iso(last)]
              }),
          )
        },
      ),
      { numRuns: 20 },
    )
  })

  it('those of a container that did not answer are back with it, and not who is missed then', async () => {
    await forget()
    const present = [0, 1, 2, 3, 4, 5]
    for (const n of present)
      await sql`insert into webconnect_present (cloud_id, container_name) values (${panelId(n)}, 'wc-1')`.execute(
        db(),
      )
    const down = outage({ isDown: true, members: 6, away: 6, from: iso(-10), to: iso(-10) })
    const id = await keep([down])
    expect(await read(id)).toMatchObject({ how: 'down', panels: 6, back: 0, others: null })
    await sql`delete from webconnect_present where cloud_id = ${panelId(1)}`.execute(db())
    await keep([down], 2)
    expect(await read(id)).toMatchObject({ panels: 6, back: 1 })
    await sql`insert into webconnect_missed values (${panelId(0)}, 'wc-1', ${iso(3)}, 1)`.execute(db())
    await keep([], 4)
    expect(await read(id)).toMatchObject({ panels: 6, back: 5, endedAt: iso(4) })
    await sql`truncate webconnect_missed`.execute(db())
    await keep([], 6)
    expect(await read(id)).toMatchObject({ panels: 6, back: 6 })
  })

  it('tells what was done meanwhile on what it touched, and the watches that ended', async () => {
    await forget()
    await stopped([0, 3, 6].map((n) => ({ n, from: -10, back: null })))
    const id = await keep([outage({ away: 3 })])
    const entry = (
      message: string,
      object: `panel ${string}` | `company ${number}` | `sim ${string}`,
      minutes: number,
    ) => ({
      ...{ message, object, at: at(minutes), transactionId: randomUUID() },
      route: 'PUT /companymanager/v1/companies/{companyId}',
    })
    await appendEntries(
      db(),
      entry('Disable panel', `panel ${panelId(0)}`, -20),
      entry('Save company', 'company 9001', -5),
      entry('Save another', 'company 9002', -5),
      entry('Long before', 'company 9001', -50),
    )
    await sql`insert into watch (watch_id, cloud_id, until_at, state, rights, finished_at, created_at, transaction_id, issuer, subject,
        email, session_id, token_id, remote_address)
      select gen_random_uuid(), cloud_id, ${iso(60)}, state, '{}', ${iso(-1)}, ${iso(-9)}, gen_random_uuid(), 'i', 's', 'ann@example.com',
        '', '', '' from (values (${panelId(3)}, 'back'), (${panelId(4)}, 'back')) as of (cloud_id, state)`.execute(
      db(),
    )
    const told = await read(id)
    expect(told.changes?.rows.map(({ what }) => what)).toEqual(['Disable panel', 'Save company'])
    expect(told.changes).toMatchObject({ others: 1, hasMore: false })
    expect(told.watches).toMatchObject([{ cloudId: panelId(3), by: 'ann@example.com', state: 'back' }])
  })

  it('stands on Home, in the handover and on the timelines of its panels, companies and server', async () => {
    await forget()
    await seed(db(), [csrSeed])
    await stopped([0, 3, 7].map((n) => ({ n, from: -10, back: null })))
    const id = await keep([outage({ scope: 'csr', id: 'csr-01', away: 3 })])
    const get = async (address: string, without?: readonly string[]) =>
      (await call('GET', `/api${address}`, { without })).envelope?.data as never
    const timeline = async (address: string, without?: readonly string[]) =>
      ((await get(`/timeline/v1/${address}`, without)) as Timeline).entries
        .filter(({ kind }) => kind === 'outage')
        .map(({ at: when, outage: told }) => [when, told?.outageId, told?.panels, told?.endedAt])
    expect(await timeline(`panels/${panelId(3)}`)).toEqual([[iso(-10), id, 1, null]])
    expect(await timeline('companies/9001')).toEqual([[iso(-10), id, 2, null]])
    expect(await timeline(`panels/${panelId(5)}`)).toEqual([])
    await keep([], 2)
    expect(await timeline('csrs/csr-01')).toEqual([[iso(-10), id, 3, iso(2)]])
    for (const right of ['csr.read', 'webconnect.read'])
      expect(await timeline(`panels/${panelId(3)}`, [right])).toEqual([])
    const shift = (from: number, to: number, without?: readonly string[]) =>
      get(`/handover/v1/shift?from=${iso(from)}&to=${iso(to)}&who=all`, without) as Promise<Shift>
    expect((await shift(-30, -9)).outages).toMatchObject([{ outageId: id }])
    expect((await shift(-30, -11)).outages).toEqual([])
    expect((await shift(3, 9)).outages).toEqual([])
    expect(await shift(-30, 9, ['csr.read'])).toMatchObject({
      outages: [],
      withheld: expect.arrayContaining(['outages']),
    })
    const ended = async () =>
      ((await get('/attention/v1/current')) as { ended: KeptOutage[] }).ended.map(({ outageId }) => outageId)
    await clock().advance(3 * minuteMs)
    expect(await ended()).toEqual([id])
    await clock().advance(24 * 60 * minuteMs)
    expect(await ended()).toEqual([])
  })

  it('D45 tells each part to those who may read it', async () => {
    await forget()
    await stopped([0, 3].map((n) => ({ n, from: -10, back: null })))
    const ofServer = await keep([outage({ scope: 'csr', id: 'csr-01', away: 2 })])
    expect((await ask(`/${ofServer}`, ['csr.read'])).code).toBe(404)
    expect((await ask(`/${ofServer}/panels`, ['csr.read'])).code).toBe(404)
    expect(await listed(['csr.read'])).toEqual([])
    const id = await keep([outage({ away: 2 })], 1)
    expect((await ask('', ['webconnect.read'])).code).toBe(403)
    expect(await read(id, ['panels.read'])).toMatchObject({ companies: null, panels: 2 })
    expect((await ask(`/${id}/panels?companyId=9001`, ['panels.read'])).code).toBe(403)
    expect((await ask(`/${id}/panels`, ['panels.read'])).data).toMatchObject({
      panels: [{ companyId: null }, {}],
    })
    expect(await read(id, ['user-actions.read'])).toMatchObject({ changes: null })
    expect((await ask('/999999999')).code).toBe(404)
    expect((await ask('/x')).code).toBe(400)
  })

  it.each([3, 90, 60 * 30, 60 * 24 * 60])(
    'a chart of %i minutes has every stop and return once, in few bars',
    async (lasts) => {
      await forget()
      await stopped([0, 1, 2].map((n) => ({ n, from: -lasts, back: null })))
      const id = await keep([outage({ from: iso(-lasts), to: iso(-lasts), away: 3 })])
      await sql`update webconnect_absence set ended_at = ${iso(0)}`.execute(db())
      await keep([], 1)
      const { chart } = await read(id)
      const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
      expect([sum(chart.stopped), sum(chart.back), chart.stopped[0]]).toEqual([3, 3, 0])
      expect(chart.stopped.length).toBeLessThanOrEqual(62)
    },
  )
})
