import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { justAfter, plainMinute, readMoment, shortInstant } from './index.ts'

/** A Thursday, on the wall clock of this machine's zone. */
const now = new Date(2026, 10, 26, 8, 30).getTime()
const read = (typed: string) => {
  const at = readMoment(typed, now)
  return at === undefined ? undefined : plainMinute(at)
}

describe('D21, kept state a moment in the browser’s zone', () => {
  it.each([
    ['2026-11-26 08:05', '2026-11-26 08:05'],
    [' 2026-11-26T08:05 ', '2026-11-26 08:05'],
    ['2024-02-29 23:59:58', '2024-02-29 23:59'],
    ['03:00', '2026-11-26 03:00'],
    ['at 3:00', '2026-11-26 03:00'],
    ['14:30', '2026-11-25 14:30'],
    ['2:30 pm', '2026-11-25 14:30'],
    ['12:05 AM', '2026-11-26 00:05'],
    ['today 08:00', '2026-11-26 08:00'],
    ['Yesterday 14:30', '2026-11-25 14:30'],
    ['yesterday at 14:30', '2026-11-25 14:30'],
    ['tomorrow 14:30', '2026-11-27 14:30'],
    ['Thursday 08:00', '2026-11-26 08:00'],
    ['Thu 14:30', '2026-11-19 14:30'],
    ['Monday 14:30', '2026-11-23 14:30'],
    ['fri 09:00', '2026-11-20 09:00'],
    ['26 Nov 03:00', '2026-11-26 03:00'],
    ['Nov 26 03:00', '2026-11-26 03:00'],
    ['26 Nov, 03:00', '2026-11-26 03:00'],
    ['November 26, 2025, 03:00', '2025-11-26 03:00'],
    ['27 nov 03:00', '2025-11-27 03:00'],
    ['26 Nov 2024 03:00', '2024-11-26 03:00'],
    ['2 hours ago', '2026-11-26 06:30'],
    ['30 min ago', '2026-11-26 08:00'],
    ['an hour ago', '2026-11-26 07:30'],
    ['1 d ago', '2026-11-25 08:30'],
  ])('kept state reads %j as %s', (typed, minute) => expect(read(typed)).toBe(minute))

  it.each([
    ['2026-11-26T03:00-05:00', '2026-11-26T08:00Z'],
    ['2026-11-26T08:00:41.120Z', '2026-11-26T08:00Z'],
    ['2026-11-26 03:00 UTC−05:00', '2026-11-26T08:00Z'],
    ['26 Nov 2026, 03:00 (UTC−05:00)', '2026-11-26T08:00Z'],
    ['2026-11-26 08:00 UTC', '2026-11-26T08:00Z'],
  ])('kept state reads %j, which names its zone', (typed, instant) =>
    expect(shortInstant(readMoment(typed, now) ?? 0)).toBe(instant),
  )

  it.each([
    ...['', 'today', 'yesterday', 'Monday', '2026-11-26', '26 Nov', '8', '0800', 'CBS0000274'],
    ...['2026-02-30 08:00', '2026-13-01 08:00', '2026-11-26 24:00', '2026-11-26 08:60', '31 Nov 08:00'],
    ...['13:00 pm', '0:30 am', 'soon 08:00', 'Acme Monday 08:00', '26 Nov 27 08:00', 'Mo 08:00', 'hours ago'],
  ])('kept state takes %j for none', (typed) => expect(readMoment(typed, now)).toBeUndefined())

  it('kept state says an instant for an address', () => {
    expect(shortInstant(Date.UTC(2026, 10, 26, 8))).toBe('2026-11-26T08:00Z')
    expect(justAfter('2026-11-26T08:00:41.120Z')).toBe('2026-11-26T08:00:42Z')
  })
})

it.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'])(
  'kept state reads back as the same minute what the console writes, in %s',
  (zone) => {
    const facts = join(import.meta.dirname, 'read-back.facts.ts')
    const said = execFileSync(process.execPath, [facts], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    })
    expect(said.trim()).toBe(zone)
  },
)
