import { useId } from 'react'
import { Outlet } from 'react-router'
import { useCurrentScreen, useDocumentTitle } from '../current-screen.ts'
import { UnsavedChangesGuard } from '../unsaved-changes-guard.tsx'
import styles from './frame.module.css'
import { Toasts } from './toasts.tsx'
import { TroubleBar } from './trouble-bar.tsx'

/**
 * A page without the frame (/simactivitylog, 2.3): the content only, its title for those who listen,
 * and the line that says when the server is away.
 */
export function BareFrame() {
  const { title, windowTitle } = useCurrentScreen()
  const titleId = useId()
  useDocumentTitle(windowTitle)
  return (
    <div className={`sheet ${styles.bare}`}>
      <TroubleBar />
      <main className={styles.bareContent} aria-labelledby={titleId}>
        <h1 id={titleId} className="visually-hidden">
          {title}
        </h1>
        <Outlet />
      </main>
      <Toasts />
      <UnsavedChangesGuard />
    </div>
  )
}
