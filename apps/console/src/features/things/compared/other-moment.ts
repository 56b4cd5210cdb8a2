import { readInstant } from '@support-console/contract/moments.words'
import { type Moment, useMoment } from '../../../api/moment.ts'
import { momentOf } from '../../../kit/moment/moment-of.ts'
import { sayMomentInFull } from '../../../ui/say-when.ts'
import { text } from '../texts.ts'

/** Two moments: a page tells what differs between them. */
export interface Compared {
  readonly from: Moment
  /** Null: now. */
  readonly to: Moment | null
}

/** What the address compares; undefined: nothing; a text: why it cannot. */
export function useCompared(): Compared | string | undefined {
  const moment = useMoment()
  if (!moment?.to) return undefined
  const from = momentOf(moment.at, moment.ms)
  if (moment.to === 'now') return { from, to: null }
  const ms = readInstant(moment.to)
  return ms === undefined
    ? text('NotAMomentToCompare', { to: moment.to })
    : { from, to: momentOf(moment.to, ms) }
}

/** The head of a column. */
export const sayColumn = (moment: Moment | null): string =>
  moment ? sayMomentInFull(moment.ms) : text('NowColumn')
