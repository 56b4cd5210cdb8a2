import { expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { createSearchTurns } from './search-turns.ts'

const here = () => new AbortController().signal

it('R29 so many searches run at once; another one waits for its turn', async () => {
  const turn = createSearchTurns(createTestClock(), { atOnce: 2, waitAtMostMs: 60_000 })
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = ends.map(({ promise }) => turn(() => promise, here()))
  let hasBegun = false
  const third = turn(async () => {
    hasBegun = true
    return 'found'
  }, here())
  await Promise.resolve()
  expect(hasBegun).toBe(false)
  ends[1]?.resolve()
  expect(await third).toBe('found')
  ends[0]?.resolve()
  await Promise.all(first)
})

it('R29 whose turn does not come in time is told so in a sentence; who leaves waits no longer', async () => {
  const clock = createTestClock()
  const turn = createSearchTurns(clock, { atOnce: 1, waitAtMostMs: 5_000 })
  const end = Promise.withResolvers<void>()
  const first = turn(() => end.promise, here())
  const left = new AbortController()
  const leaves = turn(() => Promise.resolve(), left.signal)
  left.abort(new Error('gone'))
  await expect(leaves).rejects.toThrow('gone')
  const late = turn(() => Promise.resolve(), here())
  void clock.advance(5_000)
  await expect(late).rejects.toMatchObject({
    status: 'Unavailable',
    code: 503,
    message: expect.stringMatching(/^Too many searches .* Please try again in a few seconds\.$/),
  })
  end.resolve()
  await first
  expect(await turn(() => Promise.resolve('found'), here())).toBe('found')
})
