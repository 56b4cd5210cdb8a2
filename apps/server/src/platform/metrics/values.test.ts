import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { readHead } from '../audit/chain.ts'
import { repeatedly } from '../repeatedly.ts'
import { createMetrics } from './metrics.ts'

const minute = 60_000

/** The value of a line of figures; undefined: there is none. */
const valueIn = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describeOnOneDatabase('18.5 M4 figures have their values, times in seconds', (database) => {
  let keys: KeyServer
  let server: TestApp
  let clock: TestClock
  const db = () => database.get().db
  const scrape = async () => (await fetch(`${server.operatorUrl}/metrics`)).text()

  beforeAll(async () => {
    clock = createTestClock()
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys, app: { clock } })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  it('of the pools of connections, and of neighbours, those of one name together', async () => {
    const pool = {
      kind: 'read' as const,
      busy: 3,
      idle: 2,
      waiting: 1,
      waits: 40,
      waitedMs: 2_500,
      refused: 6,
    }
    const metrics = createMetrics({ ...database.get(), pools: () => [pool] }, '1.2.3')
    metrics.observeNeighbour({
      neighbour: 'att',
      system: 'AT&T',
      operation: 'ask',
      outcome: 'timeout',
      durationMs: 20_500,
      attempts: 3,
      waitedMs: 1_500,
    })
    metrics.lookAtNeighbours(() => [
      { key: 'csr-agent', inFlight: 1, waiting: 2, isResting: true },
      { key: 'csr-agent', inFlight: 3, waiting: 4, isResting: true },
      { key: 'att', inFlight: 0, waiting: 5, isResting: false },
    ])
    const values: Record<string, number> = {
      'database_pool_connections{kind="read",state="busy"}': 3,
      'database_pool_connections{kind="read",state="idle"}': 2,
      'database_pool_connections{kind="read",state="waiting"}': 1,
      'database_pool_waits_total{kind="read"}': 40,
      'database_pool_wait_seconds_total{kind="read"}': 2.5,
      'database_pool_refusals_total{kind="read"}': 6,
      'neighbour_request_duration_seconds_sum{system="att",outcome="timeout"}': 20.5,
      'neighbour_wait_seconds_sum{system="att"}': 1.5,
      'neighbour_resting{system="csr-agent"}': 2,
      'neighbour_resting{system="att"}': 0,
      'neighbour_calls{system="csr-agent",state="in flight"}': 4,
      'neighbour_calls{system="csr-agent",state="waiting"}': 6,
      'neighbour_calls{system="att",state="in flight"}': 0,
      'neighbour_calls{system="att",state="waiting"}': 5,
    }
    // Each look tells what there is, and adds nothing to the look before.
    for (let look = 0; look < 2; look++) {
      const text = await metrics.registry.metrics()
      const told = Object.keys(values).map((name) => [name, valueIn(text, name)])
      expect(Object.fromEntries(told)).toEqual(values)
    }
  })

  it('of calls: no longer than they took; of tokens that do not count: each by its reason, once', async () => {
    const access = '/api/session/v1/access'
    const began = process.hrtime.bigint()
    expect((await server.call('GET', access)).code).toBe(200)
    const tookSeconds = Number(process.hrtime.bigint() - began) / 1e9
    const sum = 'http_request_duration_seconds_sum{call="getAccess",length="brief",status="200"}'
    const told = valueIn(await scrape(), sum)
    expect(told).toBeGreaterThan(0)
    expect(told).toBeLessThanOrEqual(tookSeconds)

    const iat = Math.floor(clock.now().getTime() / 1000)
    const [head = '', payload = ''] = (await keys.token()).split('.')
    const [, , others = ''] = (await keys.token({ sub: 'someone else' })).split('.')
    const over = await keys.token({ sid: 'over' })
    await server.call('POST', '/api/session/v1/end', { token: over })
    const tokens: Record<string, string | null> = {
      none: null,
      malformed: 'odd',
      expired: await keys.token({ iat: 1, exp: 2 }),
      claims: await keys.token({ aud: 'others', iat }),
      signature: [head, payload, others].join('.'),
      'wrong-kind': await keys.token({ typ: 'ID' }, { typ: 'JWT' }),
      ended: over,
    }
    for (const [reason, token] of Object.entries(tokens))
      expect((await server.call('GET', access, { token })).code, reason).toBe(401)
    const text = await scrape()
    const counted = Object.keys(tokens).map((reason) => [
      reason,
      valueIn(text, `token_refusals_total{reason="${reason}"}`),
    ])
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries(Object.keys(tokens).map((reason) => [reason, 1])),
    )
    expect(valueIn(text, 'http_refusals_total{status="Unauthorized"}')).toBe(Object.keys(tokens).length)
  })

  it('of what the server does by itself: when it last went well, and how often it failed', async () => {
    const metrics = createMetrics(database.get(), '1.2.3')
    const log = server.app.platform.log
    let fails = false
    const work = async () => {
      if (fails) throw new Error('not now')
    }
    const repeated = repeatedly({ clock, log, metrics }, 'the round', work, () => minute)
    repeated.start()
    const went = clock.now().getTime() / 1000
    await clock.advance(1)
    fails = true
    await clock.advance(2 * minute)
    await repeated.close()
    const text = await metrics.registry.metrics()
    expect(valueIn(text, 'background_success_timestamp_seconds{work="the round"}')).toBeCloseTo(went, 1)
    expect(valueIn(text, 'background_failures_total{work="the round"}')).toBe(2)
  })

  it("of the audit chain's head, and of the age of what was collected and of what waits", async () => {
    await appendEntries(db(), {}, {})
    await sql`insert into csr_release (version) values ('1')`.execute(db())
    await sql`insert into csr (server, ip_address, release, status_asked_at)
      values ('csr-01', '10.0.0.1', '1', clock_timestamp() - interval '1 hour'),
        ('csr-02', '10.0.0.2', '1', clock_timestamp() - interval '2 hours')`.execute(db())
    // Of a queue that no one works on.
    await sql`select jobs.create_queue('left', '{"policy": "standard", "retentionSeconds": 86400}')`.execute(
      db(),
    )
    await sql`insert into jobs.job (name, data, start_after) values
      ('left', '{}', now() - interval '3 hours'), ('left', '{}', now() - interval '4 hours')`.execute(db())
    await clock.advance(minute)
    await expect
      .poll(async () => valueIn(await scrape(), 'audit_chain_head'))
      .toBe((await readHead(db()))?.number)
    const text = await scrape()
    expect(valueIn(text, 'collector_age_seconds{collector="csr"}')).toBeCloseTo(3_600, -3)
    expect(valueIn(text, 'job_oldest_seconds{queue="left"}')).toBeCloseTo(4 * 3_600, -3)
  })
})
