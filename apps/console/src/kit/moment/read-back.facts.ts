import assert from 'node:assert'
import fc from 'fast-check'
import { plainTime, sayMinute, sayTime, sayTimeToday } from '../../ui/local-time.ts'
import { sayMoment, sayMomentInFull, sayShortly } from '../../ui/say-when.ts'
import { plainMinute, shortInstant } from './minute.ts'
import { readMoment } from './read-moment.ts'

// A program of its own, because a zone (TZ) is one of a whole process.
const minute = 60_000
// Four years, and more often the hours round changes of clocks: New York's, Berlin's, Lord Howe's, by half an hour.
const changes = [
  ...[Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6), Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)],
  ...[Date.UTC(2026, 3, 4, 15), Date.UTC(2026, 9, 3, 15, 30)],
]
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 11, 31) }),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -180 * minute, max: 180 * minute }))
    .map(([change, by]) => change + by),
)

type Say = (instant: number, now: number) => string

/** What names its zone names one instant. */
const zoned: readonly Say[] = [sayMinute, sayTime, sayTimeToday, sayMomentInFull, shortInstant]
/** What does not, a minute of the wall clock, which two instants share where a clock goes back. */
const onWallClock: readonly Say[] = [plainMinute, plainTime, sayShortly, sayMoment]

const later = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 600 * 24 * 60 }))

fc.assert(
  fc.property(instant, later, (at, minutesLater) => {
    const now = at + minutesLater * minute
    const readBack = (said: string) => {
      const read = readMoment(said, now)
      assert(read !== undefined, `${said} is not read`)
      return read
    }
    for (const say of zoned)
      assert.equal(
        Math.floor(readBack(say(at, now)) / minute),
        Math.floor(at / minute),
        `${say(at, now)} at ${sayTime(now)}`,
      )
    for (const say of onWallClock)
      assert.equal(plainMinute(readBack(say(at, now))), plainMinute(at), `${say(at, now)} at ${sayTime(now)}`)
  }),
  { numRuns: 400 },
)
console.log(Intl.DateTimeFormat().resolvedOptions().timeZone)
