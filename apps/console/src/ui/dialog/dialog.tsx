import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classes } from '../classes.ts'
import { type MarkKind, StateMark } from '../icons/marks.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  /** Called by Escape, and by a click on the scrim where `isDismissable`; without it neither closes the dialog. */
  readonly onClose?: (() => void) | undefined
  readonly title: ReactNode
  /** The state mark before the title. */
  readonly mark?: MarkKind | undefined
  /** 460, 720 or 1120 px. */
  readonly width?: 'normal' | 'wide' | 'widest'
  /** `alertdialog` interrupts: errors, warnings and questions. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly isDismissable?: boolean
  /** The buttons of the foot, the acting one last. The one with `autoFocus` gets the focus. */
  readonly actions?: ReactNode
  /** What stands at the right of the title, for example a close button. */
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

/**
 * The frame of every dialog: title with mark, body, foot. Focus goes in, stays in, and returns to where it was;
 * the page behind is inert. Most callers want one of its kinds: confirm-dialog, message-dialog, loading-dialog,
 * details-dialog.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  mark,
  width = 'normal',
  role = 'dialog',
  isDismissable = false,
  actions,
  aside,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) onClose?.()
      }}
    >
      <Modal
        className={classes(
          styles.modal,
          width === 'wide' && styles.wide,
          width === 'widest' && styles.widest,
        )}
      >
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <div className={styles.head}>
            {mark !== undefined && <StateMark kind={mark} size={18} />}
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            {aside}
          </div>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.foot}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
