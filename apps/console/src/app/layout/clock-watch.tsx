import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { tabStore } from '../../ui/safe-storage.ts'
import { listenToServerAhead, serverAhead } from '../../ui/server-clock.ts'

const ClockNotice = lazy(async () => ({ default: (await import('./clock-notice.tsx')).ClockNotice }))

/** This computer's clock may be off by so much before anyone is told, in ms. */
const tolerated = 60_000
/** Under this name the tab remembers that the notice was closed. */
const closed = 'support-console.clock-told'

/** A word where this computer's clock is off; closed, it is not said again in this tab. */
export function ClockWatch() {
  const ahead = useSyncExternalStore(listenToServerAhead, serverAhead)
  const [isTold, setTold] = useState(() => tabStore.get(closed) !== null)
  if (isTold || Math.abs(ahead) <= tolerated) return null
  const close = () => {
    tabStore.set(closed, '')
    setTold(true)
  }
  return (
    <Suspense>
      <ClockNotice ahead={ahead} onClose={close} />
    </Suspense>
  )
}
