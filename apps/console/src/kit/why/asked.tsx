import type { Why } from '@support-console/contract/reasons.words'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChangeOutcome, type ChangeShown } from '../../ui/call-banner/change-outcome.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { WhyState } from './use-why.ts'
import { WhyFields } from './why-fields.tsx'

type Question = ComponentProps<typeof ConfirmDialog>
interface AskedProps extends Pick<Question, 'title' | 'caution' | 'consequences' | 'verb' | 'isDanger'> {
  /** What the button says, and what it says while the change is on its way. */
  readonly children: string
  readonly busyText: string
  readonly button?: Pick<ComponentProps<typeof Button>, 'look' | 'size'>
  readonly change: ChangeShown
  /** Asks why, too. */
  readonly why?: WhyState
  /** Resolves with the answer; undefined when it failed. */
  readonly onConfirm: (why: Why) => Promise<object | undefined>
}

/** A button whose change is asked about first, and why that failed. */
export function Asked({ children, busyText, button, change, why, onConfirm, ...question }: AskedProps) {
  const [isAsking, setAsking] = useState(false)
  const confirm = (said: Why) => {
    setAsking(false)
    return onConfirm(said)
  }
  return (
    <>
      <Button
        {...button}
        isBusy={change.status === 'pending'}
        busyText={busyText}
        onPress={() => setAsking(true)}
      >
        {children}
      </Button>
      <ChangeOutcome of={change} />
      <ConfirmDialog
        {...question}
        isOpen={isAsking}
        onConfirm={why ? why.guard(confirm) : () => void confirm({})}
        onCancel={() => setAsking(false)}
      >
        {why && <WhyFields of={why} />}
      </ConfirmDialog>
    </>
  )
}
