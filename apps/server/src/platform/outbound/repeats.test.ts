import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { type NeighbourError, neighbourErrors } from './neighbour-error.ts'
import { type Budget, tryOn } from './repeats.ts'

const { busy, cut, malformed, refused, serverError, timeout, unreachable } = neighbourErrors
const day = 86_400_000

/** Tries that fail so, one after the other and the last for good, until one of them is not repeated. */
async function triesOf(
  errors: readonly Error[],
  { safe = true, leftMs = day, isAsked = true, signal, slowsDown = false }: TriesOptions = {},
) {
  const clock = createTestClock({ passing: true })
  const budget: Budget = { wholeMs: leftMs, leftMs, attempts: 0, waitedMs: 0 }
  const at: number[] = []
  const end = await tryOn(clock, { safe, signal, slowsDown }, budget, async () => {
    const error = errors[at.length] ?? errors.at(-1)
    at.push(clock.elapsed())
    if (isAsked) budget.attempts++
    throw error
  }).catch((error: unknown) => error)
  return { end, budget, many: at.length, waits: at.slice(1).map((time, i) => time - (at[i] ?? 0)) }
}
interface TriesOptions {
  safe?: boolean
  leftMs?: number
  /** Whether the neighbour was reached by a try. */
  isAsked?: boolean
  signal?: AbortSignal
  slowsDown?: boolean
}

describe('R35 what is sent again', () => {
  it.each<[string, NeighbourError | Error, read: number, change: number]>([
    ['a connection that was cut', cut('N'), 3, 1],
    ['no connection', unreachable('N', { sent: false }), 3, 3],
    ['a fault of the neighbour', serverError('N'), 3, 1],
    ['an unreadable answer', malformed('N'), 3, 1],
    ['a full queue of ours', busy('N', { sent: false }), 1, 1],
    ['a no', refused('N'), 1, 1],
    ['no answer in time', timeout('N', 1), 1, 1],
    ['a fault of ours', new RangeError('x'), 1, 1],
  ])('%s: a read and a change are tried so often', async (_what, error, read, change) => {
    const [ofRead, ofChange] = [await triesOf([error]), await triesOf([error], { safe: false })]
    expect([ofRead.many, ofChange.many]).toEqual([read, change])
    expect([ofRead.end, ofChange.end]).toEqual([error, error])
  })

  it('nothing is repeated for whom the neighbour was not asked at all', async () => {
    expect((await triesOf([cut('N')], { isAsked: false })).many).toBe(1)
    expect((await triesOf([busy('N')], { isAsked: false })).many).toBe(1)
  })

  it('who slows down by themselves hear at once that a neighbour is busy', async () => {
    expect((await triesOf([busy('N')], { slowsDown: true })).many).toBe(1)
    expect((await triesOf([serverError('N')], { slowsDown: true })).many).toBe(3)
  })

  it('a busy neighbour is asked thirty times more, at waits that grow to five seconds', async () => {
    const { many, waits, budget } = await triesOf([busy('N')])
    expect(many).toBe(31)
    const steps = [300, 600, 1200, 2400, 4800, ...Array<number>(25).fill(5000)]
    waits.forEach((wait, i) => {
      expect(wait).toBeGreaterThanOrEqual((steps[i] ?? 0) * 0.5)
      expect(wait).toBeLessThanOrEqual((steps[i] ?? 0) * 1.5)
    })
    expect(budget.leftMs).toBeCloseTo(day - waits.reduce((sum, wait) => sum + wait, 0), 3)
    // Not all at the same time.
    expect(Math.max(...waits) - Math.min(...waits.slice(5))).toBeGreaterThan(500)
  })

  it('after a failure the waits grow threefold, with some chance in them', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => triesOf([cut('N')])))
    for (const [i, step] of [150, 450].entries()) {
      const waits = all.map((each) => each.waits[i] ?? 0)
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(step * 0.5)
      expect(Math.max(...waits)).toBeLessThanOrEqual(step * 1.5)
      expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(step * 0.4)
    }
  })

  it('a busy neighbour says how long, and is not asked sooner; another failure says nothing', async () => {
    expect((await triesOf([busy('N', { retryAfterMs: 9000 }), refused('N')])).waits).toEqual([9000])
    const [short = 0] = (await triesOf([busy('N', { retryAfterMs: 1 }), refused('N')])).waits
    expect(short).toBeGreaterThanOrEqual(150)
    const [other = day] = (await triesOf([cut('N', { retryAfterMs: 9000 }), refused('N')])).waits
    expect(other).toBeLessThanOrEqual(225)
  })

  it('what does not fit into the time any more is not waited for', async () => {
    const asked = busy('N', { retryAfterMs: 9000 })
    expect((await triesOf([asked, refused('N')], { leftMs: 9000 })).many).toBe(1)
    expect((await triesOf([asked, refused('N')], { leftMs: 9001 })).many).toBe(2)
    const twice = await triesOf([asked], { leftMs: 20_000 })
    expect([twice.many, twice.budget.leftMs]).toEqual([3, 2000])
  })

  it('nothing is repeated for who went away', async () => {
    const away = new AbortController()
    away.abort(new Error('left'))
    const { many, end } = await triesOf([busy('N')], { signal: away.signal })
    expect([many, end]).toMatchObject([1, { kind: 'busy' }])
  })
})
