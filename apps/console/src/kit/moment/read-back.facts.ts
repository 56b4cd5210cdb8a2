import assert from 'node:assert'
import fc from 'fast-check'
import { plainTime, sayMinute, sayTime, sayTimeToday, zoneOffset } from '../../ui/local-time.ts'
import { sayMoment, sayMomentInFull, sayShortly } from '../../ui/say-when.ts'
import { plainMinute, shortInstant } from './minute.ts'
import { instantOfEnd } from './read-end.ts'
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
const zoned: readonly Say[] = [
  ...[sayMinute, sayTime, sayTimeToday, sayMomentInFull, shortInstant],
  // As exports have it, and the columns of the specification (D44).
  (at) => new Date(at).toISOString(),
  (at) => `${plainTime(at)} ${zoneOffset(new Date(at)).slice(3).replace('−', '-')}`,
]
/** What does not, a minute of the wall clock, which two instants share where a clock goes back. */
const onWallClock: readonly Say[] = [plainMinute, plainTime, sayShortly, sayMoment]

/** What comes along where a text is copied (D47). */
const copies: readonly ((said: string) => string)[] = [
  (said) => said,
  (said) => `\u200e ${said.replaceAll(' ', '\u00a0')}\u200b`,
  (said) => said.replaceAll('-', '\u2011'),
  (said) => said.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (said) => said.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  (said) => said.replace(/(?<=\d)[ T]0(?=\d:)/, ' '),
]
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

const later = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 600 * 24 * 60 }))

interface Reading {
  readonly at: number
  readonly now: number
  readonly copy: (typeof copies)[number]
  /** In ms. */
  readonly readBack: (said: string) => number | undefined
}

function assertRead(says: readonly Say[], { at, now, copy, readBack }: Reading, as: (ms: number) => unknown) {
  for (const say of says) {
    const said = copy(say(at, now))
    const read = readBack(said)
    assert(read !== undefined, `${said} is not read`)
    assert.equal(as(read), as(at), `${said} at ${sayTime(now)}`)
  }
}
const byMinute = (ms: number) => Math.floor(ms / minute)

fc.assert(
  fc.property(instant, later, fc.constantFrom(...copies), (at, minutesLater, copy) => {
    const now = at + minutesLater * minute
    const reading = { at, now, copy, readBack: (said: string) => readMoment(said, now) }
    assertRead(zoned, reading, byMinute)
    assertRead(onWallClock, reading, plainMinute)
  }),
  { numRuns: 400 },
)
// Ends, which are to come: a field of its own reads them, in the zone beside it (issue 43).
const sooner = fc.integer({ min: 1, max: 30 * 24 * 60 - 1 })
fc.assert(
  fc.property(instant, sooner, fc.constantFrom(...copies), (at, minutesSooner, copy) => {
    const now = at - minutesSooner * minute
    const reading = { at, now, copy, readBack: (said: string) => instantOfEnd(said, timeZone, now) }
    assertRead(zoned, reading, byMinute)
    // Of a time that comes twice the first counts, even where that is over.
    const first = instantOfEnd(plainMinute(at), timeZone, now) ?? 0
    if (byMinute(first) === byMinute(at)) assertRead(onWallClock, reading, plainMinute)
  }),
  { numRuns: 400 },
)
console.log(timeZone)
