import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider'
import { createPortal } from 'react-dom'
import { dialogs } from '../../texts/en-US/dialogs.ts'
import { textsOf } from '../../texts/text.ts'
import { Callout } from '../callout.tsx'
import { classes } from '../classes.ts'
import { DialogTextContext } from '../form/guard.ts'
import { ignoreHeldEnter } from '../held-enter.ts'
import { type MarkKind, StateMark } from '../icons/marks.tsx'
import styles from './dialog.module.css'

const text = textsOf(dialogs)

interface DialogProps {
  readonly isOpen: boolean
  /** Called by Escape, and by a click on the scrim where `isDismissable`; without it neither closes the dialog. */
  readonly onClose?: (() => void) | undefined
  readonly title: ReactNode
  /** The state mark before the title. */
  readonly mark?: MarkKind | undefined
  /** 460, 720 or 1120 px. */
  readonly width?: 'normal' | 'wide' | 'widest' | undefined
  /** `alertdialog` interrupts: errors, warnings and questions. */
  readonly role?: 'dialog' | 'alertdialog' | undefined
  readonly isDismissable?: boolean | undefined
  /** The buttons of the foot, the acting one last. The one with `autoFocus` gets the focus. */
  readonly actions?: ReactNode
  /** What stands at the right of the title, for example a close button. */
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

/**
 * The frame of every dialog: title with mark, body, foot. It is the browser's modal dialog: focus goes in, stays
 * in, and returns to where it was; the page behind is inert. Most callers want one of its kinds: confirm-dialog,
 * message-dialog, loading-dialog, details-dialog.
 */
export function Dialog(props: DialogProps) {
  const { isOpen } = props
  const [isThere, setThere] = useState(isOpen)
  if (isOpen && !isThere) setThere(true)
  // Stays until its closing animation has ended.
  return isThere ? createPortal(<Modal {...props} onGone={() => setThere(false)} />, document.body) : null
}

function Modal({
  isOpen,
  onClose,
  onGone,
  title,
  mark,
  width = 'normal',
  role = 'dialog',
  isDismissable = false,
  actions,
  aside,
  children,
}: DialogProps & { readonly onGone: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const gone = useRef(onGone)
  gone.current = onGone

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !isOpen) return
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    // Else the browser enters the first field, which would be left at once, and say that it is empty (U12).
    element.toggleAttribute('autofocus', !first)
    element.showModal()
    ;(first ?? element).focus()
    // Where all of it scrolls, the question is read before its buttons.
    element.scrollTop = 0
    return () => element.close()
  }, [isOpen])

  useEffect(() => {
    const element = dialog.current
    if (isOpen || !element) return
    let isCurrent = true
    Promise.allSettled(element.getAnimations().map((animation) => animation.finished)).then(() => {
      if (isCurrent) gone.current()
    })
    return () => {
      isCurrent = false
    }
  }, [isOpen])

  // What is typed is not lost unasked: the first Escape says so.
  const [unsaved] = useState(() => new Set<string>())
  const [isWarned, setWarned] = useState(false)
  const askToClose = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!isOpen || !onClose) return
    const mustWarn = unsaved.size > 0 && !isWarned
    setWarned(mustWarn)
    if (!mustWarn) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, width === 'wide' && styles.wide, width === 'widest' && styles.widest)}
      role={role}
      aria-labelledby={titleId}
      tabIndex={-1}
      onCancel={askToClose}
      onInput={() => setWarned(false)}
      onKeyDown={(event: KeyboardEvent) => {
        // Before the browser's own closing, which cannot be refused twice in a row.
        if (event.key === 'Escape' && !event.defaultPrevented) askToClose(event)
        // A key that opened the dialog and is still held down must not answer it.
        ignoreHeldEnter(event)
      }}
      onClick={(event) => {
        if (isDismissable && event.target === dialog.current) askToClose(event)
      }}
    >
      {/* What opens inside (a select menu) must lie in the dialog: everything outside is inert. */}
      <PortalProvider getContainer={() => dialog.current}>
        <div className={`column ${styles.box}`}>
          <div className={`flex start gap-10 ${styles.head}`}>
            {mark !== undefined && <StateMark kind={mark} size={18} />}
            <h2 id={titleId} className={`fill ${styles.title}`}>
              {title}
            </h2>
            {aside}
          </div>
          <div className={`stack gap-12 anywhere ${styles.body}`}>
            <DialogTextContext value={unsaved}>{children}</DialogTextContext>
            {isWarned && (
              <Callout kind="warning" title={null}>
                {text('UnsavedText')}
              </Callout>
            )}
          </div>
          {actions !== undefined && (
            <div className={`flex wrap gap-8 line-above sunken ${styles.foot}`}>{actions}</div>
          )}
        </div>
      </PortalProvider>
    </dialog>
  )
}
