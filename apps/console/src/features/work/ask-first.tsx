import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'

interface AskFirstProps {
  readonly isAsked: boolean
  readonly ask: string
  readonly askNamed: string
  readonly question: string
  readonly leave: string
  readonly verb: string
  readonly busy: string
  readonly change: BannerCall & { readonly isPending: boolean }
  readonly onAsk: (isAsked: boolean) => void
  /** Its promise resolves with false where the question stays. */
  readonly onDo: () => Promise<unknown>
  /** What else is asked. */
  readonly children?: ReactNode
}

/** A button that asks in its own place before it does anything: a dialog would close the tray. */
export function AskFirst(props: AskFirstProps) {
  const { isAsked, change, onAsk } = props
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    onAsk(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (!isAsked)
    return (
      <>
        <Button ref={opener} size="tool" aria-label={props.askNamed} onPress={() => onAsk(true)}>
          {props.ask}
        </Button>
        <CallBanner call={change} hidesSuccess />
      </>
    )
  return (
    <fieldset className="flex wrap gap-8 whole">
      <legend>{props.question}</legend>
      {props.children}
      <Button size="tool" autoFocus onPress={close}>
        {props.leave}
      </Button>
      <Button
        size="tool"
        look="danger"
        isBusy={change.isPending}
        busyText={props.busy}
        onPress={() => void props.onDo().then((isOver) => isOver !== false && close())}
      >
        {props.verb}
      </Button>
    </fieldset>
  )
}
