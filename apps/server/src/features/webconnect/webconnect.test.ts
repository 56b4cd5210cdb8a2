import { randomUUID } from 'node:crypto'
import type { Diagnosis, WebConnectConnection, WebConnectMetric } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createWebConnect } from '../../systems/webconnect/webconnect.adapter.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { openHttpStage } from '../../testing/http-stage.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startField, type TestField } from '../../testing/test-field.ts'
import { createTestOutbound, type TestOutbound } from '../../testing/test-outbound.ts'
import { type Collector, createCollector } from './collector.ts'
import { isSilent, keep } from './kept-connection.ts'
import { findFiguresTime, lookAtContainer } from './look-at-container.ts'
import { thinSamples } from './thin-samples.ts'
import { containersLate } from './together/containers-down.ts'

vi.setConfig({ testTimeout: 120_000 })

const base = '/api/wcmetrics/v1'
const silentMinutes = 15

it('2.13 a connection is silent when longer than so long nothing was received, or since it connected', () => {
  const times = { lastSendDataTime: 9_000, connectedTime: 0 }
  const silent = (lastReceivedTime: number | null, saidAt: number) => {
    const connection = { ...times, lastReceivedTime } as Parameters<typeof keep>[0]
    return isSilent(keep(connection, { offsetMs: 0, notAfter: 10_000 }), saidAt, 1_000)
  }
  expect([silent(5_000, 6_000), silent(5_000, 6_001)]).toEqual([false, true])
  expect([silent(null, 1_000), silent(null, 1_001)]).toEqual([false, true])
})

it('D56 figures that all lag are told of then if they go on, and of now if they stand still', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 10, minutes))
  const told = (newest: number | null, before: number | null) =>
    findFiguresTime(
      { saidAt: at(50), newestAt: newest === null ? null : at(newest) },
      before === null ? null : at(before),
    )
  expect([told(5, 4), told(5, null)]).toEqual([at(5), at(5)])
  // Nothing passes through it any more.
  expect(told(5, 5)).toEqual(at(50))
  expect([told(48, 47), told(null, 4)]).toEqual([at(50), at(50)])
})

describeOnOneDatabase('2.13 WebConnect Metrics', (database) => {
  let field: TestField
  let keys: KeyServer
  let server: TestApp
  let outbound: TestOutbound
  let collector: Collector
  beforeAll(async () => {
    field = await startField()
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys, env: { FIELD_URL: field.url } })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
    await field.stop()
  })
  beforeEach(async () => {
    await sql`truncate webconnect_container, webconnect_sample, webconnect_connection`.execute(
      database.get().db,
    )
    outbound = createTestOutbound()
    collector = collectorOf()
  })
  afterEach(async () => {
    await collector.close()
    await outbound.close()
    await field.heal()
    await steer({ gone: [], silent: [], size: null })
  })

  /** @param intervalMs 0: always due */
  const collectorOf = (intervalMs = 0, answerWithinMs = 30_000, clock = server.app.platform.clock) =>
    createCollector({
      platform: { ...server.app.platform, clock },
      webConnect: createWebConnect(outbound, {
        baseUrl: `${field.url}/webconnect`,
        token: 'demo-webconnect-token',
        answerWithinMs,
      }),
      settings: { intervalMs, silentMinutes },
    })
  async function steer(order: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${field.url}/control/webconnect`, {
      method: 'POST',
      headers,
      body: JSON.stringify(order),
    })
    expect(answer.status).toBe(200)
  }
  const metrics = async (query = '?details=false'): Promise<WebConnectMetric[]> =>
    (
      (await server.call('GET', `${base}/metrics/getall${query}`)).envelope.data as {
        metrics: WebConnectMetric[]
      }
    ).metrics
  const metricOf = async (name: string) =>
    (await metrics()).find(({ containerName }) => containerName === name)
  const connectionsOf = async (name: string) =>
    (await server.call('GET', `${base}/metrics/${name}/connections`)).envelope.data as {
      updateDate: string | null
      connections: WebConnectConnection[]
    }

  it('collects every container, and shows it with its connections or without', async () => {
    expect(await collector.collect()).toEqual({ answered: 8, failed: 0 })
    const { envelope } = await server.call('GET', `${base}/metrics/getall`)
    const data = envelope.data as {
      metrics: WebConnectMetric[]
      now: string
      intervalSeconds: number
      silentMinutes: number
    }
    // By which clock the others are.
    for (const { checkedAt } of data.metrics)
      expect(Date.parse(checkedAt)).toBeLessThanOrEqual(Date.parse(data.now))
    expect([data.intervalSeconds, data.silentMinutes]).toEqual([60, silentMinutes])
    expect(data.metrics.map(({ containerName }) => containerName)).toEqual(
      Array.from({ length: 8 }, (_, i) => `webconnect-${i + 1}`),
    )
    const total = data.metrics.reduce((sum, { connectionCount }) => sum + connectionCount, 0)
    expect(Math.abs(total - 2500)).toBeLessThan(100)
    for (const metric of data.metrics) {
      expect(Math.abs((metric.metricsDetails?.length ?? 0) - metric.connectionCount)).toBeLessThan(5)
      expect(metric.metricsDetails?.filter((each) => each.isSilent).length).toBe(metric.silentCount)
      expect(metric.problem).toBe('')
    }
    expect(data.metrics.reduce((sum, { silentCount }) => sum + silentCount, 0)).toBeGreaterThan(0)
    const plain = await metrics()
    expect(plain[0]).not.toHaveProperty('metricsDetails')
    expect(plain[0]).toMatchObject({ cpuUsage: expect.any(Number), memoryUsage: expect.any(Number) })
  })

  it('shows the connections of one container by cloud ID', async () => {
    await collector.collect()
    const { connections, updateDate } = await connectionsOf('webconnect-1')
    expect(connections.map(({ cloud }) => cloud.cloudId)).toEqual(
      connections.map(({ cloud }) => cloud.cloudId).sort(),
    )
    expect(connections.find(({ isSilent }) => !isSilent)).toMatchObject({
      cloud: { cloudId: expect.stringMatching(/^CBS\d{7}$/) },
      ethernet: { ipAddress: expect.stringMatching(/^10\./) },
      portNumber: expect.any(Number),
      connectionId: expect.stringMatching(/./),
      lastSendDataTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      lastReceivedStatus: expect.stringMatching(/^[A-Z]+$/),
      iccid: expect.stringMatching(/^89\d+$/),
      transactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    for (const { isSilent, lastReceivedTime, connectedTime } of connections) {
      const last = Date.parse(lastReceivedTime ?? connectedTime ?? '')
      expect(isSilent).toBe(Date.parse(updateDate ?? '') - last > silentMinutes * 60_000)
    }
    expect((await server.call('GET', `${base}/metrics/webconnect-99/connections`)).code).toBe(404)
  })

  it("a clock that is ahead is noticed, and its times are told by the server's", async () => {
    await collector.collect()
    const skewed = await metricOf('webconnect-6')
    // It is 90 s ahead; how long the answer took on its way is not known.
    expect(skewed?.clockOffsetSeconds).toBeGreaterThanOrEqual(80)
    expect(skewed?.clockOffsetSeconds).toBeLessThanOrEqual(100)
    expect((await metricOf('webconnect-5'))?.clockOffsetSeconds).toBe(0)
    const { connections, updateDate } = await connectionsOf('webconnect-6')
    const now = Date.now()
    expect(Date.parse(updateDate ?? '')).toBeLessThanOrEqual(now)
    for (const { lastSendDataTime } of connections)
      expect(Date.parse(lastSendDataTime ?? '')).toBeLessThan(now + 15_000)
  })

  it('D56 of a container whose figures are late the panels are not known, and it says so', async () => {
    const told = (minutes: number) => ({
      ...{ at: new Date(Date.now() - 3600_000).toISOString(), what: 'container.figures-late' },
      ...{ of: { container: 'webconnect-2' }, to: { minutes } },
    })
    const play = await fetch(`${field.url}/control/stories`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events: [told(45)] }),
    })
    expect(play.status).toBe(201)
    await collector.collect()
    await collector.collect()
    const late = await metricOf('webconnect-2')
    const minutes = (Date.parse(late?.checkedAt ?? '') - Date.parse(late?.updateDate ?? '')) / 60_000
    expect(minutes).toBeGreaterThan(44)
    expect(minutes).toBeLessThan(47)
    expect(late?.silentCount).toBeLessThan((late?.connectionCount ?? 0) / 5)
    const found = await containersLate(database.get().db, new Date())
    expect(found).toMatchObject([{ name: 'webconnect-2', panels: late?.connectionCount }])
    const { connections } = await connectionsOf('webconnect-2')
    const cloudId = connections.find(({ isSilent }) => !isSilent)?.cloud.cloudId ?? ''
    const page = await server.call('GET', `/api/things/v1/panels/${cloudId}`)
    expect(page.envelope.data).toMatchObject({ state: { state: 'not-known' } })
    const { envelope } = await server.call('GET', `/api/diagnosis/v1/panels/${cloudId}?within=20`)
    const { verdict, findings } = envelope.data as Diagnosis
    expect(verdict.symptom).toBe('not-known')
    expect([verdict.sentence, verdict.second].join(' ')).toMatch(
      /webconnect-2 tells what was 4[56] minutes ago, so nothing newer is known\./,
    )
    expect(findings.find(({ code }) => code === 'container-clock')?.sentence).toMatch(
      /^webconnect-2 tells what was 4[56] minutes ago\.$/,
    )
    await fetch(`${field.url}/control/stories`, { method: 'DELETE' })
  })

  it('integration 12 a time that is still to come is none; a figure that cannot be leaves the rest of the look', async () => {
    const now = outbound.clock.now().getTime()
    const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
    let connectionCount: number | null = 7
    const stage = await openHttpStage(({ path }) => ({
      body: JSON.stringify(
        path.endsWith('/metrics')
          ? { time: at(0), connectionCount, cpuUsage: 12.5, memoryUsage: 300 }
          : {
              connections: [
                { connectionId: null, connectedTime: at(-1), lastReceivedTime: at(10), portNumber: 1.5 },
                {
                  connectionId: 'b',
                  connectedTime: at(-1),
                  lastReceivedTime: at(0),
                  cloud: { cloudId: 'CBS2' },
                },
                {
                  connectionId: 'b',
                  connectedTime: at(-1),
                  lastReceivedTime: at(0),
                  cloud: { cloudId: 'CBS2' },
                },
              ],
              next: null,
            },
      ),
    }))
    const look = () =>
      lookAtContainer(
        {
          platform: { ...server.app.platform, clock: outbound.clock },
          webConnect: createWebConnect(outbound, { baseUrl: stage.url, token: 't' }),
          silentMs: silentMinutes * 60_000,
        },
        'odd-1',
        new AbortController().signal,
      )
    expect(await look()).toBe(true)
    connectionCount = -3
    expect(await look()).toBe(true)
    await stage.close()
    expect(await metricOf('odd-1')).toMatchObject({
      connectionCount: 7,
      silentCount: 1,
      problem: 'odd-1 reported impossible figures. The earlier ones are kept.',
    })
    const { connections } = await connectionsOf('odd-1')
    expect(connections.map(({ lastReceivedTime, isSilent }) => [lastReceivedTime, isSilent])).toEqual([
      [null, true],
      [at(0), false],
    ])
  })

  it('connected 2 after a crash of PostgreSQL the next look tells', async () => {
    const { db } = database.get()
    await collector.collect()
    const { rows } = await sql<{ relpersistence: string }>`
      select relpersistence from pg_class where relname in ('webconnect_connection', 'webconnect_missed') and relkind = 'r'`.execute(
      db,
    )
    expect(rows).toEqual([{ relpersistence: 'u' }, { relpersistence: 'u' }])
    await db.deleteFrom('webconnect_connection').execute()
    expect(await connectionsOf('webconnect-1')).toEqual({ updateDate: null, connections: [] })
    await collector.collect()
    expect((await connectionsOf('webconnect-1')).connections.length).toBeGreaterThan(0)
  })

  it('a container that is gone keeps its last data with their age, and says what is wrong', async () => {
    await collector.collect()
    const before = await metricOf('webconnect-2')
    await steer({ gone: ['webconnect-2'] })
    expect(await collector.collect()).toEqual({ answered: 7, failed: 1 })
    const gone = await metricOf('webconnect-2')
    expect(gone).toMatchObject({
      updateDate: before?.updateDate,
      connectionCount: before?.connectionCount,
      silentCount: before?.silentCount,
      problem: 'WebConnect no longer has a container webconnect-2.',
    })
    expect(Date.parse(gone?.checkedAt ?? '')).toBeGreaterThan(Date.parse(before?.checkedAt ?? ''))
    expect((await connectionsOf('webconnect-2')).connections).not.toEqual([])
    await steer({ gone: [] })
    await collector.collect()
    expect(await metricOf('webconnect-2')).toMatchObject({ problem: '' })
  })

  it('one that never answers keeps no one else waiting, and has no date', async () => {
    await steer({ silent: ['webconnect-3'] })
    await collector.close()
    collector = collectorOf(0, 8000)
    const collecting = collector.collect()
    // All others are through, and no one else is waited for.
    await expect.poll(async () => (await metrics()).length, { timeout: 60_000 }).toBe(7)
    // Held up for so long, it has lost its turn to another server, whose turn it leaves alone.
    const turns = database.get().db.updateTable('webconnect_turn')
    const other = randomUUID()
    await turns.set({ holder: other }).execute()
    await outbound.clock.advance(8000)
    expect(await collecting).toEqual({ answered: 7, failed: 1 })
    const freed = turns.set({ holder: null, held_until: null }).where('holder', '=', other)
    expect(await freed.returning('begun_at').execute()).toHaveLength(1)
    expect(await metricOf('webconnect-3')).toMatchObject({
      updateDate: null,
      connectionCount: 0,
      problem: 'webconnect-3 did not answer within 8 s. Try again in a minute.',
    })
    expect(await connectionsOf('webconnect-3')).toEqual({ updateDate: null, connections: [] })
  })

  it('without the list, those are asked that were in it before', async () => {
    await collector.collect()
    await field.fault({ system: 'webconnect', fault: '500', times: 3 })
    expect(await collector.collect()).toEqual({ answered: 8, failed: 0 })
  })

  it.each(['500', 'refuse', 'cut', 'garbage'])(
    '%s everywhere: the last data stay, each with its problem',
    async (fault) => {
      await collector.collect()
      const before = await metrics()
      await field.fault({ system: 'webconnect', fault })
      expect(await collector.collect()).toEqual({ answered: 0, failed: 8 })
      const after = await metrics()
      expect(after.map(({ updateDate }) => updateDate)).toEqual(before.map(({ updateDate }) => updateDate))
      for (const { problem, containerName } of after) expect(problem).toContain(containerName)
    },
  )

  it('of several servers one collects at a time, and again only when it is due', async () => {
    const { db } = database.get()
    const others = [collectorOf(60_000), collectorOf(60_000)]
    await sql`update webconnect_turn set begun_at = null, holder = null, held_until = null`.execute(db)
    const results = await Promise.all(others.map((each) => each.collect()))
    expect(results.filter((result) => result !== undefined)).toHaveLength(1)
    expect(await others[0]?.collect()).toBeUndefined()
    // A server that was killed in its turn holds it no longer than a while.
    await sql`
      update webconnect_turn set begun_at = now() - interval '1 hour', holder = gen_random_uuid(),
        held_until = now() + interval '1 minute'`.execute(db)
    expect(await others[0]?.collect()).toBeUndefined()
    await sql`update webconnect_turn set held_until = now() - interval '1 second'`.execute(db)
    expect(await others[0]?.collect()).toMatchObject({ answered: 8 })
    // Timers are not exact: a little early is in time.
    const hourly = collectorOf(3_600_000)
    others.push(hourly)
    await sql`update webconnect_turn set begun_at = now() - interval '53 minutes'`.execute(db)
    expect(await hourly.collect()).toBeUndefined()
    await sql`update webconnect_turn set begun_at = now() - interval '55 minutes'`.execute(db)
    expect(await hourly.collect()).toMatchObject({ answered: 8 })
    await Promise.all(others.map((each) => each.close()))
  })

  it('18.8 looks begin 200 ms apart, or less where that would take too long; a server that stops waits for none', async () => {
    const spread = async (spreadMs: number) => {
      const clock = createTestClock({ passing: true })
      const each = collectorOf(0, 30_000, clock)
      expect(await each.collect(spreadMs)).toEqual({ answered: 8, failed: 0 })
      await each.close()
      return clock.elapsed()
    }
    expect([await spread(60_000), await spread(800), await spread(0)]).toEqual([1400, 700, 0])
    await sql`update webconnect_turn set begun_at = null`.execute(database.get().db)
    const clock = createTestClock()
    const regular = collectorOf(60_000, 30_000, clock)
    regular.start()
    await clock.someoneWaits()
    await regular.close()
    expect(clock.elapsed()).toBe(0)
    expect(await collector.collect()).toMatchObject({ answered: 8 })
  })

  it('20,000 connections of one container; too many for one answer are refused with the way out', async () => {
    await steer({ size: { containers: 1, panels: 20_500 } })
    await collector.collect()
    const { connections } = await connectionsOf('webconnect-1')
    expect(connections.length).toBeGreaterThan(20_000)
    expect(new Set(connections.map(({ cloud }) => cloud.cloudId)).size).toBe(connections.length)
    // Fewer again: no page of the larger time is left.
    await steer({ size: { containers: 1, panels: 50 } })
    await collector.collect()
    expect((await connectionsOf('webconnect-1')).connections.length).toBeLessThanOrEqual(50)
    await database.get().db.updateTable('webconnect_container').set({ connection_count: 60_000 }).execute()
    const answer = await server.call('GET', `${base}/metrics/getall`)
    expect(answer).toMatchObject({
      code: 413,
      envelope: { message: expect.stringContaining('details=false') },
    })
    expect((await metrics())[0]?.connectionCount).toBe(60_000)
  })

  it('the history of the last hours has 200 points at most, averaged', async () => {
    const { db } = database.get()
    await sql`
      insert into webconnect_sample
      select 'webconnect-1', now() - n * interval '1 minute', 100 + n % 2, 10, 500
      from generate_series(1, 600) as n`.execute(db)
    const history = async (query: string) =>
      (await server.call('GET', `${base}/history${query}`)).envelope.data as {
        containerName: string
        points: { at: string; connectionCount: number; cpuUsage: number }[]
      }[]
    const [all] = await history('?hours=10')
    expect(all?.points.length).toBeGreaterThan(150)
    expect(all?.points.length).toBeLessThanOrEqual(200)
    expect(all?.points.map(({ at }) => at)).toEqual(all?.points.map(({ at }) => at).sort())
    expect(
      all?.points.every(({ connectionCount, cpuUsage }) => connectionCount >= 100 && cpuUsage === 10),
    ).toBe(true)
    const [hour] = await history('?hours=1')
    expect(hour?.points.length).toBeGreaterThan(55)
    expect((await server.call('GET', `${base}/history?hours=999`)).code).toBe(400)
  })

  it('old samples are thinned, older ones forgotten, and so is a container that no one heard of', async () => {
    const { db } = database.get()
    await sql`
      insert into webconnect_sample
      select 'webconnect-1', now() - (n - 0.5) * interval '1 minute', 1, 1, 1
      from generate_series(1, 49 * 60) as n`.execute(db)
    await sql`
      insert into webconnect_container (container_name, said_at, checked_at, problem) values
        ('long-gone', now() - interval '49 hours', now(), 'gone'), ('gone', now() - interval '2 hours', now(), 'gone'),
        ('here', now(), now(), '')`.execute(db)
    await thinSamples(db, { detailHours: 24, keepHours: 48 })
    const counted = await sql<{ young: number; old: number; notLast: number; older: number }>`
      select count(*) filter (where at >= now() - interval '24 hours')::integer as young,
        count(*) filter (where at < now() - interval '24 hours')::integer as old,
        count(*) filter (where at < now() - interval '24 hours'
          and extract(epoch from at)::integer % 600 < 539)::integer as "notLast",
        count(*) filter (where at < now() - interval '48 hours')::integer as older
      from webconnect_sample`.execute(db)
    const { young = 0, old = 0, notLast, older } = counted.rows[0] ?? {}
    expect(older).toBe(0)
    // They stand half a minute beside the limits, so that none crosses one while this runs.
    expect(young).toBe(24 * 60)
    expect(old).toBeGreaterThan(24 * 6 - 10)
    expect(old).toBeLessThanOrEqual(24 * 6 + 2)
    // Of each ten minutes the last; of those that are not over at the limit, the last that is old enough.
    expect(notLast).toBeLessThanOrEqual(1)
    expect((await metrics()).map(({ containerName }) => containerName)).toEqual(['gone', 'here'])
    await thinSamples(db, { detailHours: 24, keepHours: 48 })
    const again = await sql<{ n: number }>`select count(*)::integer as n from webconnect_sample`.execute(db)
    expect(again.rows[0]?.n).toBe(young + old)
  })

  it('collects by itself once the server watches', async () => {
    await sql`update webconnect_turn set begun_at = null`.execute(database.get().db)
    server.app.watch()
    await vi.waitFor(async () => expect(await metrics()).toHaveLength(8), { timeout: 60_000, interval: 100 })
  })
})
