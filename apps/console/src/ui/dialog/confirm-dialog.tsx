import type { ReactNode } from 'react'
import { text } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import { GuardContext } from '../form/guard.ts'
import { InPlace } from '../in-place.ts'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { InQuestion } from './in-question.ts'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  /** A question that names the object and the change: 'Deactivate SIM 8901…0013?' */
  readonly title: ReactNode
  /** The specification's caution text, where it has one. */
  readonly caution?: ReactNode
  /** What follows from it, a short line each. */
  readonly consequences?: readonly ReactNode[]
  /** The verb of the acting button, never 'OK'. */
  readonly verb: string
  /** Fills the acting button with the error colour: the change takes something away. */
  readonly isDanger?: boolean
  /** The change was sent and is waited for: the dialog stays and cannot be left. */
  readonly isBusy?: boolean
  readonly busyText?: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly children?: ReactNode
}

/** Asks before a change (8). Focus starts on Cancel, Escape cancels, focus returns to the button that asked. */
export function ConfirmDialog({
  isOpen,
  title,
  caution,
  consequences = [],
  verb,
  isDanger = false,
  isBusy = false,
  busyText,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={isBusy ? undefined : onCancel}
      title={title}
      mark={isDanger ? 'danger' : 'warn'}
      role="alertdialog"
      actions={
        <>
          <Button autoFocus isDisabled={isBusy} onPress={onCancel}>
            {text('Cancel')}
          </Button>
          <Button
            look={isDanger ? 'danger-filled' : 'primary'}
            isBusy={isBusy}
            {...(busyText === undefined ? {} : { busyText })}
            onPress={() => {
              swallowSecondClick()
              onConfirm()
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      <InQuestion value={true}>
        {caution !== undefined && <p className="ink">{caution}</p>}
        <GuardContext value={true}>{children}</GuardContext>
        {consequences.length > 0 && (
          <ul className={`stack gap-4 quiet ${styles.consequences}`}>
            <InPlace of={consequences}>{(line) => <li>{line}</li>}</InPlace>
          </ul>
        )}
      </InQuestion>
    </Dialog>
  )
}

/** The second of two quick clicks does not meet what lies below the question, which may be gone by then. */
function swallowSecondClick(): void {
  const swallow = (event: MouseEvent) => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 500)
}
