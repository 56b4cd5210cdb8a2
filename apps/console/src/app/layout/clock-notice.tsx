import { clock } from '../../texts/en-US/clock.ts'
import { textsOf } from '../../texts/text.ts'
import { Callout } from '../../ui/callout.tsx'
import { sayDuration } from '../../ui/durations.ts'

const text = textsOf(clock)

/**
 * Tells that this computer's clock is off, until it is closed.
 * @param ahead how far the server's clock is ahead of it, in ms
 */
export function ClockNotice({ ahead, onClose }: { readonly ahead: number; readonly onClose: () => void }) {
  const off = sayDuration(new Date(0).toISOString(), new Date(Math.abs(ahead)).toISOString())
  return (
    <Callout kind="warning" title={text(ahead > 0 ? 'Slow' : 'Fast', { off })} onClose={onClose}>
      {text('GoesByServer')}
    </Callout>
  )
}
