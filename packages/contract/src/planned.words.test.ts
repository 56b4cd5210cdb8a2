import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localOf } from './disablings.words.ts'
import { complaintAboutPlan, isPlannedNow, type PlannedTimes, plannedTimeAt } from './planned.words.ts'

const dayMs = 86_400_000
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Toronto',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
)
const plan = fc
  .record({
    day: fc.integer({ min: 0, max: 400 }),
    hour: fc.integer({ min: 0, max: 23 }),
    lasts: fc.integer({ min: 4, max: 72 }),
    timeZone: zones,
    isWeekly: fc.boolean(),
    weeks: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ day, hour, lasts, timeZone, isWeekly, weeks }): PlannedTimes => {
    const begins = Date.UTC(2026, 0, 1, hour) + day * dayMs
    const local = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
    const until = isWeekly ? new Date(begins + (weeks * 7 + 2) * dayMs).toISOString() : null
    return { from: local(begins), to: local(begins + lasts * 3600_000), timeZone, isWeekly, until }
  })
const anInstant = fc
  .integer({ min: 0, max: 800 * 24 })
  .map((hours) => new Date(Date.UTC(2025, 11, 1) + hours * 3600_000))

describe('issue 52, 6 planned work', () => {
  it('is now in one week at most, by the same clock each week', () => {
    fc.assert(
      fc.property(plan, anInstant, (times, now) => {
        const time = isPlannedNow(times, now)
        if (!time) return
        expect(time.from <= now && now < time.to).toBe(true)
        const local = localOf(time.from, times.timeZone)
        // An hour that the clocks leave out is as much later.
        if (local.slice(11) !== times.from.slice(11)) return
        const weeks = (Date.parse(local.slice(0, 10)) - Date.parse(times.from.slice(0, 10))) / dayMs / 7
        expect(Number.isInteger(weeks) && weeks >= 0 && (times.isWeekly || weeks === 0)).toBe(true)
        if (times.until !== null) expect(time.from.toISOString() <= times.until).toBe(true)
      }),
    )
  })

  it('comes again every week until its end, however it is asked', () => {
    fc.assert(
      fc.property(plan, (times) => {
        const found: number[] = []
        let at = new Date(Date.UTC(2025, 11, 1))
        for (let times_ = 0; times_ < 60; times_++) {
          const time = plannedTimeAt(times, at)
          if (!time) break
          found.push(time.from.getTime())
          expect(isPlannedNow(times, time.from)).toEqual(time)
          at = time.to
        }
        const weeks =
          times.until === null
            ? 0
            : Math.floor((Date.parse(times.until) - Number(found[0])) / (7 * dayMs) + 0.01)
        expect(found.length).toBe(weeks + 1)
      }),
    )
  })

  const now = new Date('2026-11-28T12:00:00Z')
  const once: PlannedTimes = {
    from: '2026-11-29 02:00',
    to: '2026-11-29 04:00',
    timeZone: 'America/Toronto',
    isWeekly: false,
    until: null,
  }
  it.each<[Partial<PlannedTimes>, string | undefined]>([
    [{}, undefined],
    [{ isWeekly: true, until: '2027-03-01T00:00:00.000Z' }, undefined],
    [{ timeZone: 'Mars' }, 'timeZone'],
    [{ from: '2026-11-31 02:00' }, 'from'],
    [{ from: 'tomorrow' }, 'from'],
    [{ to: '2026-11-29 02:00' }, 'to'],
    [{ to: '2026-12-05 02:00' }, 'to'],
    [{ from: '2026-11-27 02:00', to: '2026-11-27 04:00' }, 'to'],
    [{ isWeekly: true }, 'until'],
    [{ until: '2027-03-01T00:00:00.000Z' }, 'until'],
    [{ isWeekly: true, until: '2029-03-01T00:00:00.000Z' }, 'until'],
    [{ from: '2029-11-29 02:00', to: '2029-11-29 04:00' }, 'from'],
  ])('of %o it says what is wrong at %s', (change, field) => {
    expect(complaintAboutPlan({ ...once, ...change }, now)?.field).toBe(field)
  })
})
