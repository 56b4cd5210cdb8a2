import { CallBanner } from './call-banner.tsx'
import type { BannerCall } from './call-message.ts'
import { OpenOutcome } from './open-outcome.tsx'

/** What is shown of a change, as `useChange` gives it. */
export interface ChangeShown extends BannerCall {
  readonly open: 'lost' | 'busy' | undefined
  readonly askAgain: () => Promise<unknown>
}

/** Why a change failed, and the way to learn what became of it where that is open (D9); its success the screen shows itself. */
export function ChangeOutcome({ of }: { readonly of: ChangeShown }) {
  return (
    <>
      <CallBanner call={of} hidesSuccess />
      <OpenOutcome why={of.open} onAskAgain={() => void of.askAgain()} />
    </>
  )
}
