import { type ReactNode, useEffect, useState } from 'react'
import { text } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import { serverNow } from '../server-clock.ts'
import { Dialog } from './dialog.tsx'

interface LoadingDialogProps {
  readonly isOpen: boolean
  /** What is waited for: 'Querying AT&T', 'Logging In...'. */
  readonly title: ReactNode
  /** How long it can take: 'It can take more than 2 minutes.' */
  readonly canTake?: string
  /** Shows the seconds so far, counted from the moment the dialog opens. */
  readonly showsSeconds?: boolean
  /** With it the waiting can be given up, by Cancel or Escape. */
  readonly onCancel?: () => void
}

/** The modal of a call in progress (4): the arc, what is waited for, the seconds so far, how long it can take. */
export function LoadingDialog({ isOpen, title, canTake, showsSeconds = true, onCancel }: LoadingDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      title={title}
      mark="running"
      {...(onCancel === undefined
        ? {}
        : {
            actions: (
              <Button autoFocus onPress={onCancel}>
                {text('Cancel')}
              </Button>
            ),
          })}
    >
      {(showsSeconds || canTake !== undefined) && (
        <p className="quiet">
          {showsSeconds && <SecondsSoFar />} {canTake}
        </p>
      )}
    </Dialog>
  )
}

function SecondsSoFar() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const start = serverNow()
    const timer = setInterval(() => setSeconds(Math.floor((serverNow() - start) / 1000)), 250)
    return () => clearInterval(timer)
  }, [])
  // Not announced: a count that speaks every second drowns everything else.
  return <span className="tabular">{text('SecondsSoFar', { seconds })}</span>
}
