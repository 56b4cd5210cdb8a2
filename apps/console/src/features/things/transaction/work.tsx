import type { TransactionThing, Undertaking } from '@support-console/contract'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { Link } from '../../../kit/link.tsx'
import { marks, wordsOf } from '../../../kit/undertaking/index.ts'
import { Callout } from '../../../ui/callout.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import actions from '../../../ui/link-button.module.css'
import { sayTimeToday } from '../../../ui/local-time.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { Said } from '../../../ui/thing.tsx'
import { text } from './texts.ts'
import styles from './transaction.module.css'

/** The lasting work that it began, and how far that is. */
export function Work({ transaction }: { readonly transaction: TransactionThing }) {
  const { work, withholdsWork, asked } = transaction
  if (work) return wordsOf(work).parts ? <Counted work={work} /> : <Whole work={work} />
  if (withholdsWork) return <p className={styles.withheld}>{text('NotTold')}</p>
  // Refused at the door: there is nothing but the sentence.
  return asked && asked.detail !== '' && !['Success', 'Accepted', 'Intent'].includes(asked.result) ? (
    <Callout kind="error" title={asked.result}>
      <Said>{asked.detail}</Said>
    </Callout>
  ) : null
}

interface WorkProps {
  readonly work: Undertaking
}

function Counted({ work }: WorkProps) {
  const { kind, counts, state, endedAt, stoppedBy } = work
  const { name, parts } = wordsOf(work)
  return (
    <Section
      title={name}
      state={
        <span className={styles.beside}>
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
        isOver={endedAt !== null}
      />
      {endedAt !== null && (
        <Callout kind={state === 'succeeded' ? 'success' : 'warning'} title={null}>
          {parts?.outcome}
        </Callout>
      )}
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
  const { kind, state, name, reason } = work
  const { name: title, change } = wordsOf(work)
  const { of } = undertakingKinds[kind]
  return (
    <Section title={title} state={<Status kind={marks[state]}>{text(stateNames[state])}</Status>}>
      <p>
        {change} {of ? <Identifier value={name} of={of} /> : name}
      </p>
      {reason !== '' && (
        <Callout kind="error" title={null}>
          {reason}
        </Callout>
      )}
    </Section>
  )
}
