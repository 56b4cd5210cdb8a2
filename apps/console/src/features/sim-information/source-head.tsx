import type { SimSource } from '@support-console/contract'
import { type ObservedSources, SourceAge } from '../../kit/observed/index.ts'
import { PlaceInLine } from '../../kit/sim-id/index.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { type MarkKind, StateMark } from '../../ui/icons/marks.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { sayTimeToday } from '../../ui/local-time.ts'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './comparison.module.css'
import { failureOf, hasData, nameOf } from './sources.ts'
import { text } from './texts.ts'
import type { SourceState, States } from './use-sources.ts'

/** After this many seconds the page says that it can take long (specification 9). */
const PATIENCE = 20

function markOf(state: SourceState): MarkKind {
  if (state.phase === 'asking') return 'running'
  if (state.phase === 'failed') return 'error'
  return state.report.status === 'Success' ? 'ok' : 'error'
}

interface SourceProps {
  readonly source: SimSource
  readonly states: States
  readonly simId: string
  /** What each system last said before, by its name. */
  readonly observed: ObservedSources
}

interface HeadProps extends SourceProps {
  /** One block of a page: how old its word is, and a way to ask it again. */
  readonly isBlock: boolean
  readonly onRetry: (source: SimSource, system: string) => void
}

/** What stands over a source's values: how it answered, which system it was, how long it took and when. */
export function SourceHead({ source, states, simId, observed, isBlock, onRetry }: HeadProps) {
  const state = states[source]
  const { title, system } = nameOf(source, states, simId)
  const last = observed.get(system)
  const failure = failureOf(state)
  return (
    <div className={`row wrap gap-0-8 ${styles.source}`}>
      <span className="row gap-8 nowrap strong">
        <StateMark kind={markOf(state)} />
        {title}
        {(failure || (isBlock && hasData(state))) && (
          <Button
            look="quiet"
            size="row"
            isIconOnly
            className={styles.again}
            icon={<RefreshIcon />}
            aria-label={text(failure ? 'RetrySystem' : 'AskAgain', { system })}
            onPress={() => onRetry(source, system)}
          />
        )}
      </span>
      <span className={`small tabular faint ${styles.sourceNote}`} title={failure?.message}>
        {state.phase === 'asking' && (
          <Waiting since={state.since} system={system} simId={source === 'vendor' ? simId : null} />
        )}
        {state.phase === 'failed' && state.error.heading}
        {state.phase === 'answered' &&
          text('Answered', {
            status: failure?.title ?? state.report.status,
            seconds: (state.report.durationMs / 1000).toFixed(1),
          })}
      </span>
      {last && (state.phase === 'asking' || failure) && (
        <span className={`small tabular faint ${styles.sourceOrigin}`}>
          <SourceAge of={last} />
        </span>
      )}
      {isBlock && last && hasData(state) && (
        <span className={`small tabular faint ${styles.sourceOrigin}`}>
          <SourceAge of={last} isOwn />
        </span>
      )}
      {state.phase === 'answered' && !failure && !(isBlock && last && hasData(state)) && (
        <span className={`small tabular faint ${styles.sourceOrigin}`}>
          {text('AnsweredAt', {
            system: state.report.system || system,
            time: sayTimeToday(state.report.askedAt),
          })}
        </span>
      )}
    </div>
  )
}

interface WaitingProps {
  readonly since: number
  readonly system: string
  /** Where the carrier is waited for. */
  readonly simId: string | null
}

function Waiting({ since, system, simId }: WaitingProps) {
  const seconds = useSeconds(since)
  if (seconds < 1) return text('Asking', { system })
  const isLong = seconds >= PATIENCE
  return (
    <>
      {text(isLong ? 'AskingLong' : 'AskingFor', { system, seconds })}
      {simId !== null && (
        <PlaceInLine simId={simId} system={system} seconds={seconds} before={isLong ? ' ' : '. '} />
      )}
    </>
  )
}

/** What a source that failed says, below the table. */
export function SourceFailure({ source, states }: Pick<SourceProps, 'source' | 'states'>) {
  const failure = failureOf(states[source])
  if (!failure) return null
  return (
    <div className="column start gap-8">
      <Callout kind="error" title={failure.title}>
        {failure.message}
      </Callout>
      <p className="small faint">
        {text('Transaction')}{' '}
        <Identifier
          value={states[source].transactionId}
          of="transaction"
          isShort
          copyName={text('Transaction')}
          showsCopy
        />
      </p>
    </div>
  )
}
