import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'

/** Whole seconds since an instant (ms), counted up while the component is shown. */
export function useSeconds(since: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1000))
}
