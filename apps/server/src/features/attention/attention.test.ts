import { randomUUID } from 'node:crypto'
import { type Attention, type Limits, type Notice, permissions } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import type { Feature } from '../../platform/feature.ts'
import { createStanding, type SettledCall, type Standing } from '../../platform/outbound/index.ts'
import { batchOf } from '../../platform/undertakings/work-stage.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { attention } from './index.ts'

vi.setConfig({ testTimeout: 120_000 })

interface Told {
  rows: Attention[]
  more: number
  asOf: string | null
  isCurrent: boolean
  limits: Limits | null
}

describeOnOneDatabase('fleet 4 what needs a person', (database) => {
  const scoped = scopedTokens()
  let keys: KeyServer
  let clock: TestClock
  let server: TestApp
  let standing: Standing
  let looking: Feature
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(database.get().db, [companiesSeed(testSecrets), csrSeed])
    await sql`update csr set status = 'Succeeded'`.execute(db())
    clock = createTestClock()
    server = await startTestApp({
      database: database.get(),
      keys,
      app: { clock, furtherTokens: [scoped.authenticator] },
    })
    standing = createStanding(clock)
    const { platform } = server.app
    looking = attention({ platform, standing, settings: server.config })
    looking.heed?.()
    looking.watch?.()
  })
  afterAll(async () => {
    await looking.close?.()
    await server.close()
    await keys.close()
  })
  const db = () => database.get().db
  const token = (without: readonly string[] = []) =>
    scoped.token(
      'eng-admin',
      permissions.filter((right) => !without.includes(right)),
    )
  const told = async (without?: readonly string[]): Promise<Told> => {
    const answer = await server.call('GET', '/api/attention/v1/current', { token: token(without) })
    return answer.envelope?.data as Told
  }
  const none = { cloudIds: [], isAll: true }
  /** The panels that a row stands for. */
  const panelsOf = async (key: string, without?: readonly string[]) => {
    const path = `/api/attention/v1/panels?key=${encodeURIComponent(key)}`
    const { envelope } = await server.call('GET', path, { token: token(without) })
    return envelope?.data as { cloudIds: string[]; isAll: boolean }
  }
  /** What is told after the next look. */
  const looked = async () => {
    const before = (await told()).asOf
    await clock.advance(6_000)
    await expect.poll(async () => (await told()).asOf, { timeout: 60_000 }).not.toBe(before)
    return told()
  }
  const keysOf = ({ rows }: Told) => rows.map(({ key }) => key)
  const call = (outcome: SettledCall['outcome'], system = 'AT&T') =>
    standing.note({
      neighbour: 'att',
      system,
      operation: 'ask',
      outcome,
      durationMs: 1,
      attempts: 1,
      waitedMs: 0,
    })
  const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString()

  it('a CSR server in error is told with its since and its panels, and goes by itself', async () => {
    expect(await told()).toMatchObject({ rows: [], asOf: null, isCurrent: false })
    expect(await looked()).toMatchObject({ rows: [], isCurrent: true })
    const since = ago(30)
    await sql`update csr set status = 'Error', update_date = ${since} where server = 'csr-02'`.execute(db())
    await sql`insert into webconnect_population (container_name, carrier, sim_range, receiver, panels, counted_at)
      values ('wc-1', 'ATT', 'r', 'csr-02', 12, ${ago(0)})`.execute(db())
    expect((await looked()).rows).toMatchObject([
      {
        key: 'not-deployed csr-02',
        since,
        panels: 12,
        code: 'not-deployed',
        of: { kind: 'csr', id: 'csr-02' },
      },
    ])
    expect((await told(['panels.read'])).rows).toMatchObject([{ panels: null }])
    expect(keysOf(await told(['csr.read']))).toEqual([])
    await sql`update csr set status = 'Succeeded'`.execute(db())
    expect((await looked()).rows).toEqual([])
  })

  it('D54 a CSR server is told by its agent’s word, and when there is none', async () => {
    const [since, heard] = [ago(60), ago(16)]
    const word = (at: string, state: string, release: string, seen: number) =>
      sql`update csr set agent_state = ${state}, agent_release = ${release}, agent_reason = 'csr-core stopped', agent_panels = 0,
        agent_at = ${at}, agent_since = ${since}, agent_seen = ${seen}, unanswered_at = null where server = 'csr-02'`.execute(
        db(),
      )
    const codes = async () => (await looked()).rows.map(({ code, since, note }) => [code, since, note])
    const { release } = await db()
      .selectFrom('csr')
      .select('release')
      .where('server', '=', 'csr-02')
      .executeTakeFirstOrThrow()
    await word(ago(0), 'failed', release, 1)
    expect(await codes()).toEqual([['core-down', since, 'csr-core stopped']])
    await word(ago(0), 'idle', '4.1.0', 1)
    expect(await codes()).toEqual([])
    await word(ago(0), 'idle', '4.1.0', 2)
    expect(await codes()).toEqual([['other-release', since, `4.1.0 runs, ${release} was ordered.`]])
    await word(heard, 'idle', release, 2)
    await sql`update csr set unanswered_at = ${ago(0)}, unanswered_why = 'No answer.' where server = 'csr-02'`.execute(
      db(),
    )
    expect(await codes()).toEqual([['agent-silent', heard, 'No answer.']])
    await word(ago(0), 'idle', release, 2)
    expect(await codes()).toEqual([])
  })

  it('D55, 52.4 figures tell what was not heard beside what was, and keep a line of a day', async () => {
    await sql`insert into webconnect_container (container_name, said_at, checked_at, problem, silent_count)
      values ('wc-55', ${ago(0)}, ${ago(0)}, '', 7)`.execute(db())
    const { limits } = await looked()
    expect(limits?.panels).toMatchObject({ silent: 7, usual: null, containers: 1, heard: 1 })
    expect(limits?.panels?.past).toMatchObject([{ silent: 7 }])
    // One of the agents spoke in the test before this one.
    expect(limits?.receivers).toMatchObject({ all: 20, wrong: [], heardAt: expect.any(String) })
    expect(limits?.receivers?.unheard).toHaveLength(19)
    expect(limits?.systems).toEqual({ asked: 0, failing: [] })
    expect((await told(['webconnect.read', 'csr.read'])).limits).toMatchObject({
      panels: null,
      receivers: null,
    })
    // What was not heard for two minutes says nothing of now, and is written down nowhere.
    await clock.advance(700_000)
    const later = (await looked()).limits?.panels
    expect(later).toMatchObject({ heard: 0, past: [{ silent: 7 }] })
    await sql`delete from webconnect_container where container_name = 'wc-55'`.execute(db())
  })

  it('43.3 a panel that stays disabled beyond its time is told until someone enables it', async () => {
    await sql`insert into panel (cloud_id, panel_info, flagged, flag_changed_at) values ('CBS7600001', '{}', true, ${ago(90)})`.execute(
      db(),
    )
    await sql`
      insert into disabling (disabling_id, cloud_id, run_id, until_at, time_zone, state, reason, next_at, end_transaction_id,
        transaction_id, issuer, subject, email, session_id, token_id, remote_address, finished_at)
      select id, 'CBS7600001', id, ${ago(1)}, '', 'refused', 'Enable it by hand.', ${ago(1)}, id, id, 'i', 's', 'ann@example.com',
        '', '', '', ${ago(1)} from gen_random_uuid() as id`.execute(db())
    expect((await looked()).rows).toMatchObject([
      {
        code: 'still-disabled',
        of: { kind: 'panel', id: 'CBS7600001' },
        panels: 1,
        note: 'Enable it by hand.',
      },
    ])
    expect(keysOf(await told(['panels.read']))).toEqual([])
    const [{ key } = { key: '' }] = (await told()).rows
    expect(await panelsOf(key)).toEqual({ cloudIds: ['CBS7600001'], isAll: true })
    await sql`update panel set flagged = false, flag_changed_at = ${ago(0)} where cloud_id = 'CBS7600001'`.execute(
      db(),
    )
    expect((await looked()).rows).toEqual([])
    expect(await panelsOf(key)).toEqual(none)
  })

  it('a carrier whose answers fail is in trouble until it answers, or is asked no more', async () => {
    for (let n = 0; n < 20; n++) call('refused')
    for (let n = 0; n < 4; n++) call('timeout')
    expect((await looked()).rows).toEqual([])
    for (let n = 0; n < 3; n++) call('server-error')
    // Agents of CSR servers have rows of their own.
    for (let n = 0; n < 9; n++) call('timeout', 'csr-01')
    await looked()
    const { rows } = await looked()
    expect(rows).toMatchObject([
      { code: 'failing', of: { kind: 'neighbour', id: 'AT&T' }, figures: { failed: 7 } },
    ])
    expect(keysOf(await told(['sim-information.read']))).toEqual([])
    for (let n = 0; n < 3; n++) call('success')
    await looked()
    expect((await looked()).rows).toEqual([])
    for (let n = 0; n < 6; n++) call('unreachable')
    await looked()
    expect(keysOf(await looked())).toEqual(['failing AT&T'])
    clock.jump(31 * 60_000)
    await looked()
    expect((await looked()).rows).toEqual([])
  })

  it('a stopped batch is told until it is tried again, to those who may read it', async () => {
    const listen = async (without: readonly string[]) => {
      const heard: Notice[] = []
      const answer = await fetch(`${server.url}/api/news/v1/stream`, {
        headers: { authorization: `Bearer ${token(without)}` },
      })
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
      const pump = async () => {
        for (;;) {
          const { value, done } = (await reader?.read()) ?? { done: true }
          if (done) return
          for (const [, json = '[]'] of (value ?? '').matchAll(/^data: (.*)$/gm))
            heard.push(...(JSON.parse(json) as Notice[]))
        }
      }
      const pumped = pump()
      /** Until a notice of what needs a person names this right. */
      return async (right: string) => {
        const hears = async () => {
          await clock.advance(200)
          return heard.some(({ kind, id }) => kind === 'attention' && id === right)
        }
        await expect.poll(hears, { timeout: 60_000 }).toBe(true)
        await reader?.cancel()
        await pumped
        return heard
      }
    }
    const [hear, hearLess] = [await listen([]), await listen(['sim-management.read'])]
    const ended = clock.now()
    await batchOf(db(), ['done', 'failed'], { ended })
    const id = await batchOf(db(), ['done', 'stopped', 'unknown'], { ended })
    const { rows } = await looked()
    expect(rows).toMatchObject([
      {
        key: `batch ${id}`,
        code: 'batch-unknown',
        name: 'ended.csv',
        figures: { left: 2, total: 3 },
        note: '',
      },
    ])
    expect(keysOf(await told(['sim-management.read']))).toEqual([])
    await hear('sim-management.read')
    const retry = await batchOf(db(), ['ready'])
    await sql`update deactivation_batch set retry_of = ${id} where batch_id = ${retry}`.execute(db())
    expect((await looked()).rows).toEqual([])
    await sql`update csr set status = 'Error' where server = 'csr-02'`.execute(db())
    await looked()
    expect(await hearLess('csr.read')).not.toContainEqual({ kind: 'attention', id: 'sim-management.read' })
  })

  it('what grew since the last night is told to those who may read it, while it is so', async () => {
    const sweep = async (hours: number, count: number, disabled: number) => {
      const id = randomUUID()
      await sql`insert into sweep (sweep_id, state, transaction_id, issuer, subject, email, session_id, token_id,
          remote_address, created_at, finished_at)
        values (${id}, 'finished', ${id}, '', '', '', '', '', '', ${ago(hours * 60)}, ${ago(hours * 60 - 30)})`.execute(
        db(),
      )
      await sql`insert into sweep_finding (sweep_id, finding, before, gone_before, count, fresh, gone)
        values (${id}, 'no-company', 0, 0, ${count}, 0, 0),
          (${id}, 'disabled-for-long', 0, 0, ${disabled}, 0, 0)`.execute(db())
    }
    const find = (count: number) =>
      sql`insert into fleet_finding (finding, thing_kind, thing_id, since, at, source, now, before, carrier, readings)
        select 'no-company', 'sim', n::text, now(), now(), 'Inventory', '', '', '', 2
        from generate_series(1, ${count}::integer) as n`.execute(db())
    await sql`update csr set status = 'Succeeded'`.execute(db())
    await find(9)
    await sweep(30, 2, 0)
    expect(keysOf(await looked())).toEqual([])
    await sweep(6, 9, 0)
    const { rows } = await looked()
    expect(rows).toMatchObject([
      { key: 'grown no-company', panels: null, figures: { before: 2, count: 9, grown: 7 } },
    ])
    expect(keysOf(await told(['sim-information.read']))).toEqual([])
    expect(keysOf(await told(['fleet.read']))).toEqual([])
    expect(await panelsOf('grown no-company')).toEqual(none)
    await sql`delete from fleet_finding where thing_id > '4'`.execute(db())
    expect(keysOf(await looked())).toEqual([])
    await sql`insert into fleet_finding (finding, thing_kind, thing_id, since, at, source, now, before, carrier, readings)
      select 'disabled-for-long', 'panel', 'CBS77' || n, now(), now(), 'Inventory', '', '', '', 2
      from generate_series(1, 6) as n`.execute(db())
    await sweep(3, 2, 6)
    expect(keysOf(await looked())).toEqual(['grown disabled-for-long'])
    const panels = await panelsOf('grown disabled-for-long')
    expect(panels).toEqual({ cloudIds: [1, 2, 3, 4, 5, 6].map((n) => `CBS77${n}`), isAll: true })
    expect(await panelsOf('grown disabled-for-long', ['panels.read'])).toEqual(none)
    await sql`delete from fleet_finding`.execute(db())
    expect(keysOf(await looked())).toEqual([])
  })

  it('tells seven rows at most, panels that stopped together first', async () => {
    await sql`update csr set status = 'Error'`.execute(db())
    await sql`insert into webconnect_container (container_name, said_at, checked_at, problem)
      values ('webconnect-9', ${ago(3)}, ${ago(1)}, 'no answer'), ('webconnect-8', ${ago(1)}, ${ago(1)}, '')`.execute(
      db(),
    )
    await sql`insert into webconnect_present (cloud_id, container_name)
      select 'CBS97' || n, 'webconnect-9' from generate_series(1, 40) as n`.execute(db())
    const { rows, more } = await looked()
    expect(rows).toHaveLength(7)
    const { rows: servers } = await sql`select from csr`.execute(db())
    expect(more).toBe(servers.length + 1 - 7)
    expect(rows[0]).toMatchObject({
      key: 'outage container webconnect-9',
      panels: 40,
      code: 'down',
    })
    const silent = await panelsOf('outage container webconnect-9')
    expect(silent).toMatchObject({ isAll: true, cloudIds: expect.arrayContaining(['CBS971', 'CBS9740']) })
    expect(silent).toHaveProperty('cloudIds.length', 40)
    expect(await panelsOf('outage container webconnect-9', ['webconnect.read'])).toEqual(none)
    const away = rows.map(({ key }) => key).find((key) => key.startsWith('not-deployed')) ?? ''
    expect(await panelsOf(away)).toEqual(none)
    const without = await told(['webconnect.read', 'sim-management.read'])
    expect(keysOf(without)).not.toContain('outage container webconnect-9')
    expect(without.rows.length + without.more).toBe(rows.length + more - 1)
    await sql`update webconnect_container set problem = '', said_at = checked_at`.execute(db())
    expect(keysOf(await looked())).not.toContain('outage container webconnect-9')
  })
})
