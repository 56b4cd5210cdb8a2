import type { FleetFindingKind } from '@support-console/contract/fleet.words'
import type { ReactNode } from 'react'
import styles from './fleet.module.css'
import { text } from './texts.ts'

/** What is done about each finding. */
const todo = {
  'still-billed': text('DoStillBilled'),
  'gone-there': text('DoGoneThere'),
  'no-company': text('DoNoCompany'),
  'no-panel': text('DoNoPanel'),
  'other-panel': text('DoOtherPanel'),
  'imei-changed': text('DoImeiChanged'),
  'over-threshold': text('DoOverThreshold'),
  silent: text('DoSilent'),
  'not-connected': text('DoNotConnected'),
  'other-environment': text('DoOtherEnvironment'),
  'disabled-for-long': text('DoDisabledForLong'),
  flapping: text('DoFlapping'),
  'off-release': text('DoOffRelease'),
  'in-error': text('DoInError'),
  'other-release': text('DoOtherRelease'),
  'core-down': text('DoCoreDown'),
  'does-not-answer': text('DoNoAnswer'),
} as const satisfies Record<FleetFindingKind, string>

interface AboutProps {
  /** The only one that is shown. */
  readonly finding: FleetFindingKind | undefined
  readonly findings: readonly { finding: FleetFindingKind; grown: number | null }[] | undefined
  /** Beside the name. */
  readonly children: ReactNode
}

/** Above the list of one finding: its name, what to do about it, and how much it grew. */
export function About({ finding, findings, children }: AboutProps) {
  const grown = findings?.find((each) => each.finding === finding)?.grown ?? 0
  const count = Math.abs(grown)
  const change = grown > 0 ? text('GrownSince', { count }) : grown < 0 ? text('ShrunkSince', { count }) : ''
  return (
    <>
      <div className={styles.top}>
        <h2 className={styles.title}>{text(finding ?? 'All')}</h2>
        {children}
      </div>
      {finding && <p className={styles.todo}>{`${todo[finding]} ${change}`.trim()}</p>}
    </>
  )
}
