import {
  complaintAboutEnd,
  type disabledHours,
  instantOfLocal,
  isTimeZone,
} from '@support-console/contract/disablings.words'
import { useId, useState } from 'react'
import { readEnd } from '../../kit/moment/index.ts'
import { localTime } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { text } from './texts.ts'

/** For how long, as the call is told it; nothing: until it is enabled. */
export type FlagTime = { hours?: (typeof disabledHours)[number]; until?: string; timeZone?: string }
export type TimeChoice = (typeof disabledHours)[number] | 'until' | 'open'

const fresh = (of: string) => {
  const tomorrow = new Date(serverNow())
  tomorrow.setDate(tomorrow.getDate() + 1)
  return {
    of,
    choice: 'open' as TimeChoice,
    until: `${localTime(tomorrow).day} 08:00`,
    timeZone: ownZone(),
    showsErrors: false,
  }
}

/** This browser's; where it names none that is known, UTC (D48). */
export function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

/**
 * For how long management is disabled, as it is chosen in the question. It stays until that was done, so that no error loses it.
 * @param of the panels that it is about
 */
export function useTime(of: string) {
  const [typed, setTyped] = useState(() => fresh(of))
  const own = typed.of === of ? typed : fresh(of)
  const id = useId()
  const [until, timeZone] = [readEnd(own.until), own.timeZone.trim()]
  const complaint =
    own.choice === 'until' ? complaintAboutEnd(until, timeZone, new Date(serverNow())) : undefined
  const said = { until: text('UntilWrong'), timeZone: text('ZoneWrong') }
  const errorOf = (field: 'until' | 'timeZone'): string | undefined =>
    complaint?.field !== field
      ? undefined
      : field === 'until' && instantOfLocal(until, timeZone)
        ? text('UntilNotToCome')
        : said[field]
  const time = (): FlagTime =>
    own.choice === 'open' ? {} : own.choice === 'until' ? { until, timeZone } : { hours: own.choice }
  return {
    id,
    typed: own,
    errorOf,
    /** When that is; undefined: until it is enabled, a number of hours, or nothing that there is. */
    instant: own.choice === 'until' && !complaint ? instantOfLocal(until, timeZone) : undefined,
    type: (change: Partial<Pick<typeof own, 'choice' | 'until' | 'timeZone'>>) =>
      setTyped({ ...own, ...change }),
    /** For the acting button: does it where nothing is wrong, otherwise the wrong field has the focus. */
    guard: (act: (time: FlagTime) => void) => () => {
      if (!complaint) return act(time())
      setTyped({ ...own, showsErrors: true })
      document.getElementById(`${id}-${complaint.field}`)?.focus()
    },
    /** It was done. */
    forget: () => setTyped(fresh('')),
  }
}
export type TimeState = ReturnType<typeof useTime>
