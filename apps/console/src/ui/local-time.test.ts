import { expect, it } from 'vitest'
import { localTime, zoneOffset } from './local-time.ts'

/** An instant whose wall clock and offset are given, whatever zone the test runs in. */
function at(wall: [number, number, number, number, number, number], offset: number): Date {
  const date = new Date(...wall)
  date.getTimezoneOffset = () => offset
  return date
}

it('2.3 writes the end of the session in local time, ISO order', () => {
  expect(localTime(at([2026, 0, 2, 3, 4, 5], 0))).toMatchObject({ day: '2026-01-02', time: '03:04:05' })
})

it('2.3 names the zone by its distance from UTC, half hours included', () => {
  const wall: [number, number, number, number, number, number] = [2026, 10, 21, 9, 4, 12]
  expect(zoneOffset(at(wall, 300))).toBe('UTC−05:00')
  expect(zoneOffset(at(wall, -330))).toBe('UTC+05:30')
  expect(zoneOffset(at(wall, 0))).toBe('UTC+00:00')
})
