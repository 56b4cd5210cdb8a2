import { type PanelState, permissions, type SimState } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isThorough } from '../../../../../scripts/testing/thorough.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { systemClock } from '../clock.ts'

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 })

const [many, minutes, pairs] = isThorough ? [1_000, 1_440, 500] : [12, 240, 120]
const minute = 60_000
const seed = Number(process.env.PAST_SEED ?? 7)
const end = Math.floor(Date.now() / minute) * minute
const begin = end - minutes * minute
const of = {
  sim: (n: number) => `8901170${String(n).padStart(12, '0')}`,
  panel: (n: number) => `CBS4${String(n).padStart(6, '0')}`,
}

type Recorded = Pick<SimState | PanelState, 'state' | 'since' | 'source' | 'isFresh' | 'facts'> & {
  cause: string | null
}

/** What becomes known in a minute of the day, of the thing of a number. */
const event = fc.record({
  n: fc.nat({ max: many - 1 }),
  what: fc.constantFrom(
    'carrier',
    'carrier',
    'session',
    'session',
    'session',
    'broker',
    'moves',
    'deactivated',
    'verdict',
    'refused',
    'missed',
  ),
  word: fc.constantFrom('Active', 'Suspended', 'Deactivated'),
  connection: fc.constantFrom('connected', 'connected', 'silent', 'gone'),
  company: fc.constantFrom(7, 8),
  verdict: fc.constantFrom('cause', 'likely', 'fine'),
})

describeOnOneDatabase('kept state: what was so at a moment of the past', (database) => {
  let keys: KeyServer
  let server: TestApp
  let now = begin
  const scoped = scopedTokens()
  const token = scoped.token('eng-admin', [...permissions])
  const db = () => database.get().db
  const get = async <Data>(path: string, code = 200): Promise<Data> => {
    const answer = await server.call('GET', `/api/${path}`, { token })
    if (answer.code === 500) console.log(server.lines.filter((l) => l.includes('rror')).at(-1))
    expect([path, answer.code, answer.envelope.message]).toEqual([path, code, answer.envelope.message])
    return answer.envelope.data as Data
  }
  const at = (time: number) => `at=${encodeURIComponent(new Date(time).toISOString())}`

  /** All states by what the lists of both companies say. */
  async function record(query = ''): Promise<Map<string, Recorded>> {
    const recorded = new Map<string, Recorded>()
    for (const company of [7, 8])
      for (const [kind, id] of [
        ['sims', 'iccid'],
        ['panels', 'cloudId'],
      ] as const)
        for (let page = 1; ; page++) {
          const data = await get<Record<string, never[]>>(
            `companymanager/v1/companies/${company}/${kind}?page=${page}${query}`,
          )
          const rows = data[kind] as { state: SimState | PanelState; iccid: string; cloudId: string }[]
          for (const { state, ...row } of rows)
            recorded.set(row[id], {
              ...{
                state: state.state,
                since: state.since,
                source: state.source,
                isFresh: state.isFresh,
                facts: state.facts,
              },
              cause: state.cause?.state ?? null,
            })
          if (rows.length < 50) break
        }
    return recorded
  }

  async function tell({
    n,
    what,
    word,
    connection,
    company,
    verdict,
  }: typeof event extends fc.Arbitrary<infer E> ? E : never) {
    const time = new Date(now)
    const observe = (kind: 'sim' | 'panel', source: string, fields: object) =>
      db()
        .transaction()
        .execute(async (trx) => {
          const id = of[kind](n)
          await sql`insert into observed_change (thing_kind, thing_id, source, field, before, after, at)
              select ${kind}, ${id}, ${source}, field, coalesce(fields ->> field, ''), value, ${time}
              from jsonb_each_text(${JSON.stringify(fields)}::jsonb) as told (field, value)
              left join observation as it on it.thing_kind = ${kind} and it.thing_id = ${id} and it.source = ${source}
              where coalesce(fields ->> field, '') <> value`.execute(trx)
          await sql`insert into observation (thing_kind, thing_id, source, fields, asked_at)
              values (${kind}, ${id}, ${source}, ${JSON.stringify(fields)}::jsonb, ${time})
              on conflict (thing_kind, thing_id, source) do update set fields = excluded.fields, asked_at = excluded.asked_at`.execute(
            trx,
          )
        })
    if (what === 'carrier') await observe('sim', 'AT&T', { deviceStatus: word })
    if (what === 'broker') await observe('sim', 'MobileBroker', { deviceStatus: word })
    if (what === 'session')
      await observe('panel', 'WebConnect', {
        connection,
        container: 'webconnect-1',
        iccid: of.sim(n),
        host: '10.0.0.1',
        heardAt: '',
      })
    if (what === 'moves') {
      await sql`update sim set company_id = ${company} where iccid = ${of.sim(n)}`.execute(db())
      await sql`update panel set company_id = ${company} where cloud_id = ${of.panel(n)}`.execute(db())
    }
    if (what === 'deactivated')
      await sql`update sim set deactivated_at = ${time} where iccid = ${of.sim(n)}`.execute(db())
    if (what === 'verdict')
      for (const [kind, id] of [
        ['sim', of.sim(n)],
        ['panel', of.panel(n)],
      ])
        await sql`insert into thing_finding (thing_kind, thing_id, state, since, at) values (${kind}, ${id}, ${verdict}, ${time}, ${time})
          on conflict (thing_kind, thing_id) do update set state = excluded.state, since = excluded.since, at = excluded.at`.execute(
          db(),
        )
    if (what === 'refused')
      await (word === 'Active'
        ? sql`delete from webconnect_refused where cloud_id = ${of.panel(n)}`
        : sql`insert into webconnect_refused values (${of.panel(n)}, 'webconnect-1', ${time}) on conflict do nothing`
      ).execute(db())
    if (what === 'missed')
      await (word === 'Active'
        ? sql`with back as (delete from webconnect_missed where cloud_id = ${of.panel(n)})
            update webconnect_absence set ended_at = ${time} where cloud_id = ${of.panel(n)} and ended_at is null`
        : sql`with gone as (
            insert into webconnect_missed values (${of.panel(n)}, 'webconnect-1', ${time}, 5) on conflict do nothing returning cloud_id)
            insert into webconnect_absence (cloud_id, how, began_at, container_name, iccid, carrier)
            select cloud_id, 'left', ${time}, 'webconnect-1', '', '' from gone on conflict do nothing`
      ).execute(db())
  }

  const days: Map<string, Recorded>[] = []
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({
      database: database.get(),
      keys,
      app: { furtherTokens: [scoped.authenticator], clock: { ...systemClock, now: () => new Date(now) } },
    })
    await sql`create table simulated_now (at timestamptz)`.execute(db())
    await sql`insert into simulated_now values (${new Date(begin)})`.execute(db())
    await sql`create or replace function kept_now() returns timestamptz language sql volatile as 'select at from simulated_now'`.execute(
      db(),
    )
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model, create_date)
      select id, 'C' || id, '300000' || id, 'us', 'us', 'TIER2_STANDARD', ${new Date(begin)} from unnest(array[7, 8]) as id`.execute(
      db(),
    )
    await sql`insert into sim (iccid, vendor_code, company_id, create_date)
      select id, 'ATT', 7, ${new Date(begin)} from unnest(${Array.from({ length: many }, (_, n) => of.sim(n))}::text[]) as id`.execute(
      db(),
    )
    await sql`insert into panel (cloud_id, company_id, panel_info, create_date) select id, 7, '{"serviceStates": []}', ${new Date(begin)}
      from unnest(${Array.from({ length: many }, (_, n) => of.panel(n))}::text[]) as id`.execute(db())
    await sql`insert into webconnect_container (container_name, said_at, checked_at, create_date)
      values ('webconnect-1', ${new Date(begin)}, ${new Date(begin)}, ${new Date(begin)})`.execute(db())
    const told = fc.sample(fc.array(event, { maxLength: Math.ceil(many / 6) }), { numRuns: minutes, seed })
    for (const events of told) {
      now += minute
      await sql`update simulated_now set at = ${new Date(now)}`.execute(db())
      // For half an hour of the day its container is not asked, and for another it does not answer.
      const passed = (now - begin) / minute
      const isQuiet = passed > 60 && passed < 90
      const problem = passed > 120 && passed < 150 ? 'timeout' : ''
      if (!isQuiet)
        await sql`update webconnect_container set checked_at = ${new Date(now)}, problem = ${problem},
          said_at = case when ${problem} = '' then ${new Date(now)}::timestamptz else said_at end`.execute(
          db(),
        )
      for (const each of events) await tell(each)
      days.push(await record())
    }
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  it('an outside recorder of each minute agrees with what is told of it, or that is not known', async () => {
    const ids = Array.from({ length: many }, (_, n) => [of.sim(n), of.panel(n)]).flat()
    const asked = fc.sample(
      fc.record({ id: fc.constantFrom(...ids), minute: fc.nat({ max: minutes - 1 }) }),
      { numRuns: pairs, seed },
    )
    const other = []
    for (const { id, minute: n } of asked) {
      const time = begin + (n + 1) * minute
      const { state } = await get<{ state: SimState | PanelState }>(
        `things/v1/${id.startsWith('CBS') ? 'panels' : 'sims'}/${id}?${at(time)}`,
      )
      const told = {
        ...{
          state: state.state,
          since: state.since,
          source: state.source,
          isFresh: state.isFresh,
          facts: state.facts,
        },
        cause: state.cause?.state ?? null,
      }
      const seen = days[n]?.get(id)
      if (JSON.stringify(seen) !== JSON.stringify(told)) other.push({ id, n, seen, told })
    }
    expect(other.filter(({ told }) => told.state !== 'not-known')).toEqual([])
    expect(other.length).toBeLessThanOrEqual(pairs * 0.005)
  })

  it('the lists and the counts of a company are what they were', async () => {
    for (const n of fc.sample(fc.nat({ max: minutes - 1 }), { numRuns: 10, seed })) {
      const time = begin + (n + 1) * minute
      expect([n, Object.fromEntries(await record(`&${at(time)}`))]).toEqual([
        n,
        Object.fromEntries(days[n] ?? []),
      ])
      const { state } = await get<{
        state: { counts: { sims: { total: number }; panels: { total: number } } }
      }>(`companymanager/v1/companies/7/state?${at(time)}`)
      const own = await get<{ matches: number }>(`companymanager/v1/companies/7/sims?${at(time)}`)
      expect(state.counts.sims.total).toBe(own.matches)
    }
  })

  it('each call that tells of the past reads nothing of now, and says when that was', async () => {
    const time = begin + 30 * minute
    for (const path of [
      `things/v1/sims/${of.sim(0)}`,
      `things/v1/panels/${of.panel(0)}`,
      'things/v1/companies/7',
      `observations/v1/sim/${of.sim(0)}`,
      `observations/v1/panel/${of.panel(0)}`,
      'fleet/v1/findings',
      'attention/v1/current',
      'companymanager/v1/companies/7/state',
      `timeline/v1/sims/${of.sim(0)}`,
      `timeline/v1/panels/${of.panel(0)}`,
      'timeline/v1/companies/7',
    ]) {
      const data = await get<{ now?: string; entries?: { at: string }[] }>(`${path}?${at(time)}`)
      if (data.now) expect([path, data.now]).toEqual([path, new Date(time).toISOString()])
      for (const entry of data.entries ?? []) expect(Date.parse(entry.at)).toBeLessThanOrEqual(time)
    }
    // What had not been checked is not told as nothing.
    expect(await get<object>(`fleet/v1/findings?${at(begin - minute)}`)).toMatchObject({
      rows: [],
      checkedAt: null,
    })
    // Before anything was kept there was nothing.
    await get(`things/v1/sims/${of.sim(0)}?${at(begin - minute)}`, 404)
    await get(`things/v1/companies/7?${at(begin - minute)}`, 404)
  })

  it.each([
    ['tomorrow', 'must be a date and a time with its offset'],
    ['2026-11-26T03:00', 'must be a date and a time with its offset'],
    [new Date(end + 60 * minute).toISOString(), 'must not be later than now'],
  ])('%s is refused at its field', async (given, message) => {
    const { code, envelope } = await server.call('GET', `/api/things/v1/sims/${of.sim(0)}?at=${given}`, {
      token,
    })
    expect([code, envelope.data]).toEqual([400, { issues: [{ field: 'at', message }] }])
  })

  it('what has no past takes no moment', async () => {
    await get(`fleet/v1/overview?${at(begin)}`, 400)
  })
})
