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

/** What to do about the one finding that is shown. */
export function About({ finding }: { readonly finding: FleetFindingKind | undefined }) {
  return finding && <p className={styles.todo}>{todo[finding]}</p>
}
