import type { ReactNode } from 'react'
import { StateMark } from '../../ui/icons/marks.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './sim-management.module.css'
import { text } from './texts.ts'

interface WaitingProps {
  /** What is waited for: 'Asking AT&T…'. */
  readonly what: string
  /** When it began, in ms. */
  readonly since: number
  /** How long it can take. */
  readonly canTake: string
  /** For example Cancel. */
  readonly action?: ReactNode
}

/** What is waited for, how long already, and how long it can take. */
export function Waiting({ what, since, canTake, action }: WaitingProps) {
  const seconds = useSeconds(since)
  return (
    <div className={styles.waiting}>
      <StateMark kind="running" />
      <p className={styles.waitingWords}>
        {/* Said once; a count that speaks every second drowns everything else. */}
        <strong role="status">{what}</strong> <span>{text('SoFar', { seconds })}</span> {canTake}
      </p>
      {action}
    </div>
  )
}
