import type { TransactionThing } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { Link } from '../../../kit/link.tsx'
import { Callout } from '../../../ui/callout.tsx'
import type { MarkKind } from '../../../ui/icons/marks.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import actions from '../../../ui/link-button.module.css'
import { sayTimeToday } from '../../../ui/local-time.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { Said } from '../../../ui/thing.tsx'
import { text } from './texts.ts'
import styles from './transaction.module.css'

/** The batch or the deployment that it began, and how far that is. */
export function Work({ transaction }: { readonly transaction: TransactionThing }) {
  const { batch, deployment, withheld, asked } = transaction
  if (batch) return <Batch batch={batch} />
  if (deployment) return <Deployment deployment={deployment} />
  if (withheld.includes('deactivation') || withheld.includes('deployment'))
    return <p className={styles.withheld}>{text('NotTold')}</p>
  // Refused at the door: there is nothing but the sentence.
  return asked && asked.detail !== '' && !['Success', 'Accepted', 'Intent'].includes(asked.result) ? (
    <Callout kind="error" title={asked.result}>
      <Said>{asked.detail}</Said>
    </Callout>
  ) : null
}

type BatchOf = NonNullable<TransactionThing['batch']>

function Batch({ batch }: { readonly batch: BatchOf }) {
  const { batchId, fileName, counts, finishedAt, stoppedBy } = batch
  return (
    <Section
      title={text('Batch')}
      state={
        <span className={styles.beside}>
          {[
            fileName,
            finishedAt && text('BatchEnded', { time: sayTimeToday(finishedAt) }),
            stoppedBy && text('BatchStopped', { who: stoppedBy }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
      actions={
        <Link className={actions.plain} to={addresses.simManagement({ batch: batchId })}>
          {text('OpenBatch')}
        </Link>
      }
    >
      <ProgressBar
        label={text('Batch')}
        total={counts.all}
        success={counts.success}
        error={counts.error}
        isOver={finishedAt !== null}
      />
      {finishedAt !== null && (
        <Callout kind={counts.error > 0 ? 'warning' : 'success'} title={null}>
          {text(counts.error > 0 ? 'BatchOutcome' : 'BatchAll', { ...counts })}
        </Callout>
      )}
    </Section>
  )
}

type DeploymentOf = NonNullable<TransactionThing['deployment']>

const marks = {
  Pending: 'pending',
  Running: 'running',
  Succeeded: 'ok',
  Error: 'error',
} as const satisfies Record<string, MarkKind>

function Deployment({ deployment }: { readonly deployment: DeploymentOf }) {
  const { fromRelease, toRelease, server, outcome, startedAt, reason } = deployment
  const state = outcome ?? (startedAt === null ? 'Pending' : 'Running')
  return (
    <Section title={text('Deployment')} state={<Status kind={marks[state]}>{text(state)}</Status>}>
      <p>
        {text('Release', { from: fromRelease, to: toRelease })} <Identifier value={server} of="csr" />
      </p>
      {reason !== '' && (
        <Callout kind="error" title={null}>
          {reason}
        </Callout>
      )}
    </Section>
  )
}
