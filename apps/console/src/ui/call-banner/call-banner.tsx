import { type ReactNode, useState } from 'react'
import { Callout } from '../callout.tsx'
import { Said } from '../thing.tsx'
import { type BannerCall, callMessage } from './call-message.ts'
import { TransactionLine } from './transaction-line.tsx'

interface CallBannerProps {
  /** The call, as `useCall` gives it. */
  readonly call: BannerCall
  /** Many list screens show no word of success (8). */
  readonly hidesSuccess?: boolean | undefined
  /** Below the message, in place of a failed call's transaction id. */
  readonly footnote?: ReactNode
  /** Called when someone closes it, for a screen that forgets the outcome then. */
  readonly onClose?: (() => void) | undefined
  readonly className?: string | undefined
}

/**
 * The outcome of a call, on top of the section that made it (8); a failure with its transaction (R32). It can be
 * closed, and the next call's banner takes its place.
 */
export function CallBanner(props: CallBannerProps) {
  const { call, hidesSuccess = false, footnote, className } = props
  const outcome =
    call.status === 'rejected' ? call.error : call.status === 'fulfilled' ? call.answer : undefined
  const [closed, setClosed] = useState<unknown>()
  const message = callMessage(call)
  if (!message || (hidesSuccess && message.kind === 'success')) return null
  if (outcome !== undefined && outcome !== null && closed === outcome) return null
  const close = () => {
    setClosed(outcome)
    props.onClose?.()
  }
  return (
    <Callout
      kind={message.kind}
      title={message.title}
      className={className}
      onClose={outcome ? close : undefined}
    >
      <Said>{message.message}</Said>
      {footnote ?? (message.transactionId && <TransactionLine id={message.transactionId} />)}
    </Callout>
  )
}
