import fc from 'fast-check'
import { expect, it } from 'vitest'
import { complaintAboutEnd, instantOfLocal, localOf } from './disablings.words.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/Toronto', 'Asia/Kathmandu', 'Australia/Lord_Howe']

it('issue 43 a local time and its instant name each other in every zone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 }),
      fc.constantFrom(...zones),
      (minutes, zone) => {
        const instant = new Date(minutes * 60_000)
        const local = localOf(instant, zone)
        const back = instantOfLocal(local, zone)
        // Of a time that comes twice it is the first.
        expect(localOf(back ?? new Date(0), zone)).toBe(local)
        expect(Number(back)).toBeLessThanOrEqual(instant.getTime())
      },
    ),
  )
})

it('issue 43 a time that a zone leaves out or has twice', () => {
  expect(instantOfLocal('2026-03-29 02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(instantOfLocal('2026-10-25T02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(instantOfLocal('2026-11-27 08:00', 'America/Toronto')?.toISOString()).toBe(
    '2026-11-27T13:00:00.000Z',
  )
})

it.each([
  '2026-11-27 10:00 UTC+00:00',
  '2026-11-27T10:00:00Z',
  '2026-11-27T10:00:00.000Z',
  '2026-11-27\u00a05:00 UTC−05:00',
  '2026-11-27 11:00:00 +01:00',
  '2026‑11‑27 10:00 (UTC)',
  '２０２６-11-27 10:00 utc',
])('issue 54 the zone that is written in %j counts before the chosen one', (typed) => {
  for (const zone of zones)
    expect(instantOfLocal(typed, zone)?.toISOString()).toBe('2026-11-27T10:00:00.000Z')
})

it('issue 43 an end that is over, too far away, no time or in no zone has its sentence', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const said = (until: string, zone = 'UTC') => complaintAboutEnd(until, zone, now)
  expect(said('2026-11-26 12:01')).toBeUndefined()
  expect(said('2026-11-26 12:00')).toEqual({
    field: 'until',
    message: 'must be a time that is still to come',
  })
  expect(said('2026-12-27 12:00')).toEqual({ field: 'until', message: 'must be within 30 days' })
  for (const odd of ['tomorrow', '2026-02-30 08:00', '2026-11-27 24:10', ''])
    expect(said(odd)).toMatchObject({ field: 'until', message: expect.stringContaining('a day and a time') })
  for (const zone of ['Mars/Olympus', '', 'x'])
    expect(said('2026-11-27 08:00', zone)).toMatchObject({ field: 'timeZone' })
})
