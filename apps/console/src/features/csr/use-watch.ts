import { useEffect, useRef, useState } from 'react'

/** Between two looks at a server that is under way, in ms (9). */
const pollEvery = 60_000

interface Watch {
  timer: ReturnType<typeof setTimeout> | undefined
  /** When it was looked at last, by this computer's clock. */
  lookedAt: number
  /** It came due while no one saw the page. */
  isDue: boolean
  isLooking: boolean
}

/** When each watched server is looked at next (ms by this computer's clock); null: now. */
export type NextLooks = ReadonlyMap<string, number | null>

/**
 * Looks at each of these servers every 60 seconds (4, 9), from when it was first seen here. A tab that no one sees waits
 * and looks at once when it is seen again; after a sleep there is one look, however many were missed.
 */
export function useWatch(ips: readonly string[], look: (ip: string) => Promise<void>): NextLooks {
  const [nextLooks, setNextLooks] = useState<NextLooks>(new Map())
  const watches = useRef(new Map<string, Watch>())
  const latest = useRef(look)
  latest.current = look
  const wanted = ips.join(' ')

  const run = useRef((ip: string, watch: Watch) => {
    clearTimeout(watch.timer)
    watch.isLooking = true
    watch.isDue = false
    say()
    void latest.current(ip).finally(() => {
      watch.isLooking = false
      if (watches.current.get(ip) === watch) plan.current(ip, watch)
    })
  })
  const plan = useRef((ip: string, watch: Watch) => {
    watch.lookedAt = Date.now()
    // What comes due unseen is looked at when the page is seen.
    watch.timer = setTimeout(() => {
      if (document.hidden) watch.isDue = true
      else run.current(ip, watch)
    }, pollEvery)
    say()
  })
  function say() {
    setNextLooks(
      new Map(
        Array.from(watches.current, ([ip, { isLooking, lookedAt }]) => [
          ip,
          isLooking ? null : lookedAt + pollEvery,
        ]),
      ),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `say` sets state only
  useEffect(() => {
    const all = watches.current
    const now = new Set(wanted.split(' ').filter(Boolean))
    for (const [ip, watch] of all) {
      if (now.has(ip)) continue
      clearTimeout(watch.timer)
      all.delete(ip)
    }
    for (const ip of now) {
      if (all.has(ip)) continue
      const watch: Watch = { timer: undefined, lookedAt: 0, isDue: false, isLooking: false }
      all.set(ip, watch)
      plan.current(ip, watch)
    }
    say()
  }, [wanted])

  useEffect(() => {
    const all = watches.current
    const onVisible = () => {
      if (document.hidden) return
      for (const [ip, watch] of all) {
        // A sleep holds the timer back; a clock that was set back says nothing about when, the timer does.
        const isLate = watch.isDue || Date.now() - watch.lookedAt >= pollEvery
        if (!watch.isLooking && isLate) run.current(ip, watch)
      }
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      for (const { timer } of all.values()) clearTimeout(timer)
      all.clear()
    }
  }, [])
  return nextLooks
}
