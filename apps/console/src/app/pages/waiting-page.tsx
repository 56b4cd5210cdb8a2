import { useEffect, useId, useState } from 'react'
import { text } from '../../texts/text.ts'
import { useDocumentTitle } from '../current-screen.ts'
import styles from './waiting-page.module.css'

/**
 * 'Logging In...' and 'Logging Out...' (1, 4): a dialog on the empty frame. Its own few lines rather than the shared
 * dialog, since it is shown while nothing else is loaded, and there is no page behind it to make inert.
 */
export function WaitingPage({ title, hint }: { title: string; hint: string }) {
  const titleId = useId()
  const [seconds, setSeconds] = useState(0)
  useDocumentTitle(title)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className={`stack ${styles.page}`}>
      <div role="dialog" aria-labelledby={titleId} aria-busy="true" className={`ink ${styles.dialog}`}>
        <h1 id={titleId} className={`row gap-10 ${styles.title}`}>
          <span className={`arc accent ${styles.arc}`} aria-hidden="true" />
          {title}
        </h1>
        <p className="tabular quiet">
          {hint}
          {/* Short waits need no count. */}
          {seconds > 2 && <span aria-hidden="true"> {text('SecondsSoFar', { seconds })}</span>}
        </p>
      </div>
    </main>
  )
}
