import type { TimelineEntry } from '@support-console/contract'
import { expect, it } from 'vitest'
import { plainTime } from '../../ui/local-time.ts'
import { byDay, isOfGroup, peopleIn, sheetOf } from './entries.ts'

const entry = (at: Date, more: Partial<TimelineEntry> = {}): TimelineEntry =>
  ({
    at: at.toISOString(),
    kind: 'action',
    what: 'done',
    object: 'sim x',
    to: '',
    state: 'Success',
    detail: '',
    by: 'pat@example.com',
    source: 'Console',
    transactionId: 't-1',
    steps: [],
    ...more,
  }) as TimelineEntry
/** By the reader's clock on the wall, whatever their zone is. */
const wall = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)

it('use 2 entries stand by the days of the reader’s own zone, with the looks of each that found no change', () => {
  const entries = [entry(wall(20, 0, 1)), entry(wall(20, 0, 0)), entry(wall(19, 23, 59)), entry(wall(18, 12))]
  const looks = [
    { at: wall(20, 0, 0).toISOString(), count: 2 },
    { at: wall(19, 23, 59).toISOString(), count: 3 },
    { at: wall(19, 0, 0).toISOString(), count: 4 },
  ]
  expect(byDay(entries, looks).map((day) => [day.day, day.entries.length, day.looks])).toEqual([
    ['2026-11-20', 2, 2],
    ['2026-11-19', 1, 7],
    ['2026-11-18', 1, 0],
  ])
  // The zone is said once, above the first.
  expect(byDay(entries, looks).map(({ offset }) => offset !== '')).toEqual([true, false, false])
})

it('use 2 steps count for who did something, for kinds, and are rows of the file', () => {
  const step = entry(wall(20, 8), { kind: 'deactivation', by: 'ann@example.com' })
  const whole = entry(wall(20, 9), { steps: [step] })
  const silent = entry(wall(20, 7), { kind: 'gap', by: '', transactionId: null })
  expect(peopleIn([whole, silent])).toEqual(['ann@example.com', 'pat@example.com'])
  const groups = ['All', 'Changes', 'People', 'Sim', 'Connection', 'Work'] as const
  expect(groups.filter((group) => isOfGroup(whole, group))).toEqual(['All', 'People', 'Sim', 'Work'])
  expect(groups.filter((group) => isOfGroup(silent, group))).toEqual(['All', 'Changes'])
  const { columns, rows } = sheetOf({ kind: 'sim', ids: ['x'] }, [whole, silent])
  expect(rows.map((row) => [row[0], row.at(-3), row.at(-1)])).toEqual([
    [plainTime(whole.at), 'pat@example.com', 't-1'],
    [plainTime(step.at), 'ann@example.com', 't-1'],
    [plainTime(silent.at), '', ''],
  ])
  for (const row of rows) expect(row).toHaveLength(columns.length)
})
