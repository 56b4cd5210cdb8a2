import { useId } from 'react'
import { Outlet } from 'react-router'
import { useCurrentScreen, useDocumentTitle } from '../current-screen.ts'
import { UnsavedChangesGuard } from '../unsaved-changes-guard.tsx'
import styles from './frame.module.css'

/** A page without the frame (/simactivitylog, 2.3): the content only, its title for those who listen. */
export function BareFrame() {
  const { title } = useCurrentScreen()
  const titleId = useId()
  useDocumentTitle(title)
  return (
    <main className={styles.bare} aria-labelledby={titleId}>
      <h1 id={titleId} className="visually-hidden">
        {title}
      </h1>
      <Outlet />
      <UnsavedChangesGuard />
    </main>
  )
}
