import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { closedPort, type HttpStage, openHttpStage, type StageAnswer } from '../../testing/http-stage.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createTestOutbound, type TestOutbound } from '../../testing/test-outbound.ts'
import { currentSpan, currentTransactionId, inScope } from '../request-scope.ts'
import { parseTraceparent } from '../traces/trace-context.ts'
import { createTracer } from '../traces/tracer.ts'
import {
  type Ask,
  createOutbound,
  NeighbourError,
  type NeighbourErrorKind,
  type NeighbourOptions,
  neighbourErrors,
} from './index.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const Greeting = z.object({ hello: z.string() })
const fine: StageAnswer = { body: '{"hello":"there"}' }

async function stageWith(answer: Parameters<typeof openHttpStage>[0] = () => fine): Promise<HttpStage> {
  const stage = await openHttpStage(answer)
  open.push(stage)
  return stage
}

function outboundOf(): TestOutbound {
  const outbound = createTestOutbound()
  open.push(outbound)
  return outbound
}

function neighbourOf(baseUrl: string, options: Partial<NeighbourOptions> = {}, outbound = outboundOf()) {
  return outbound.neighbour({
    key: 'north',
    system: 'Northcell',
    baseUrl,
    answerWithinMs: 20_000,
    ...options,
  })
}

/** Until that many requests hang, and then for as long as a call may take. */
async function untilHanging(stage: HttpStage, outbound: TestOutbound, requests = 1): Promise<void> {
  await expect.poll(() => stage.seen.length).toBe(requests)
  await outbound.clock.advance(20_000)
}

const ask: Ask<{ hello: string }> = {
  operation: 'greet',
  method: 'GET',
  path: ['greetings', '1'],
  safe: true,
  read: (answer) => {
    if (answer.status === 429) throw neighbourErrors.busy('Northcell')
    if (answer.status >= 500) throw neighbourErrors.serverError('Northcell')
    if (answer.status !== 200) throw answer.malformed('unexpected HTTP code')
    return answer.json(Greeting)
  },
}

async function errorOf(promise: Promise<unknown>): Promise<NeighbourError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof NeighbourError)) throw new Error(`expected a NeighbourError, not ${String(error)}`)
  return error
}

it.each<[NeighbourErrorKind, { sent?: boolean; isDoubtful?: boolean }, boolean]>([
  ['refused', {}, false],
  ['not-found', {}, false],
  ['credentials', {}, false],
  ['busy', {}, false],
  ['busy', { isDoubtful: true }, false],
  ['timeout', { sent: false }, false],
  ['timeout', {}, true],
  ['unreachable', {}, true],
  ['malformed', {}, true],
  ['server-error', {}, true],
  ['refused', { isDoubtful: true }, true],
  ['credentials', { isDoubtful: true }, true],
  ['credentials', { isDoubtful: true, sent: false }, false],
])('R35 of a change that ends with %s %j it may have happened: %s', (kind, facts, mayHave) => {
  const error = new NeighbourError({ kind, system: 'Northcell', sentence: '', ...facts })
  expect(error.mayHaveHappened).toBe(mayHave)
})

describe('R35 a call to a neighbour', () => {
  it.each([
    ['{"hello":"a\\u0000\\ud800\\u202e\\nb"}', 'a\ufffd\ufffd\ufffd b'],
    ['\ufeff{"hello":"there"}', 'there'],
    ['{"hello":"a\u202e\u009fb"}', 'a\ufffd\ufffdb'],
    ['{\n"hello":"\\u0074\\u00e9 \u200f𝄞"}', 'té \u200f𝄞'],
  ])('F3 odd characters in %j cost nothing of the answer, and reach no one', async (body, hello) => {
    const stage = await stageWith(() => ({ body }))
    expect(await neighbourOf(stage.url).ask(ask)).toEqual({ hello })
  })

  it('is parsed by its schema, carries the transaction id (D8) and is counted', async () => {
    const stage = await stageWith()
    const outbound = outboundOf()
    expect(await neighbourOf(stage.url, {}, outbound).ask(ask)).toEqual({ hello: 'there' })
    expect(stage.seen[0]?.headers['x-transaction-id']).toBe(outbound.transactionId)
    expect(outbound.settled).toMatchObject([
      { neighbour: 'north', operation: 'greet', outcome: 'success', attempts: 1 },
    ])
    expect(outbound.logged).toEqual([])
  })

  it('R34 keeps every path segment and query value in its place', async () => {
    const stage = await stageWith()
    await neighbourOf(`${stage.url}/base/`).ask({ ...ask, path: ['a/../b?c=d', 'é'], query: { q: 'x&y=z' } })
    expect(stage.seen[0]?.path).toBe('/base/a%2F..%2Fb%3Fc%3Dd/%C3%A9')
    expect(stage.seen[0]?.query.get('q')).toBe('x&y=z')
  })

  it.each(['..', '.', ''])('R34 sends nothing for the path segment "%s"', async (segment) => {
    const stage = await stageWith()
    const answer = neighbourOf(`${stage.url}/base`).ask({ ...ask, path: ['devices', segment, 'x'] })
    await expect(answer).rejects.toThrow('a path segment for a neighbour is empty or made of dots')
    expect(stage.seen).toEqual([])
  })

  it('R34 a segment that only looks like dots stays text', async () => {
    const stage = await stageWith()
    await neighbourOf(`${stage.url}/base`).ask({ ...ask, path: ['%2e%2e', '...'] })
    expect(stage.seen[0]?.path).toBe('/base/%252e%252e/...')
  })

  it.each([
    ['refuse', 'unreachable', 3],
    ['500', 'server-error', 3],
    ['cut', 'unreachable', 3],
    ['garbage-html', 'malformed', 3],
    ['garbage-half-json', 'malformed', 3],
    ['huge', 'malformed', 3],
    ['redirect', 'malformed', 3],
    ['hang', 'timeout', 1],
  ] as const)(
    'that meets %s fails as %s, after %i tries of a read',
    async (fault, kind: NeighbourErrorKind, tries) => {
      const stage = await stageWith()
      stage.fault(fault)
      const outbound = outboundOf()
      const failing = errorOf(neighbourOf(stage.url, {}, outbound).ask(ask))
      if (fault === 'hang') await untilHanging(stage, outbound)
      const error = await failing
      expect(error).toMatchObject({ kind, system: 'Northcell', sent: true })
      expect(error.sentence).toMatch(/^Northcell .*(Try again|administrator)/)
      expect(stage.seen).toHaveLength(tries)
      expect(outbound.settled).toMatchObject([{ outcome: kind, attempts: tries }])
      expect(outbound.logged).toHaveLength(fault === 'hang' ? 2 : 1)
      expect(outbound.slow).toEqual(fault === 'hang' ? ['north true'] : [])
    },
  )

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('integration 9 that comes packed as %s, unasked, is read', async (encoding, pack) => {
    const body = pack(Buffer.from('{"hello":"packed"}'))
    const stage = await stageWith(() => ({ headers: { 'content-encoding': encoding }, body }))
    expect(await neighbourOf(stage.url).ask(ask)).toEqual({ hello: 'packed' })
  })

  it.each([
    ['in a way that no one knows', { 'content-encoding': 'zstd' }, Buffer.from('{"hello":"x"}')],
    ['but is not', { 'content-encoding': 'gzip' }, Buffer.from('{"hello":"x"}')],
    ['but is not by br', { 'content-encoding': 'br' }, Buffer.from('{"hello":"x"}')],
    ['and unpacks beyond measure', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(3 * 1024 * 1024))],
  ])('integration 9 that says it is packed %s is malformed', async (_how, headers, body) => {
    const stage = await stageWith(() => ({ headers, body }))
    await expect(neighbourOf(stage.url).ask({ ...ask, safe: false })).rejects.toMatchObject({
      kind: 'malformed',
    })
  })

  it('says how long it waited when the time is over', async () => {
    const stage = await stageWith()
    stage.fault('hang')
    const outbound = outboundOf()
    const failing = errorOf(neighbourOf(stage.url, { answerWithinMs: 200 }, outbound).ask(ask))
    await untilHanging(stage, outbound)
    const error = await failing
    expect(error.sentence).toBe('Northcell did not answer within 0.2 s. Try again in a minute.')
  })

  it('to a closed port fails as unreachable, and surely was not sent', async () => {
    const error = await errorOf(neighbourOf(closedPort).ask(ask))
    expect(error).toMatchObject({ kind: 'unreachable', sent: false, detail: 'ECONNREFUSED' })
  })

  it('that changes something is tried again where it was surely not sent', async () => {
    const outbound = outboundOf()
    const change = { ...ask, method: 'PUT', safe: false } as const
    expect(await errorOf(neighbourOf(closedPort, {}, outbound).ask(change))).toMatchObject({ sent: false })
    expect(outbound.logged).toMatchObject([{ facts: { attempts: 3 } }])
  })

  it('succeeds when a second try does', async () => {
    const stage = await stageWith()
    stage.fault('cut', 1)
    expect(await neighbourOf(stage.url).ask(ask)).toEqual({ hello: 'there' })
    expect(stage.seen).toHaveLength(2)
  })

  it.each(['cut', '500', 'garbage-html'] as const)(
    'that changes something is never sent twice after %s',
    async (fault) => {
      const stage = await stageWith()
      stage.fault(fault)
      const error = await errorOf(neighbourOf(stage.url).ask({ ...ask, method: 'PUT', safe: false }))
      expect(error.sent).toBe(true)
      expect(stage.seen).toHaveLength(1)
    },
  )

  it('waits and asks again while the neighbour is busy, even for a change: it was turned away unread', async () => {
    let calls = 0
    const stage = await stageWith(() => (++calls <= 3 ? { status: 429, body: '{}' } : fine))
    expect(await neighbourOf(stage.url).ask({ ...ask, method: 'PUT', safe: false })).toEqual({
      hello: 'there',
    })
    expect(calls).toBe(4)
  })

  it('that changes something is not sent again when it is cut off after the neighbour was busy', async () => {
    const stage = await stageWith(() => {
      stage.fault('cut')
      return { status: 429, body: '{}' }
    })
    const error = await errorOf(neighbourOf(stage.url).ask({ ...ask, method: 'PUT', safe: false }))
    expect(error).toMatchObject({ kind: 'unreachable', sent: true })
    expect(stage.seen).toHaveLength(2)
  })

  it('gives up as busy when waiting on does not fit into its time', async () => {
    const stage = await stageWith(() => ({ status: 429, body: '{}' }))
    const read = () => {
      throw neighbourErrors.busy('Northcell', { retryAfterMs: 30_000 })
    }
    const error = await errorOf(neighbourOf(stage.url).ask({ ...ask, read }))
    expect(error.kind).toBe('busy')
    expect(stage.seen).toHaveLength(1)
  })

  it('ends at once when the caller goes away, on the wire too', async () => {
    const stage = await stageWith()
    stage.fault('hang')
    const outbound = outboundOf()
    const away = new AbortController()
    const call = neighbourOf(stage.url, {}, outbound).ask({ ...ask, signal: away.signal })
    await expect.poll(() => stage.seen.length).toBe(1)
    const reason = new Error('the user left')
    away.abort(reason)
    await expect(call).rejects.toBe(reason)
    expect(outbound.settled).toMatchObject([{ outcome: 'cancelled' }])
  })

  it('is refused as busy when too many wait already, without a request', async () => {
    const stage = await stageWith()
    stage.fault('hang')
    const outbound = outboundOf()
    const gate = { inFlight: 1, queue: 1, waitAtMostMs: 60_000 }
    const neighbour = neighbourOf(stage.url, { gate }, outbound)
    const first = errorOf(neighbour.ask(ask))
    const second = errorOf(neighbour.ask(ask))
    const third = await errorOf(neighbour.ask(ask))
    expect(third).toMatchObject({ kind: 'busy', sent: false })
    expect(outbound.figures()).toEqual([{ key: 'north', inFlight: 1, waiting: 1, isResting: false }])
    await untilHanging(stage, outbound)
    await untilHanging(stage, outbound, 2)
    expect([(await first).kind, (await second).kind]).toEqual(['timeout', 'timeout'])
    // Of the second, the wait is told apart from what the neighbour took.
    expect(outbound.settled.map(({ outcome, waitedMs }) => [outcome, waitedMs])).toEqual([
      ['busy', 0],
      ['timeout', 0],
      ['timeout', 20_000],
    ])
    expect(outbound.figures()).toMatchObject([{ inFlight: 0, waiting: 0 }])
  })

  it('18.5 a call that waits for a place goes under its own transaction and trace, not under those of the person who leaves it', async () => {
    const stage = await stageWith()
    stage.fault('hang', 1)
    const clock = createTestClock()
    const named: string[] = []
    const tracer = createTracer(
      clock,
      {
        take: ({ name, traceId, attributes }) => void named.push(`${name} ${traceId} ${attributes.outcome}`),
        close: async () => {},
      },
      1,
    )
    const outbound = createOutbound({
      clock,
      transactionId: currentTransactionId,
      span: currentSpan,
      log: { warn: () => {}, debug: () => {} },
      observe: () => {},
    })
    open.push(outbound)
    const gate = { inFlight: 1, queue: 5, waitAtMostMs: 60_000 }
    const neighbour = outbound.neighbour({ key: 'north', system: 'Northcell', baseUrl: stage.url, gate })
    const askAs = (transactionId: string) =>
      inScope({ transactionId, span: tracer.begin('call', 'server', { traceId: transactionId }) }, () =>
        neighbour.ask(ask),
      )
    const first = errorOf(askAs('a'.repeat(32)))
    const second = askAs('b'.repeat(32))
    await expect.poll(() => stage.seen.length).toBe(1)
    await clock.advance(20_000)
    expect((await first).kind).toBe('timeout')
    await second
    expect(stage.seen.map(({ headers }) => headers['x-transaction-id'])).toEqual([
      'a'.repeat(32),
      'b'.repeat(32),
    ])
    expect(stage.seen.map(({ headers }) => parseTraceparent(headers.traceparent)?.traceId)).toEqual([
      'a'.repeat(32),
      'b'.repeat(32),
    ])
    expect(named).toEqual([
      `north: greet ${'a'.repeat(32)} timeout`,
      `north: greet ${'b'.repeat(32)} success`,
    ])
  })

  it('leaves a neighbour alone that failed to answer several times, and finds out when it is back', async () => {
    const stage = await stageWith()
    stage.fault('refuse')
    const outbound = outboundOf()
    const neighbour = neighbourOf(stage.url, { breaker: { failures: 2, restMs: 3000 } }, outbound)
    await errorOf(neighbour.ask(ask))
    await errorOf(neighbour.ask(ask))
    const before = stage.seen.length
    const resting = await errorOf(neighbour.ask(ask))
    expect(resting).toMatchObject({ kind: 'resting', sent: false })
    expect(resting.sentence).toContain('waits a moment')
    expect(outbound.figures()).toMatchObject([{ isResting: true }])
    stage.fault(undefined)
    await outbound.clock.advance(2999)
    expect((await errorOf(neighbour.ask(ask))).sentence).toContain('waits a moment')
    expect(stage.seen).toHaveLength(before)
    await outbound.clock.advance(1)
    expect(await neighbour.ask(ask)).toEqual({ hello: 'there' })
    expect(outbound.figures()).toMatchObject([{ isResting: false }])
  })

  it('R34 leaves alone one that lets everybody wait, too', async () => {
    const stage = await stageWith()
    stage.fault('hang')
    const outbound = outboundOf()
    const neighbour = neighbourOf(stage.url, { breaker: { failures: 2, restMs: 3000 } }, outbound)
    for (const requests of [1, 2]) {
      const waiting = errorOf(neighbour.ask(ask))
      await untilHanging(stage, outbound, requests)
      expect((await waiting).kind).toBe('timeout')
    }
    expect((await errorOf(neighbour.ask(ask))).sentence).toContain('waits a moment')
    expect(stage.seen).toHaveLength(2)
  })

  it('does not count an error that came as an answer against the neighbour', async () => {
    const stage = await stageWith()
    stage.fault('500')
    const neighbour = neighbourOf(stage.url, { breaker: { failures: 2, restMs: 60_000 } })
    for (let i = 0; i < 3; i++) expect((await errorOf(neighbour.ask(ask))).kind).toBe('server-error')
    stage.fault(undefined)
    expect(await neighbour.ask(ask)).toEqual({ hello: 'there' })
  })

  it('R36 leaves neither keys in the address nor answers in the log', async () => {
    const stage = await stageWith(() => ({ status: 200, body: '{"secret":"S3CRET-ANSWER"}' }))
    const outbound = outboundOf()
    await errorOf(neighbourOf(stage.url, {}, outbound).ask({ ...ask, query: { apiKey: 'S3CRET-KEY' } }))
    expect(outbound.logged).toHaveLength(1)
    expect(JSON.stringify(outbound.logged)).not.toContain('S3CRET')
  })
})
