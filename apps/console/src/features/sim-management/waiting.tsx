import type { ReactNode } from 'react'
import { PlaceInLine } from '../../kit/sim-id/index.ts'
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
  /** Of which SIM a carrier is asked something. */
  readonly simId: string
  /** The carrier's name. */
  readonly system: string
  /** For example Cancel. */
  readonly action?: ReactNode
}

/** What is waited for, how long already, and how long it can take. */
export function Waiting({ what, since, canTake, simId, system, action }: WaitingProps) {
  const seconds = useSeconds(since)
  return (
    <div className={`flex start gap-8 rounded ${styles.waiting}`}>
      <StateMark kind="running" />
      <p className="fill tabular quiet">
        {/* Said once; a count that speaks every second drowns everything else. */}
        <strong role="status" className="ink">
          {what}
        </strong>{' '}
        <span>{text('SoFar', { seconds })}</span> {canTake}
        <PlaceInLine simId={simId} system={system} seconds={seconds} />
      </p>
      {action}
    </div>
  )
}
