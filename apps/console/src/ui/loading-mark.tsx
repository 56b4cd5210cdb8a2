import { type ReactNode, useEffect, useState } from 'react'
import { text } from '../texts/text.ts'
import { StateMark } from './icons/marks.tsx'
import styles from './loading-mark.module.css'

/** True once `isWaiting` has lasted 200 ms: what is quick shows no loading mark at all. */
function useIsSlow(isWaiting: boolean, after = 200): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) {
      setSlow(false)
      return
    }
    const timer = setTimeout(() => setSlow(true), after)
    return () => clearTimeout(timer)
  }, [isWaiting, after])
  return isWaiting && isSlow
}

interface LoadingMarkProps {
  /** What is waited for: 'Loading companies'. */
  readonly children?: ReactNode
}

/** The turning arc with its words; it appears after 200 ms, never at once. Its place is kept from the start. */
export function LoadingMark({ children = text('Loading') }: LoadingMarkProps) {
  const isSlow = useIsSlow(true)
  return (
    <div className={`row gap-8 quiet ${styles.mark}`} role="status" data-coming="">
      {isSlow && (
        <>
          <StateMark kind="running" size={16} />
          {children}
        </>
      )}
    </div>
  )
}
