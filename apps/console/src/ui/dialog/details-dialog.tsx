import type { ReactNode } from 'react'
import { text } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'

interface DetailsDialogProps {
  readonly isOpen: boolean
  readonly title: ReactNode
  /** Formatted text, shown as it is in mono; also what is copied. */
  readonly details: string
  /** What stands above them. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** Formatted text to read and to copy (2.8). */
export function DetailsDialog({ isOpen, title, details, children, onClose }: DetailsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isDismissable
      title={title}
      width="wide"
      actions={
        <>
          <CopyButton
            look="plain"
            value={details}
            name={typeof title === 'string' ? title : text('Details')}
          />
          <Button autoFocus onPress={onClose}>
            {text('Close')}
          </Button>
        </>
      }
    >
      {children}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={`edged sunken rounded ${styles.details}`} tabIndex={0}>
        {details}
      </pre>
    </Dialog>
  )
}
