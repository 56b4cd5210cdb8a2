import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { listenToToasts, readToasts } from '../../ui/toast-store.ts'

// A word of trivial success is not worth an error page: without its program it is only spoken.
const ToastRegion = lazy<ComponentType>(() =>
  import('../../ui/toast.tsx').then(
    ({ ToastRegion }) => ({ default: ToastRegion }),
    () => ({ default: () => null }),
  ),
)

/** Where toasts appear, over every page; its program is loaded with the first of them. */
export function Toasts() {
  const isShowing = useSyncExternalStore(listenToToasts, () => readToasts().length > 0)
  const [isWanted, setWanted] = useState(false)
  if (isShowing && !isWanted) setWanted(true)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  )
}
