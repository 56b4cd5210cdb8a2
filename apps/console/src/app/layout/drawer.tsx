import { type ReactNode, useEffect, useRef } from 'react'
import { text } from '../../texts/text.ts'
import { CloseIcon } from '../../ui/icons/controls.tsx'
import { Brand } from './brand.tsx'
import styles from './drawer.module.css'

/**
 * The navigation on a narrow screen: a native modal dialog, so that the browser holds the focus in it, makes the page
 * behind inert, closes it by Escape and gives the focus back to the menu icon.
 */
export function Drawer({
  isOpen,
  onClose,
  brandUrl,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  brandUrl: string | null
  children: ReactNode
}) {
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = drawer.current
    if (!dialog) return
    if (isOpen && !dialog.open) dialog.showModal()
    if (!isOpen && dialog.open) dialog.close()
  }, [isOpen])
  return (
    // A press on the scrim lands on the dialog element itself; the keyboard has Escape and the close button.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={drawer}
      className={`ink ${styles.drawer}`}
      aria-label={text('Screens')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={`row between line-below ${styles.head}`}>
        <Brand url={brandUrl} onFollow={onClose} />
        <button
          type="button"
          className={`sign ${styles.close}`}
          aria-label={text('CloseMenu')}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      {children}
    </dialog>
  )
}
