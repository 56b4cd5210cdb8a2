import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { closedPort, type HttpStage, openHttpStage } from '../../testing/http-stage.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { fastField, startField, type TestField } from '../../testing/test-field.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { createOtlpExporter, type FinishedSpan } from './otlp-exporter.ts'
import { statementName } from './statement-name.ts'
import { parseTraceparent } from './trace-context.ts'
import { createTracer } from './tracer.ts'

interface WireSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string; doubleValue?: number } }[]
  status?: { code: number }
}

const spansOf = (collector: HttpStage): WireSpan[] =>
  collector.seen.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans),
    ),
  )

describeOnOneDatabase('18.5 traces', (database) => {
  let field: TestField
  let keys: KeyServer
  let collector: HttpStage
  let traced: Database
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField(fastField)
    collector = await openHttpStage(() => ({ body: '{}' }))
    await seed(database.get().db, simWorld)
    traced =
      database.kind === 'postgres'
        ? await openDatabase({
            url: database.url(),
            folder: '',
            connections: 6,
            sharedOut: true,
            traced: true,
          })
        : database.get()
  })
  afterAll(async () => {
    if (database.kind === 'postgres') await traced.close()
    await collector.close()
    await field.stop()
    await keys.close()
  })
  const start = (endpoint: string, share = '1') =>
    startTestApp({
      database: traced,
      keys,
      env: {
        FIELD_URL: field.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_TRACES_SAMPLER_ARG: share,
        INSTANCE: 'console-1',
      },
      app: { clock: createTestClock({ passing: true }) },
    })
  const iccid = '8932300000000000011'
  const deactivate = `/api/simmanagement/v1/deactivate/${iccid}`

  it('from the browser through the call, the database and the job to the carrier, under one trace; nothing of people in it', async () => {
    const server = await start(collector.url)
    const traceId = randomUUID().replaceAll('-', '')
    const browser = '00f067aa0ba902b7'
    const token = await keys.token({ email: 'somebody@example.com' })
    const answer = await server.call('POST', deactivate, {
      token,
      transactionId: randomUUID(),
      headers: { traceparent: `00-${traceId}-${browser}-01` },
    })
    expect(answer.code).toBe(200)
    const alone = randomUUID()
    await server.call('GET', '/api/session/v1/access', { transactionId: alone })
    await server.call('GET', '/api/session/v1/access', {
      headers: { traceparent: `00-${'a'.repeat(32)}-${browser}-00` },
    })
    await server.close()
    const spans = spansOf(collector)
    const mine = spans.filter((span) => span.traceId === traceId)
    const [call, ...others] = mine.filter(({ kind }) => kind === 2)
    expect([call?.name, call?.parentSpanId, others]).toEqual(['deactivateSim', browser, []])
    const job = mine.find(({ name }) => name === 'JOB deactivation-lane-aeris')
    expect([job?.kind, job?.parentSpanId]).toEqual([5, call?.spanId])
    const asked = mine.filter(({ name }) => name.startsWith('aeris: '))
    expect(asked.length).toBeGreaterThan(0)
    for (const { parentSpanId, kind, attributes } of asked) {
      expect([kind, parentSpanId]).toEqual([3, job?.spanId])
      expect(attributes).toContainEqual({ key: 'outcome', value: { stringValue: 'success' } })
    }
    if (database.kind === 'postgres') {
      const statements = (parent: WireSpan | undefined) =>
        mine.filter((span) => span.parentSpanId === parent?.spanId).map(({ name }) => name)
      expect(statements(call)).toContain('sql insert deactivation_batch')
      expect(statements(job)).toContain('sql update deactivation')
    }
    for (const { startTimeUnixNano: from, endTimeUnixNano: to } of mine)
      expect(BigInt(to) >= BigInt(from)).toBe(true)
    // Without a trace of its own the caller's is that of its transaction; a caller that says it keeps none has none.
    expect(
      spans.find(({ traceId: of, kind }) => of === alone.replaceAll('-', '') && kind === 2),
    ).toMatchObject({
      name: 'getAccess',
    })
    expect(spans.filter((span) => span.traceId === 'a'.repeat(32))).toEqual([])
    expect(collector.seen[0]).toMatchObject({ method: 'POST', path: '/v1/traces' })
    const sent = collector.seen.map(({ body }) => body).join('\n')
    expect(sent).toContain('"service.instance.id","value":{"stringValue":"console-1"}')
    for (const secret of [token, 'example.com', iccid, 'password', 'Bearer', 'demo-'])
      expect(sent).not.toContain(secret)
    // The log leads to the trace, also from the job.
    const lines = server.logged().filter((line) => line.traceId === traceId)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.every((line) => line.instance === 'console-1' && line.version === '1.2.3')).toBe(true)
  })

  it('of what only reads a share is traced, told by the id of the trace; what changes something always is', async () => {
    const before = spansOf(collector).length
    const server = await start(collector.url, '0.25')
    const ids = ['bffffffffffff', 'c000000000000', 'fffffffffffff'].map((end) => 'a'.repeat(19) + end)
    for (const id of ids)
      await server.call('GET', '/api/session/v1/access', {
        headers: { traceparent: `00-${id}-00f067aa0ba902b7-01` },
      })
    const changing = `${'a'.repeat(19)}${'0'.repeat(13)}`
    const headers = { traceparent: `00-${changing}-00f067aa0ba902b7-01` }
    await server.call('POST', deactivate, { transactionId: randomUUID(), headers })
    await server.close()
    const calls = spansOf(collector)
      .slice(before)
      .filter(({ kind }) => kind === 2)
    expect(calls.map(({ traceId }) => traceId)).toEqual([...ids.slice(1), changing])
  })

  it.each([
    ['0', 0],
    ['1', 3],
  ])('a share of %s is none or all', (share, traced) => {
    const tracer = createTracer(createTestClock(), { take: () => {}, close: async () => {} }, Number(share))
    const ids = ['0'.repeat(32), '7'.repeat(32), 'f'.repeat(32)]
    expect(ids.filter(tracer.samples)).toHaveLength(traced)
  })

  it('a collector that is away is told of once, counted, and costs the calls nothing; without one no span is made', async () => {
    const server = await start(closedPort)
    for (let i = 0; i < 5; i++) expect((await server.call('GET', '/api/session/v1/access')).code).toBe(200)
    await server.close()
    const warnings = server.logged().filter((line) => String(line.msg).startsWith('traces do not reach'))
    expect(warnings).toHaveLength(1)
    const figures = await server.app.platform.metrics.spans.get()
    expect(figures.values).toMatchObject([{ labels: { outcome: 'lost' }, value: expect.any(Number) }])
    expect(figures.values[0]?.value).toBeGreaterThanOrEqual(5)
    const off = await start('')
    expect((await off.call('GET', '/api/session/v1/access')).code).toBe(200)
    await off.close()
    expect((await off.app.platform.metrics.spans.get()).values).toEqual([])
  })
})

describe('18.5 the way to the collector', () => {
  const span = (name: string): FinishedSpan => ({
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentId: undefined,
    name,
    kind: 1,
    startMs: 1_700_000_000_000.25,
    endMs: 1_700_000_000_001.5,
    attributes: { status: 200, share: 0.5, outcome: 'busy' },
    isFailed: true,
  })

  it('after a failure nothing is kept or asked for half a minute, then it is tried again', async () => {
    const collector = await openHttpStage(() => ({ body: '{}' }))
    const clock = createTestClock()
    const counted = { sent: 0, lost: 0 }
    const exporter = createOtlpExporter({
      endpoint: collector.url,
      resource: {},
      clock,
      log: { warn: () => {}, info: () => {} },
      count: (outcome, spans) => {
        counted[outcome] += spans
      },
    })
    collector.fault('500')
    exporter.take(span('first'))
    await clock.advance(2_000)
    await expect.poll(() => counted.lost).toBe(1)
    collector.fault(undefined)
    exporter.take(span('second'))
    await clock.advance(29_999)
    expect([counted, collector.seen.length]).toEqual([{ sent: 0, lost: 2 }, 1])
    await clock.advance(1)
    for (let i = 0; i < 600; i++) exporter.take(span(`third ${i}`))
    await exporter.close()
    expect([counted, collector.seen.length]).toEqual([{ sent: 600, lost: 2 }, 3])
    exporter.take(span('late'))
    expect(counted.lost).toBe(3)
    expect(spansOf(collector)[1]).toEqual({
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      name: 'third 0',
      kind: 1,
      startTimeUnixNano: '1700000000000250000',
      endTimeUnixNano: '1700000000001500000',
      attributes: [
        { key: 'status', value: { intValue: '200' } },
        { key: 'share', value: { doubleValue: 0.5 } },
        { key: 'outcome', value: { stringValue: 'busy' } },
      ],
      status: { code: 2 },
    })
    await collector.close()
  })

  it('more than wait at most are lost rather than kept', async () => {
    const collector = await openHttpStage(() => ({ body: '{}' }))
    collector.fault('hang')
    const clock = createTestClock()
    let lost = 0
    const exporter = createOtlpExporter({
      endpoint: collector.url,
      resource: {},
      clock,
      log: { warn: () => {}, info: () => {} },
      count: (outcome, spans) => {
        if (outcome === 'lost') lost += spans
      },
    })
    // 512 are on their way, 4,096 wait.
    for (let i = 0; i < 5_000; i++) exporter.take(span('x'))
    expect(lost).toBe(5_000 - 512 - 4_096)
    const closing = exporter.close()
    await clock.advance(2_000)
    await closing
    await collector.close()
  })

  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', false],
    ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03-later', true],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more', undefined],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', undefined],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
    [`00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`, undefined],
    ['x', undefined],
    [undefined, undefined],
  ])('takes a traceparent as W3C has it, else none: %s', (header, isSampled) => {
    expect(parseTraceparent(header)?.isSampled).toBe(isSampled)
  })

  it.each([
    ['select "iccid" from "sim" where "iccid" = $1', 'select sim'],
    ['insert into "user_action" ("email") values ($1)', 'insert user_action'],
    ["select 'somebody@example.com'", 'select'],
    ['vacuum', 'other'],
  ])('names a statement by what it does and the table: %s', (text, name) => {
    expect(statementName(text)).toBe(name)
  })
})
