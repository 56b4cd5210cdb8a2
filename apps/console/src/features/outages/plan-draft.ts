import type { PlannedScope } from '@support-console/contract/planned.words'

/** Planned work as it is typed. */
export interface Draft {
  kind: PlannedScope
  id: string
  from: string
  to: string
  timeZone: string
  how: 'once' | 'weekly'
  /** The last day of each week's. */
  until: string
  reason: string
}

/** Of each week's the whole last day counts, on the reader's clock. */
export function timesOf({ from, to, timeZone, how, until }: Draft) {
  const last = new Date(`${until}T23:59:59`)
  const ends = Number.isNaN(last.getTime()) ? new Date(0) : last
  return {
    ...{ from: from.trim(), to: to.trim(), timeZone: timeZone.trim(), isWeekly: how === 'weekly' },
    until: how === 'weekly' ? ends.toISOString() : null,
  }
}
