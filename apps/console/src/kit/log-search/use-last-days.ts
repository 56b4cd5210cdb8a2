import { useEffect, useState } from 'react'
import { type Days, defaultDays, sameDays } from './period.ts'

/** How often the calendar is looked at, in milliseconds. */
const LOOK = 30_000

/** The last 7 days up to today (9), also tomorrow: a console stands open over midnight. */
export function useLastDays(): Days {
  const [days, setDays] = useState(() => defaultDays())
  useEffect(() => {
    const look = () =>
      setDays((before) => {
        const now = defaultDays()
        return sameDays(before, now) ? before : now
      })
    const timer = setInterval(look, LOOK)
    // Who comes back to the tab, or from a machine's sleep, does not wait for that.
    addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', look)
    }
  }, [])
  return days
}
