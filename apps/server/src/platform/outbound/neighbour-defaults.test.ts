import { afterEach, describe, expect, it } from 'vitest'
import { closedPort, type HttpStage, openHttpStage, type StageAnswer } from '../../testing/http-stage.ts'
import { createTestOutbound, type TestOutbound } from '../../testing/test-outbound.ts'
import { createGate } from './gate.ts'
import { type Ask, NeighbourError, type NeighbourOptions, neighbourErrors, untilAborted } from './index.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function stageWith(answer: () => StageAnswer = () => ({ body: 'there' })): Promise<HttpStage> {
  const stage = await openHttpStage(answer)
  open.push(stage)
  return stage
}

function outboundOf(): TestOutbound {
  const outbound = createTestOutbound()
  open.push(outbound)
  return outbound
}

/** Only what every neighbour must say. */
const neighbourOf = (outbound: TestOutbound, baseUrl: string, options: Partial<NeighbourOptions> = {}) =>
  outbound.neighbour({ key: 'north', system: 'Northcell', baseUrl, ...options })

const ask: Ask<string> = {
  operation: 'greet',
  method: 'GET',
  path: ['greetings'],
  safe: true,
  read: (answer) => {
    if (answer.status >= 500) throw neighbourErrors.serverError('Northcell', { code: 'E7', detail: 'seven' })
    return answer.text
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

describe('R35 what holds for a neighbour that says nothing else', () => {
  it.each([
    [{}, {}, '20 s'],
    [{ answerWithinMs: 7000 }, {}, '7 s'],
    [{ answerWithinMs: 7000 }, { answerWithinMs: 3000 }, '3 s'],
  ])('a call may take %j, %j: %s', async (options, call, within) => {
    const stage = await stageWith()
    stage.fault('hang')
    const outbound = outboundOf()
    const failing = errorOf(neighbourOf(outbound, stage.url, options).ask({ ...ask, ...call }))
    await expect.poll(() => stage.seen.length).toBe(1)
    await outbound.clock.advance(Number.parseInt(within, 10) * 1000)
    const error = await failing
    expect(error.sentence).toContain(`did not answer within ${within}.`)
    expect(error.detail).toBe('attempt 1')
  })

  it('eight calls are in flight, 200 wait, and none for longer than a minute', async () => {
    const stage = await stageWith()
    stage.fault('hang')
    const outbound = outboundOf()
    const neighbour = neighbourOf(outbound, stage.url, { answerWithinMs: 600_000 })
    const all = Array.from({ length: 208 }, () => errorOf(neighbour.ask(ask)))
    await expect.poll(() => stage.seen.length).toBe(8)
    expect(outbound.figures()).toEqual([{ key: 'north', inFlight: 8, waiting: 200, isResting: false }])
    const refused = await errorOf(neighbour.ask(ask))
    expect([refused.detail, refused.sentence]).toEqual([
      'queue-full',
      'Too many requests of the console already wait for Northcell. Try again in a minute.',
    ])
    await outbound.clock.advance(59_999)
    expect(neighbour.figures().waiting).toBe(200)
    await outbound.clock.advance(1)
    expect(neighbour.figures()).toMatchObject({ inFlight: 8, waiting: 0 })
    expect((await all.at(-1))?.detail).toBe('waited-too-long')
    await outbound.clock.advance(600_000)
    await Promise.all(all)
  })

  it('after five calls without an answer it is left alone for five seconds', async () => {
    const outbound = outboundOf()
    const neighbour = neighbourOf(outbound, closedPort)
    for (let i = 0; i < 5; i++) {
      expect(neighbour.figures().isResting).toBe(false)
      expect((await errorOf(neighbour.ask(ask))).detail).toBe('ECONNREFUSED')
    }
    expect((await errorOf(neighbour.ask(ask))).sentence).toMatch(/Try again in 5 s\.$/)
    expect(outbound.logged.filter(({ facts }) => 'restMs' in facts)).toMatchObject([
      { facts: { neighbour: 'north', restMs: 5000 } },
    ])
    await outbound.clock.advance(4999)
    expect((await errorOf(neighbour.ask(ask))).detail).toBe('circuit breaker open')
    await outbound.clock.advance(1)
    // Asked once more, and left alone again.
    expect((await errorOf(neighbour.ask(ask))).detail).toBe('ECONNREFUSED')
    await outbound.clock.advance(4999)
    expect((await errorOf(neighbour.ask(ask))).detail).toBe('circuit breaker open')
  })

  it('a gate of its own is used, and one that is shared where there is nothing to share by', async () => {
    const stage = await stageWith()
    const outbound = outboundOf()
    const closed = createGate(outbound.clock, { inFlight: 0, queue: 0, waitAtMostMs: 1 })
    expect((await errorOf(neighbourOf(outbound, stage.url, { gate: closed }).ask(ask))).detail).toBe(
      'queue-full',
    )
    expect(await neighbourOf(outbound, stage.url, { gate: { isShared: true } }).ask(ask)).toBe('there')
  })

  it('R34 slashes behind the base do not count, and each request says what it is', async () => {
    const stage = await stageWith()
    const body = { type: 'text/xml', text: '<a/>' }
    const neighbour = neighbourOf(outboundOf(), `${stage.url}/base//`)
    await neighbour.ask({ ...ask, method: 'POST', body, headers: { 'x-own': 'o', accept: 'text/xml' } })
    await neighbour.ask(ask)
    expect(stage.seen).toMatchObject([
      {
        method: 'POST',
        path: '/base/greetings',
        body: '<a/>',
        headers: { 'content-type': 'text/xml', accept: 'text/xml', 'x-own': 'o' },
      },
      { method: 'GET', path: '/base/greetings', body: '', headers: { accept: 'application/json' } },
    ])
    expect(stage.seen[1]?.headers['content-type']).toBeUndefined()
  })
})

describe('D30 the pace of a neighbour', () => {
  it('is what calls took of late, the later ones counting more', async () => {
    const outbound = outboundOf()
    const takes = [100, 200, 0]
    const stage = await stageWith(() => {
      outbound.clock.jump(takes.shift() ?? 0)
      return { body: 'there' }
    })
    const neighbour = neighbourOf(outbound, stage.url)
    expect(neighbour.pace).toEqual({ isSlow: false, callMs: undefined })
    const seen: (number | undefined)[] = []
    for (let i = 0; i < 3; i++) {
      await neighbour.ask(ask)
      seen.push(neighbour.pace.callMs)
    }
    expect(seen).toEqual([100, 120, 96])
    expect(outbound.settled.map(({ durationMs, waitedMs }) => [durationMs, waitedMs])).toEqual([
      [100, 0],
      [200, 0],
      [0, 0],
    ])
  })

  it('is at least what its rate asks for', async () => {
    const stage = await stageWith()
    const neighbour = neighbourOf(outboundOf(), stage.url, { gate: { rate: { calls: 4, perMs: 1000 } } })
    await neighbour.ask(ask)
    expect(neighbour.pace.callMs).toBe(250)
  })

  it('is slow from a time-out on, until something is answered', async () => {
    const stage = await stageWith(() => ({ status: 500, body: '' }))
    const outbound = outboundOf()
    const neighbour = neighbourOf(outbound, stage.url)
    const timedOut = async () => {
      stage.fault('hang', 1)
      const before = stage.seen.length
      const failing = errorOf(neighbour.ask(ask))
      await expect.poll(() => stage.seen.length).toBe(before + 1)
      await outbound.clock.advance(20_000)
      expect((await failing).kind).toBe('timeout')
    }
    await timedOut()
    await timedOut()
    expect([neighbour.pace.isSlow, outbound.slow]).toEqual([true, ['north true']])
    stage.fault('cut')
    await errorOf(neighbour.ask(ask))
    expect(neighbour.pace.isSlow).toBe(true)
    stage.fault(undefined)
    expect((await errorOf(neighbour.ask(ask))).kind).toBe('server-error')
    expect([neighbour.pace.isSlow, outbound.slow]).toEqual([false, ['north true', 'north false']])
    expect(outbound.logged.filter(({ facts }) => 'isSlow' in facts)).toMatchObject([
      { facts: { neighbour: 'north', isSlow: true } },
      { facts: { neighbour: 'north', isSlow: false } },
    ])
  })

  it('a call that failed is logged with what is known of it, and no more tries than fit', async () => {
    const outbound = outboundOf()
    const stage = await stageWith(() => {
      outbound.clock.jump(12_000.4)
      return { status: 500, body: '' }
    })
    await errorOf(neighbourOf(outbound, stage.url).ask({ ...ask, safe: false }))
    expect(outbound.logged).toEqual([
      {
        facts: {
          neighbour: 'north',
          system: 'Northcell',
          operation: 'greet',
          outcome: 'server-error',
          durationMs: 12_000,
          attempts: 1,
          waitedMs: 0,
          code: 'E7',
          detail: 'seven',
        },
        message: 'Northcell: greet failed (server-error)',
      },
    ])
    // Of twenty seconds, the second try has what the first one left.
    const second = await errorOf(neighbourOf(outbound, stage.url).ask(ask))
    expect(second).toMatchObject({ kind: 'timeout', detail: 'attempt 2' })
  })

  it('a caller who went away is no one’s failure', async () => {
    const stage = await stageWith()
    const outbound = outboundOf()
    const away = new AbortController()
    const reason = new Error('left')
    away.abort(reason)
    await expect(neighbourOf(outbound, stage.url).ask({ ...ask, signal: away.signal })).rejects.toBe(reason)
    expect(outbound.logged).toMatchObject([{ facts: { neighbour: 'north', operation: 'greet' } }])
    expect(outbound.settled).toMatchObject([{ outcome: 'cancelled', attempts: 0 }])
  })
})

describe('untilAborted', () => {
  it('gives the work, or the reason as soon as the caller leaves; the work goes on', async () => {
    const away = new AbortController()
    expect(await untilAborted(Promise.resolve('done'), undefined)).toBe('done')
    expect(await untilAborted(Promise.resolve('done'), away.signal)).toBe('done')
    await expect(untilAborted(Promise.reject(new Error('no')), away.signal)).rejects.toThrow('no')
    const { promise, resolve } = Promise.withResolvers<string>()
    const waiting = untilAborted(promise, away.signal)
    away.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await expect(untilAborted(promise, away.signal)).rejects.toThrow('left')
    resolve('late')
    expect(await promise).toBe('late')
  })
})
