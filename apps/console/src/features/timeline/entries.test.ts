import type { TimelineEntry } from '@support-console/contract'
import { expect, it } from 'vitest'
import { localTime, plainTime } from '../../ui/local-time.ts'
import { byDay, isOfGroup, peopleIn, sheetOf } from './entries.ts'

const entry = (at: Date, more: Partial<TimelineEntry> = {}): TimelineEntry =>
  ({
    at: at.toISOString(),
    kind: 'action',
    what: 'Asked',
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

it('use 2 entries stand by the days of the reader’s own zone, a minute before midnight on the day before', () => {
  const entries = [entry(wall(20, 0, 1)), entry(wall(20, 0, 0)), entry(wall(19, 23, 59)), entry(wall(18, 12))]
  expect(byDay(entries).map(({ day, entries: ofDay }) => [day, ofDay.length])).toEqual([
    [localTime(wall(20, 0)).day, 2],
    [localTime(wall(19, 23)).day, 1],
    [localTime(wall(18, 12)).day, 1],
  ])
  expect(byDay(entries)[1]?.day).toBe('2026-11-19')
})

it('use 2 steps count for who did something, for kinds, and are rows of the file', () => {
  const steps = [entry(wall(20, 8), { kind: 'deactivation', by: 'ann@example.com', what: 'Deactivated' })]
  const whole = entry(wall(20, 9), { steps: steps as TimelineEntry['steps'] })
  const silent = entry(wall(20, 7), { kind: 'gap', by: '', transactionId: null })
  expect(peopleIn([whole, silent])).toEqual(['ann@example.com', 'pat@example.com'])
  const groups = ['All', 'People', 'Changes', 'SimActivity', 'Work'] as const
  expect(groups.filter((group) => isOfGroup(whole, group))).toEqual(['All', 'People', 'Work'])
  expect(groups.filter((group) => isOfGroup(silent, group))).toEqual(['All', 'Changes'])
  const { columns, rows } = sheetOf('x', [whole, silent])
  expect(rows.map((row) => [row[0], row[1], row[2], row.at(-3), row.at(-1)])).toEqual([
    [plainTime(whole.at), 'action', 'Asked', 'pat@example.com', 't-1'],
    [plainTime(steps[0]?.at ?? ''), 'deactivation', 'Deactivated', 'ann@example.com', 't-1'],
    [plainTime(silent.at), 'gap', 'Asked', '', ''],
  ])
  for (const row of rows) expect(row).toHaveLength(columns.length)
})
