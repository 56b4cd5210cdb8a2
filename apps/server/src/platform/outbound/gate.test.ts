import { beforeEach, describe, expect, it } from 'vitest'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { createGate, GateClosed } from './gate.ts'

const never = new Promise<void>(() => {})

describe('D5 the limits of a carrier', () => {
  let clock: TestClock
  beforeEach(() => {
    clock = createTestClock()
  })
  /** Everything ends within that time. */
  const within = async <T>(ms: number, work: Promise<T>[]): Promise<T[]> => {
    await clock.advance(ms)
    return Promise.all(work)
  }

  it('lets only so many in at a time, in the order they came', async () => {
    const gate = createGate(clock, { inFlight: 2, queue: 100, waitAtMostMs: 10_000 })
    let inside = 0
    let most = 0
    const order: number[] = []
    await within(
      10,
      Array.from({ length: 20 }, (_, i) =>
        gate.pass(async () => {
          order.push(i)
          most = Math.max(most, ++inside)
          await clock.wait(1)
          inside--
        }),
      ),
    )
    expect(most).toBe(2)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })

  it('starts no sixth call before a second has passed since the first of the last five ended', async () => {
    const rate = { calls: 5, perMs: 1000 }
    const gate = createGate(clock, { inFlight: 1, queue: 100, waitAtMostMs: 10_000, rate })
    const times: { start: number; end: number }[] = []
    await within(
      4000,
      Array.from({ length: 16 }, () =>
        gate.pass(async () => {
          const start = clock.elapsed()
          await clock.wait(3)
          times.push({ start, end: clock.elapsed() })
        }),
      ),
    )
    times.forEach((time, i) => {
      const fifthBefore = times[i - 5]
      // At the very moment in which it may.
      if (fifthBefore) expect(time.start - fifthBefore.end).toBe(1000)
    })
    expect(times).toHaveLength(16)
  })

  it('holds the rate for calls that run side by side, too', async () => {
    const rate = { calls: 3, perMs: 100 }
    const gate = createGate(clock, { inFlight: 4, queue: 100, waitAtMostMs: 10_000, rate })
    const starts: number[] = []
    await within(
      400,
      Array.from({ length: 9 }, () =>
        gate.pass(async () => {
          starts.push(clock.elapsed())
          await clock.wait(20)
        }),
      ),
    )
    expect(starts).toEqual([0, 0, 0, 120, 120, 120, 240, 240, 240])
  })

  it('refuses who finds the queue full and who waited too long, and forgets who went away', async () => {
    const gate = createGate(clock, { inFlight: 1, queue: 1, waitAtMostMs: 30 })
    void gate.pass(() => never)
    const away = new AbortController()
    const left = gate.pass(async () => 'ran', away.signal)
    await expect(gate.pass(async () => 'ran')).rejects.toMatchObject({ reason: 'queue-full' })
    away.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    const waiting = gate.pass(async () => 'ran')
    waiting.catch(() => {})
    await clock.advance(29)
    // The place in the queue is its own until its time is over.
    await expect(gate.pass(async () => 'ran')).rejects.toMatchObject({ reason: 'queue-full' })
    await clock.advance(1)
    await expect(waiting).rejects.toBeInstanceOf(GateClosed)
    await expect(waiting).rejects.toMatchObject({ reason: 'waited-too-long' })
  })

  it('goes on after work that failed', async () => {
    const gate = createGate(clock, { inFlight: 1, queue: 5, waitAtMostMs: 1000 })
    const failed = gate.pass(() => Promise.reject(new Error('no')))
    const next = gate.pass(async () => 'next')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('next')
  })

  it('counts who is inside and who waits, patient or not, until they start or leave', async () => {
    const gate = createGate(clock, { inFlight: 1, queue: 2, waitAtMostMs: 100 })
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const leaving = new AbortController()
    expect(gate.counts()).toEqual({ inFlight: 0, waiting: 0 })
    const first = gate.pass(() => held)
    const person = gate.pass(() => clock.wait(500))
    const batch = gate.pass(async () => 'ran', leaving.signal, true)
    expect(gate.counts()).toEqual({ inFlight: 1, waiting: 2 })
    leaving.abort(new Error('left'))
    await expect(batch).rejects.toThrow('left')
    expect(gate.counts()).toEqual({ inFlight: 1, waiting: 1 })
    await clock.advance(50)
    letGo()
    await first
    expect(gate.counts()).toEqual({ inFlight: 1, waiting: 0 })
    // How long it may wait says nothing of how long it may take.
    await clock.advance(500)
    await person
    expect(gate.counts()).toEqual({ inFlight: 0, waiting: 0 })
  })

  it('lets no one in who has gone already, and pays no heed to who goes when they are in', async () => {
    const gate = createGate(clock, { inFlight: 1, queue: 2, waitAtMostMs: 100 })
    const away = new AbortController()
    const inside = Array.from({ length: 2 }, (_, i) =>
      gate.pass(async () => {
        await clock.wait(10)
        return i
      }, away.signal),
    )
    await clock.advance(10)
    away.abort(new Error('left'))
    await clock.advance(10)
    expect(await Promise.all(inside)).toEqual([0, 1])
    let ran = false
    await expect(gate.pass(async () => (ran = true), away.signal)).rejects.toThrow('left')
    expect(ran).toBe(false)
  })

  it('waits for no more than the rate asks, and not at all for the first ones', async () => {
    const rate = { calls: 2, perMs: 1000 }
    const gate = createGate(clock, { inFlight: 5, queue: 9, waitAtMostMs: 10_000, rate })
    const starts: number[] = []
    const pass = () => gate.pass(async () => void starts.push(clock.elapsed()))
    await within(0, [pass(), pass()])
    const [third, fourth] = [pass(), pass()]
    await within(999, [])
    expect(starts).toEqual([0, 0])
    await within(1, [third, fourth])
    await clock.advance(3000)
    await pass()
    expect(starts).toEqual([0, 0, 1000, 1000, 4000])
  })

  it('D30 lets people go before anyone who is patient, and counts neither against the other', async () => {
    const gate = createGate(createTestClock(), { inFlight: 1, queue: 2, waitAtMostMs: 1000 })
    const order: string[] = []
    let letGo = () => {}
    const first = gate.pass(() => new Promise<void>((resolve) => (letGo = resolve)))
    const pass = (name: string, isPatient: boolean) =>
      gate.pass(async () => void order.push(name), undefined, isPatient)
    const all = [
      pass('batch 1', true),
      pass('batch 2', true),
      pass('person 1', false),
      pass('person 2', false),
    ]
    await expect(pass('batch 3', true)).rejects.toMatchObject({ reason: 'queue-full' })
    letGo()
    await Promise.all([first, ...all])
    expect(order).toEqual(['person 1', 'person 2', 'batch 1', 'batch 2'])
  })

  it('D30 keeps one place free of anyone who is patient', async () => {
    const gate = createGate(clock, { inFlight: 3, queue: 5, waitAtMostMs: 1000 })
    const patient = Array.from({ length: 3 }, () => gate.pass(() => clock.wait(10), undefined, true))
    expect(gate.counts()).toEqual({ inFlight: 2, waiting: 1 })
    const person = gate.pass(() => clock.wait(10))
    expect(gate.counts()).toEqual({ inFlight: 3, waiting: 1 })
    await within(20, [...patient, person])
  })

  it('D30 gives anyone who is patient a turn each minute, however many people ask', async () => {
    const gate = createGate(clock, { inFlight: 1, queue: 500, waitAtMostMs: 300_000 })
    const order: string[] = []
    const pass = (name: string, isPatient: boolean) =>
      gate.pass(
        () => {
          order.push(name)
          return clock.wait(1000)
        },
        undefined,
        isPatient,
      )
    const people = Array.from({ length: 130 }, () => pass('person', false))
    const batch = [pass('batch', true), pass('batch', true), pass('batch', true)]
    await within(134_000, [...people, ...batch])
    const turns = order.flatMap((name, i) => (name === 'batch' ? [i] : []))
    expect(turns).toEqual([60, 120, 132])
  })
})
