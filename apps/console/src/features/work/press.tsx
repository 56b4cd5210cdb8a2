import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'

interface PressProps {
  readonly verb: string
  readonly named: string
  readonly busy: string
  readonly change: BannerCall & { readonly isPending: boolean }
  readonly onPress: () => Promise<unknown>
}

/** What can be taken back is done by one press, without a question. */
export function Press({ verb, named, busy, change, onPress }: PressProps) {
  return (
    <>
      <Button
        size="tool"
        isBusy={change.isPending}
        busyText={busy}
        aria-label={named}
        onPress={() => void onPress()}
      >
        {verb}
      </Button>
      <CallBanner call={change} hidesSuccess />
    </>
  )
}
