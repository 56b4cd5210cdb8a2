import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useChange } from '../../../api/use-change.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../../ui/call-banner/open-outcome.tsx'
import { FileUploader } from '../../../ui/file-uploader/file-uploader.tsx'
import { ignoreHeldEnter } from '../../../ui/held-enter.ts'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import styles from '../sim-management.module.css'
import { text } from '../texts.ts'
import { TransactionLink } from '../transaction-link.tsx'
import { BatchConfirm } from './batch-confirm.tsx'
import { BatchRun } from './batch-run.tsx'
import { RowsTable } from './rows-table.tsx'
import { useBatch } from './use-batch.ts'
import { useUpload } from './use-upload.ts'

/** 'Batch deactivate' (2.4, 4, D5, D6): a file, its rows, and the batch that the address names. */
export function BatchDeactivate({ changeReason }: { readonly changeReason: string | undefined }) {
  const [address, setAddress] = useSearchParams()
  const batchId = address.get('batch')
  /** The batches that were begun here, from a file or by a retry. */
  const [own, setOwn] = useState<readonly string[]>([])
  const batch = useBatch(batchId, batchId !== null && own.includes(batchId))
  const upload = useUpload()
  const start = useChange('POST /simmanagement/v1/batchdeactivation', text('ScreenTitle'))
  const [isAsking, setAsking] = useState(false)
  /** The batch that the chosen file became. */
  const [begun, setBegun] = useState<string | null>(null)
  // The uploader keeps its file itself; a new one forgets it.
  const [round, setRound] = useState(0)

  const show = (id: string | null) => {
    if (id !== null) setOwn((others) => [...others, id])
    setAddress((old) => {
      for (const name of ['batch', 'rows', 'sort', 'direction']) old.delete(name)
      if (id !== null) old.set('batch', id)
      return old
    })
  }
  const choose: typeof upload.choose = (files) => {
    start.reset()
    setBegun(null)
    if (batchId !== null) show(null)
    upload.choose(files)
  }
  const begin = async (asking: ReturnType<typeof start.askAgain>) => {
    const answer = await asking
    if (!answer || !('batchId' in answer.data)) return
    setBegun(answer.data.batchId)
    show(answer.data.batchId)
  }
  const confirm = () => {
    setAsking(false)
    const fileName = upload.file?.name ?? ''
    void begin(
      start.start(
        { query: { fileName }, body: [...(upload.rows ?? [])], headers: { Prefer: 'respond-async' } },
        text('ActionBatch', { count: upload.ready.length, file: fileName }),
      ),
    )
  }
  const newBatch = () => {
    upload.forget()
    setBegun(null)
    start.reset()
    setRound((last) => last + 1)
    show(null)
  }

  const isRunning = batch.seen !== null && batch.seen.batch.finishedAt === null
  const reason =
    changeReason ??
    (batchId !== null || begun !== null
      ? text('BatchBegun')
      : upload.file === null
        ? text('NeedsFile')
        : upload.rows === null
          ? text('NeedsUpload')
          : upload.ready.length === 0
            ? text('NeedsReady')
            : undefined)
  // The file of one batch says nothing of another; it stays for those who come back.
  const isOthers = batchId !== null && batchId !== begun
  return (
    <Section
      title={text('BatchDeactivate')}
      actions={
        <Button
          look="danger"
          isBusy={start.isPending}
          busyText={text('Starting')}
          disabledReason={start.isPending ? undefined : reason}
          onPress={() => setAsking(true)}
          onKeyDown={ignoreHeldEnter}
        >
          {text('Deactivate')}
        </Button>
      }
    >
      <p className={styles.note}>{text('BatchCaption')}</p>
      <p className={styles.note}>{text('BatchGoesOn')}</p>
      <div hidden={isOthers}>
        <FileUploader
          key={round}
          label={text('BatchFile')}
          isLabelHidden
          accept=".txt,.csv,text/plain,text/csv"
          acceptWords={text('BatchFileKinds')}
          readAs="text"
          onChange={choose}
          note={upload.rows ? countOf(upload.rows.length) : undefined}
          isLocked={isRunning || start.isPending}
          isDisabled={changeReason !== undefined}
          error={upload.file?.refusal}
        />
      </div>
      <CallBanner
        call={start.status === 'rejected' && batchId === null ? start : { status: 'initial' }}
        footnote={<TransactionLink transactionId={start.transactionId} />}
      />
      <OpenOutcome
        why={batchId === null ? start.open : undefined}
        onAskAgain={() => void begin(start.askAgain())}
      />
      {batchId !== null ? (
        <BatchRun batch={batch} changeReason={changeReason} onShow={show} onNew={newBatch} />
      ) : (
        <>
          {upload.isSending && <LoadingMark>{text('Uploading')}</LoadingMark>}
          <CallBanner call={upload.call} />
          {upload.call.status === 'rejected' && (
            <Button size="tool" className={styles.retry} onPress={upload.sendAgain}>
              {text('TryAgain')}
            </Button>
          )}
          {upload.rows && <RowsTable rows={upload.rows} />}
        </>
      )}
      <BatchConfirm
        isOpen={isAsking && upload.rows !== null}
        rows={upload.rows ?? []}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </Section>
  )
}

const countOf = (count: number): string =>
  count === 1 ? text('BatchFileOneSim') : text('BatchFileSims', { count })
