import type { Batch } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useMemo } from 'react'
import { Link } from '../../../kit/link.tsx'
import { inPlace, useAddress } from '../../../kit/use-address.ts'
import { WhyLine } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { shortName } from '../../../ui/file-uploader/files.ts'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { sayTime } from '../../../ui/local-time.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Said } from '../../../ui/thing.tsx'
import { text } from '../texts.ts'
import { TransactionLink } from '../transaction-link.tsx'
import { BatchActions } from './batch-actions.tsx'
import { isInFlight, kindOf, type RowKind } from './row-status.tsx'
import { RowsTable } from './rows-table.tsx'
import { secondsLeft } from './time-left.ts'
import type { useBatch } from './use-batch.ts'

interface BatchRunProps {
  readonly batch: ReturnType<typeof useBatch>
  readonly changeReason: string | undefined
  readonly onShow: (batchId: string) => void
  readonly onNew: () => void
}

/** A batch that has begun: how far it is, its rows as they change, and what can be done about it (D5, D6). */
export function BatchRun({ batch, changeReason, onShow, onNew }: BatchRunProps) {
  const { seen, error } = batch
  if (!seen && !error) return <LoadingMark>{text('LoadingBatch')}</LoadingMark>
  if (!seen)
    return (
      <>
        <Callout kind="error" title={batch.isRefused ? error?.heading : undefined}>
          {batch.isRefused ? text('NoSuchBatch') : `${text('BatchUnreadable')} ${error?.message ?? ''}`}
        </Callout>
        <div className="flex wrap gap-8">
          {!batch.isRefused && (
            <Button size="tool" onPress={batch.readAgain}>
              {text('TryAgain')}
            </Button>
          )}
          <Button size="tool" onPress={onNew}>
            {text('NewBatch')}
          </Button>
        </div>
      </>
    )
  return (
    <>
      {error && <Callout kind="warning">{batch.isRefused ? error.message : text('ServerAway')}</Callout>}
      <BatchFacts batch={seen} />
      <Progress batch={seen} />
      <BatchActions
        batch={seen}
        changeReason={changeReason}
        onChanged={batch.show}
        onShow={onShow}
        onNew={onNew}
      />
      <Rows batch={seen} />
    </>
  )
}

/** Who began it and when, what it tries again, who stopped it, and where all its steps are found. */
function BatchFacts({ batch }: { readonly batch: Batch }) {
  const { createdAt, createdBy, fileName, retryOf, stoppedAt, stoppedBy, transactionId } = batch
  return (
    <div className="line wrap between gap-8-16 quiet">
      <p>
        {fileName !== '' && <strong title={fileName}>{shortName(fileName)}</strong>}{' '}
        <WhyLine reason={batch.reason} ticket={batch.ticket} />{' '}
        <Said>{text('BatchFacts', { time: sayTime(createdAt), who: createdBy })}</Said>
        {retryOf !== null && (
          <>
            {' '}
            {text('RetryOf')}{' '}
            <Link to={addresses.simManagement({ batch: retryOf })}>{text('RetryOfLink')}</Link>.
          </>
        )}
        {stoppedAt !== null && (
          <Said>{` ${text('StoppedBy', { who: stoppedBy ?? '', time: sayTime(stoppedAt) })}`}</Said>
        )}
      </p>
      <TransactionLink transactionId={transactionId} />
    </div>
  )
}

function Progress({ batch }: { readonly batch: Batch }) {
  const { counts, rows } = batch
  const isOver = batch.finishedAt !== null
  return (
    <>
      <ProgressBar
        label={text('BatchDeactivate')}
        total={counts.all}
        success={counts.success}
        error={counts.error}
        inFlight={rows.filter(isInFlight).length}
        secondsLeft={secondsLeft(rows)}
        isOver={isOver}
      />
      {!isOver && batch.isWorkedOn === false && <Callout kind="warning">{text('NobodyWorks')}</Callout>}
      {isOver && (
        <Callout kind={counts.error > 0 ? 'warning' : 'success'} title={null}>
          {text('BatchDone', { success: counts.success, error: counts.error })}
        </Callout>
      )}
    </>
  )
}

const kinds = ['error', 'success', 'ready'] as const satisfies readonly RowKind[]
const labels = { all: 'AllRows', error: 'ErrorRows', success: 'SuccessRows', ready: 'ReadyRows' } as const

/** The rows, all or those of one status; which stands in the address (`rows`, D25). */
function Rows({ batch }: { readonly batch: Batch }) {
  const { address, put } = useAddress()
  const chosen = kinds.find((kind) => kind === address.get('rows')) ?? 'all'
  const { rows, counts } = batch
  const shown = useMemo(
    () => (chosen === 'all' ? rows : rows.filter((row) => kindOf(row) === chosen)),
    [rows, chosen],
  )
  return (
    <>
      <div className="flex">
        <Segments
          label={text('RowsShown')}
          value={chosen}
          onChange={(kind) => put({ rows: kind !== 'all' && kind }, inPlace)}
          segments={(['all', ...kinds] as const).map((key) => ({
            key,
            label: text(labels[key]),
            count: counts[key],
          }))}
        />
      </div>
      <RowsTable rows={shown} />
    </>
  )
}
