import { carrierNames } from '@support-console/contract/carriers'
import type { DataOf } from '../../api/call-types.ts'
import { type Sheet, timeHeading } from '../../kit/download/index.ts'
import { localTime, plainTime, zoneOffset } from '../../ui/local-time.ts'
import { text } from './texts.ts'

export type Report = DataOf<'GET /fleet/v1/sweeps/{sweepId}'>

export const grownOf = ({ count, before }: Report['findings'][number]): number | null =>
  before === null ? null : count - before

export const carriersOf = ({ sweep, coverage }: Report) =>
  sweep.lanes.map((lane) => ({ ...lane, coverage: coverage.find(({ carrier }) => carrier === lane.carrier) }))

/** The report as one list, findings first, then carriers (D22, D35); times are local. */
export function reportSheet(report: Report): Sheet {
  const { beganAt } = report.sweep
  const zone = [zoneOffset(new Date(beganAt))]
  const numbers = ['Now', 'Grown', 'New', 'Gone', 'Within24h', 'Earlier', 'Never', 'Listed', 'Read', 'Slowed']
  const cell = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  const time = (at: string | null) => (at === null ? '' : plainTime(at))
  return {
    name: `fleet-report-${localTime(beganAt).day}`,
    columns: [
      { heading: 'Of' },
      { heading: 'Name' },
      ...numbers.map((heading) => ({ heading, kind: 'number' }) as const),
      { heading: timeHeading('BeganAt', zone), kind: 'time' },
      { heading: timeHeading('EndedAt', zone), kind: 'time' },
      { heading: 'Reason' },
    ],
    rows: [
      ...report.findings.map((found) => [
        'Finding',
        text(found.finding),
        ...[found.count, grownOf(found), found.fresh, found.gone].map(cell),
        ...Array<string>(9).fill(''),
      ]),
      ...carriersOf(report).map(
        ({ carrier, coverage, listed, read, slowed, beganAt: from, endedAt, reason }) => [
          'Carrier',
          carrierNames[carrier],
          ...Array<string>(4).fill(''),
          ...[coverage?.within, coverage?.older, coverage?.never, listed, read, slowed].map(cell),
          time(from),
          time(endedAt),
          reason,
        ],
      ),
    ],
  }
}
