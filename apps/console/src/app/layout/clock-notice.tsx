import { useState } from 'react'
import { clock } from '../../texts/en-US/clock.ts'
import { textsOf } from '../../texts/text.ts'
import { Callout } from '../../ui/callout.tsx'
import { sayDuration } from '../../ui/durations.ts'
import { tabStore } from '../../ui/safe-storage.ts'
import { serverAhead } from '../../ui/server-clock.ts'

const text = textsOf(clock)
/** Under this name the tab remembers that the notice was closed. */
const closed = 'support-console.clock-told'

/** Tells that this computer's clock is off; closed, it is not said again in this tab. */
export function ClockNotice() {
  const [isTold, setTold] = useState(() => tabStore.get(closed) !== null)
  if (isTold) return null
  const ahead = serverAhead()
  // To the minute: answers tell whole seconds.
  const offMs = Math.round(Math.abs(ahead) / 60_000) * 60_000
  const off = sayDuration(new Date(0).toISOString(), new Date(offMs).toISOString())
  const close = () => {
    tabStore.set(closed, '')
    setTold(true)
  }
  return (
    <Callout kind="warning" title={text(ahead > 0 ? 'Slow' : 'Fast', { off })} onClose={close}>
      {text('GoesByServer')}
    </Callout>
  )
}
