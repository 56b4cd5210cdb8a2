import { openOutcome } from '../../texts/en-US/open-outcome.ts'
import { textsOf } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import styles from './open-outcome.module.css'

const text = textsOf(openOutcome)
const meanings = { lost: 'OutcomeOpen', busy: 'AskInAMoment', refused: 'AskAnew' } as const

/** Below a banner of a change whose outcome is not known: what that means, and a way to learn it (D9). */
export function OpenOutcome({
  why,
  onAskAgain,
}: {
  /** `refused`: that attempt is over, and the next one is another transaction. */
  readonly why: keyof typeof meanings | undefined
  readonly onAskAgain: () => void
}) {
  if (!why) return null
  return (
    <div className={`row wrap gap-8-12 quiet ${styles.open}`}>
      <p>{text(meanings[why])}</p>
      <Button size="tool" onPress={onAskAgain}>
        {text('AskAgain')}
      </Button>
    </div>
  )
}
