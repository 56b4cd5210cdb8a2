import type { ReactNode } from 'react'
import { text } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import { type CalloutKind, calloutMarks, calloutTitles } from '../callout-kinds.ts'
import { Dialog } from './dialog.tsx'

interface MessageDialogProps {
  readonly isOpen: boolean
  readonly kind: CalloutKind
  /** The kind's title (Success, Warning, Error, Information) unless told, for example 'Caution'. */
  readonly title?: ReactNode
  /** What happened or why not, and what to do. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Error, Warning, Success or Information in a dialog (8): something to be read, with Close only. */
export function MessageDialog({ isOpen, kind, title, children, onClose }: MessageDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title ?? text(calloutTitles[kind])}
      mark={calloutMarks[kind]}
      role={kind === 'error' || kind === 'warning' ? 'alertdialog' : 'dialog'}
      actions={
        <Button autoFocus onPress={onClose}>
          {text('Close')}
        </Button>
      }
    >
      <div>{children}</div>
    </Dialog>
  )
}
