import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

const day = 86_400_000
/** Between two requests, to the server and back, in ms. */
const answers = fc.array(fc.record({ pause: fc.nat(90_000), there: fc.nat(4000), back: fc.nat(4000) }), {
  minLength: 1,
  maxLength: 12,
})

it('54.3 now is the server’s, whatever this computer’s clock says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -400 * day, max: 400 * day }),
      fc.nat(999),
      answers,
      async (off, start, list) => {
        vi.resetModules()
        vi.useFakeTimers({ now: Date.UTC(2026, 10, 28) + start })
        const { askServerTime, serverAhead, serverNow } = await import('./server-clock.ts')
        const distance = () => Math.abs(serverAhead() - off)
        for (const { pause, there, back } of list) {
          const before = distance()
          vi.advanceTimersByTime(pause)
          const hear = askServerTime()
          vi.advanceTimersByTime(there)
          const date = new Date(Date.now() + off).toUTCString()
          vi.advanceTimersByTime(back)
          hear(new Response(null, { headers: { Date: date } }))
          expect(Math.abs(serverNow() - (Date.now() + off))).toBeLessThanOrEqual(999 + there + back)
          // Each answer brings it nearer: ages do not go back and forth.
          expect(distance()).toBeLessThanOrEqual(before)
        }
      },
    ),
  )
})

it('54.3 a clock that is right is left alone, and an answer without a date tells nothing', async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28) + 990 })
  const { askServerTime, listenToServerAhead, serverAhead } = await import('./server-clock.ts')
  const heard = vi.fn()
  listenToServerAhead(heard)
  for (const headers of [{ Date: new Date().toUTCString() }, { Date: 'soon' }, {}]) {
    askServerTime()(new Response(null, { headers: headers as HeadersInit }))
    expect(serverAhead()).toBe(0)
  }
  expect(heard).not.toHaveBeenCalled()
})
