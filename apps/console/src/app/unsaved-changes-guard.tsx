import { lazy, Suspense, useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { getSession } from '../session/index.ts'
import { text } from '../texts/text.ts'
import { hasUnsavedChanges, resetUnsavedChanges, useHasUnsavedChanges } from '../ui/unsaved-changes.ts'

const loadDialog = () => import('../ui/dialog/confirm-dialog.tsx')
const ConfirmDialog = lazy(async () => ({ default: (await loadDialog()).ConfirmDialog }))

/** Whether leaving now would lose input. A session that ends takes the person away and brings the input back (D12). */
function mayLose(): boolean {
  const { phase, expired } = getSession()
  return hasUnsavedChanges() && phase === 'signed-in' && !expired
}

/** 'Changes you made may not be saved.' before the page is left while a form is dirty (2.3). */
export function UnsavedChangesGuard() {
  const { pathname } = useLocation()
  const isDirty = useHasUnsavedChanges()
  // The query string is the screen's own state (D25): changing it leaves nothing.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && mayLose(),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the flag is dropped because the route changed (2.3)
  useEffect(() => resetUnsavedChanges, [pathname])

  useEffect(() => {
    if (!isDirty) return
    void loadDialog()
    // The browser asks in its own words; it accepts no text of ours any more (HTML, unload prompts).
    const ask = (event: BeforeUnloadEvent) => {
      if (mayLose()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  if (blocker.state !== 'blocked') return null
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen
        title={text('UnsavedChangesTitle')}
        caution={text('UnsavedChanges')}
        verb={text('LeavePage')}
        onConfirm={() => blocker.proceed()}
        onCancel={() => blocker.reset()}
      />
    </Suspense>
  )
}
