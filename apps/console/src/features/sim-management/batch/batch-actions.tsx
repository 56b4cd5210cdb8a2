import type { Batch, BatchRowState, Why } from '@support-console/contract'
import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { ExportMenu, type Format, fileOfSheet, useDownload } from '../../../kit/download/index.ts'
import { useWhy, WhyFields } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { ChangeOutcome } from '../../../ui/call-banner/change-outcome.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { RefreshIcon } from '../../../ui/icons/screens.tsx'
import { text } from '../texts.ts'
import { batchSheet } from './batch-sheet.ts'

interface BatchActionsProps {
  readonly batch: Batch
  readonly changeReason: string | undefined
  readonly onChanged: (batch: Batch) => void
  readonly onShow: (batchId: string) => void
  readonly onNew: () => void
}

/** What did not succeed and may be tried again; rows that never were to be asked stay out. */
const retried: readonly BatchRowState[] = ['failed', 'unknown', 'stopped']

/** Stop while it runs; afterwards retry of the failed rows, the download, and a new batch. */
export function BatchActions({ batch, changeReason, onChanged, onShow, onNew }: BatchActionsProps) {
  const stop = useChange('POST /simmanagement/v1/batches/{batchId}/stop', text('ScreenTitle'), ({ data }) =>
    onChanged(data),
  )
  const retry = useChange('POST /simmanagement/v1/batches/{batchId}/retry', text('ScreenTitle'), ({ data }) =>
    onShow(data.batchId),
  )
  const [asking, setAsking] = useState<'stop' | 'retry' | null>(null)
  const { batchId } = batch
  const isOver = batch.finishedAt !== null
  const waiting = batch.rows.filter(({ state }) => state === 'ready').length
  const failed = batch.rows.filter(({ state }) => retried.includes(state)).length

  const why = useWhy(batchId)
  const confirmStop = () => {
    setAsking(null)
    void stop.start({ params: { batchId } }, text('ActionStop', { batch: batchId }))
  }
  const confirmRetry = (said: Why) => {
    setAsking(null)
    const options = { params: { batchId }, query: said }
    return retry.start(options, text('ActionRetry', { batch: batchId }))
  }
  const download = useDownload(text('ScreenTitle'))
  const save = (format: Format) => {
    const sheet = batchSheet(batch)
    const file = `${sheet.name}.${format}`
    void download.run(text('ActionDownload', { batch: batchId, file }), () => fileOfSheet(sheet, format))
  }
  return (
    <>
      <div className="flex wrap gap-8">
        {!isOver && (
          <Button
            size="tool"
            isBusy={stop.isPending}
            busyText={text('Stopping')}
            disabledReason={changeReason ?? (waiting === 0 ? text('StopNothing') : undefined)}
            onPress={() => setAsking('stop')}
          >
            {text('Stop')}
          </Button>
        )}
        {isOver && failed > 0 && (
          <Button
            size="tool"
            icon={<RefreshIcon />}
            isBusy={retry.isPending}
            busyText={text('Retrying')}
            disabledReason={changeReason}
            onPress={() => setAsking('retry')}
          >
            {text('RetryFailed')}
          </Button>
        )}
        {isOver && <ExportMenu onDownload={save} isBusy={download.isRunning} />}
        <Button size="tool" look="quiet" onPress={onNew}>
          {text('NewBatch')}
        </Button>
      </div>
      <ChangeOutcome of={retry.status === 'initial' ? stop : retry} />
      <CallBanner call={download.call} />
      <ConfirmDialog
        isOpen={asking === 'stop'}
        title={text('StopQuestion')}
        consequences={[text('StopLeaves', { count: waiting }), text('StopKeeps')]}
        verb={text('StopVerb')}
        onConfirm={confirmStop}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        isOpen={asking === 'retry'}
        title={failed === 1 ? text('RetryQuestionOne') : text('RetryQuestion', { count: failed })}
        caution={text('DeactivateCaution')}
        consequences={[text('RetryMakes'), text('RetryChecks')]}
        verb={text('RetryVerb')}
        isDanger
        onConfirm={why.guard(confirmRetry)}
        onCancel={() => setAsking(null)}
      >
        <WhyFields of={why} />
      </ConfirmDialog>
    </>
  )
}
