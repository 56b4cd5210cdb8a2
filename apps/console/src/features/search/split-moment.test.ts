import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainMinute } from '../../kit/moment/index.ts'
import { splitMoment } from './split-moment.ts'

/** A Thursday. */
const now = new Date(2026, 10, 26, 8, 30).getTime()
const split = (typed: string) => {
  const then = splitMoment(typed, now)
  return then && [then.thing, plainMinute(then.ms)]
}

it.each([
  ['CBS0000274 at 03:00', 'CBS0000274', '2026-11-26 03:00'],
  ['CBS0000274 03:00', 'CBS0000274', '2026-11-26 03:00'],
  ['8901170000000000013 yesterday 14:30', '8901170000000000013', '2026-11-25 14:30'],
  ['Acme at Monday 09:00', 'Acme', '2026-11-23 09:00'],
  ['Acme on Mon at 09:00', 'Acme', '2026-11-23 09:00'],
  ['Acme, 26 Nov, 03:00', 'Acme', '2026-11-26 03:00'],
  ['Always On at 03:00', 'Always On', '2026-11-26 03:00'],
  ['Acme 2 hours ago', 'Acme', '2026-11-26 06:30'],
  ['yesterday 14:30', '', '2026-11-25 14:30'],
  ['at 03:00', '', '2026-11-26 03:00'],
])('kept state takes %j apart', (typed, thing, minute) => expect(split(typed)).toEqual([thing, minute]))

it.each([
  ['Alarm 24 03:00', 'Alarm 24'],
  ['Alarm 24 Nov 3 03:00', 'Alarm 24'],
  ['Route 66 2 hours ago', 'Route 66'],
  ['+1 212 555 0100 at 03:00', '+1 212 555 0100'],
  ['webconnect-3 03:00', 'webconnect-3'],
])('kept state leaves the digits of a thing with it: %j', (typed, thing) =>
  expect(split(typed)?.[0]).toBe(thing),
)

it.each(['CBS0000274', 'Acme Monday', 'Acme at', '000055', '', 'Alarm 24', 'Acme tomorrow 09:00'])(
  'kept state finds no moment of the past in %j',
  (typed) => expect(split(typed)).toBeNull(),
)

it('kept state whatever is looked for comes back whole', () => {
  const id = fc.constantFrom(
    'CBS0000274',
    '8901170000000000013',
    'csr-12',
    '10.0.0.7',
    'Acme 12',
    '353',
    'B 7',
  )
  const moment = fc.constantFrom(
    '03:00',
    'yesterday 14:30',
    'Monday 14:30',
    '26 Nov 03:00',
    '2026-11-26T03:00Z',
  )
  fc.assert(
    fc.property(id, fc.constantFrom(' ', ' at ', '  '), moment, (thing, between, said) => {
      expect(splitMoment(`${thing}${between}${said}`, now)?.thing).toBe(thing)
    }),
  )
})
