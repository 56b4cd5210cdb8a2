import type { TransactionThing, Undertaking } from '@support-console/contract'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { Link } from '../../../kit/link.tsx'
import { marks, wordsOf } from '../../../kit/undertaking/index.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import actions from '../../../ui/link-button.module.css'
import { sayTimeToday } from '../../../ui/local-time.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { text } from './texts.ts'
import styles from './transaction.module.css'

/** The lasting work that it began, and how far that is. */
export function Work({ transaction }: { readonly transaction: TransactionThing }) {
  const { work, withholdsWork, now } = transaction
  if (work) return wordsOf(work).parts ? <Counted work={work} now={now} /> : <Whole work={work} />
  return withholdsWork ? <p className={`quiet ${styles.withheld}`}>{text('NotTold')}</p> : null
}

interface WorkProps {
  readonly work: Undertaking
}

/** From how many done parts on it can be said how long the rest takes. */
const fewestDone = 3

function secondsLeft({ counts, beganAt, endedAt }: Undertaking, now: string): number | undefined {
  const done = counts.done + counts.failed
  if (endedAt !== null || done < fewestDone) return undefined
  return (((Date.parse(now) - Date.parse(beganAt)) / 1000) * (counts.total - done)) / done
}

function Counted({ work, now }: WorkProps & { readonly now: string }) {
  const { kind, counts, endedAt, stoppedBy } = work
  const { name, parts } = wordsOf(work)
  return (
    <Section
      title={name}
      state={
        <span className="quiet">
          {[
            parts?.beside,
            endedAt && text('WorkEnded', { time: sayTimeToday(endedAt) }),
            stoppedBy && text('WorkStopped', { who: stoppedBy }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
      actions={
        <Link className={actions.plain} to={undertakingKinds[kind].page(work)}>
          {parts?.open}
        </Link>
      }
    >
      <ProgressBar
        label={name}
        total={counts.total}
        success={counts.done}
        error={counts.failed}
        secondsLeft={secondsLeft(work, now)}
        isOver={endedAt !== null}
      />
    </Section>
  )
}

const stateNames = {
  pending: 'Pending',
  running: 'Running',
  succeeded: 'Succeeded',
  incomplete: 'Incomplete',
  error: 'Error',
} as const satisfies Record<Undertaking['state'], string>

function Whole({ work }: WorkProps) {
  const { kind, state, name } = work
  const { name: title, change } = wordsOf(work)
  const { of } = undertakingKinds[kind]
  return (
    <Section title={title} state={<Status kind={marks[state]}>{text(stateNames[state])}</Status>}>
      <p>
        {change} {of ? <Identifier value={name} of={of} /> : name}
      </p>
    </Section>
  )
}
