import type { FleetFindingKind } from '@support-console/contract/fleet.words'
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
  'never-connected': text('DoNeverConnected'),
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
  /** Of how many panels it is known where they point. */
  readonly environments: { panels: number; asked: number } | null | undefined
}

/** What to do about the one finding that is shown, and how far it is known (D55). */
export function About({ finding, environments }: AboutProps) {
  if (!finding) return null
  const known = finding === 'other-environment' && environments
  return (
    <p className={`quiet below-12 ${styles.todo}`}>
      {todo[finding]} {known && text('PathfinderAsked', environments)}
    </p>
  )
}
