import { useEffect, useState } from 'react'

/** Whole seconds since an instant (ms) by a clock, counted up while the component is shown. */
export function useSeconds(since: number, clock: () => number = Date.now): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    setNow(clock())
    const timer = setInterval(() => setNow(clock()), 1000)
    return () => clearInterval(timer)
  }, [clock])
  return Math.max(0, Math.floor((now - since) / 1000))
}
