import { useEffect, useState, useSyncExternalStore } from 'react'
import { StateMark } from './icons/marks.tsx'
import styles from './toast.module.css'
import { dismissToast, listenToToasts, readToasts, type ToastMessage } from './toast-store.ts'

/** How long a toast stays, in milliseconds; longer under pointer or focus. */
const stay = 4000

/** Where toasts appear; the frame has one. Screen readers have heard them already: the store announces each. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(listenToToasts, readToasts)
  return (
    <div className={`flex start gap-8 ${styles.region}`} role="status" aria-live="off">
      {toasts.map((toast) => (
        <Toast key={toast.id} {...toast} />
      ))}
    </div>
  )
}

function Toast({ id, message, kind }: ToastMessage) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), stay)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only held, not operated
    <div
      className={`row gap-8 anywhere over-page ${styles.toast}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focus holds the toast, as the pointer does
      tabIndex={0}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <StateMark kind={kind} />
      {message}
    </div>
  )
}
