import { describe, expect, it } from 'vitest'
import { createGate, GateClosed } from './gate.ts'

const never = new Promise<void>(() => {})
const tick = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms))

describe('D5 the limits of a carrier', () => {
  it('lets only so many in at a time, in the order they came', async () => {
    const gate = createGate({ inFlight: 2, queue: 100, waitAtMostMs: 10_000 })
    let inside = 0
    let most = 0
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        gate.pass(async () => {
          order.push(i)
          most = Math.max(most, ++inside)
          await tick(1)
          inside--
        }),
      ),
    )
    expect(most).toBe(2)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })

  it('starts no sixth call before a second has passed since the first of the last five ended', async () => {
    const gate = createGate({ inFlight: 1, queue: 100, waitAtMostMs: 10_000, rate: { calls: 5, perMs: 200 } })
    const times: { start: number; end: number }[] = []
    await Promise.all(
      Array.from({ length: 16 }, () =>
        gate.pass(async () => {
          const start = performance.now()
          await tick(3)
          times.push({ start, end: performance.now() })
        }),
      ),
    )
    times.forEach((time, i) => {
      const fifthBefore = times[i - 5]
      if (fifthBefore) expect(time.start - fifthBefore.end).toBeGreaterThanOrEqual(199.5)
    })
    expect(times).toHaveLength(16)
  })

  it('holds the rate for calls that run side by side, too', async () => {
    const gate = createGate({ inFlight: 4, queue: 100, waitAtMostMs: 10_000, rate: { calls: 3, perMs: 100 } })
    const starts: number[] = []
    await Promise.all(
      Array.from({ length: 9 }, () =>
        gate.pass(async () => {
          starts.push(performance.now())
          await tick(20)
        }),
      ),
    )
    starts.forEach((start, i) => {
      const before = starts[i - 3]
      if (before !== undefined) expect(start - before).toBeGreaterThanOrEqual(119)
    })
  })

  it('refuses who finds the queue full and who waited too long, and forgets who went away', async () => {
    const gate = createGate({ inFlight: 1, queue: 1, waitAtMostMs: 30 })
    void gate.pass(() => never)
    const away = new AbortController()
    const left = gate.pass(async () => 'ran', away.signal)
    await expect(gate.pass(async () => 'ran')).rejects.toMatchObject({ reason: 'queue-full' })
    away.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    const waiting = gate.pass(async () => 'ran')
    await expect(waiting).rejects.toBeInstanceOf(GateClosed)
    await expect(waiting).rejects.toMatchObject({ reason: 'waited-too-long' })
  })

  it('goes on after work that failed', async () => {
    const gate = createGate({ inFlight: 1, queue: 5, waitAtMostMs: 1000 })
    const failed = gate.pass(() => Promise.reject(new Error('no')))
    const next = gate.pass(async () => 'next')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
