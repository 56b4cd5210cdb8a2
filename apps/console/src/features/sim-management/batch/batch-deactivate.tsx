import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useChange } from '../../../api/use-change.ts'
import { dropKeptInput } from '../../../session/index.ts'
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
import { ListFacts } from './list-facts.tsx'
import { PasteList } from './paste-list.tsx'
import { RowsTable } from './rows-table.tsx'
import { useBatch } from './use-batch.ts'
import { useUpload } from './use-upload.ts'

/** 'Batch deactivate' (2.4, 4, D5, D6): a file, its rows, and the batch that the address names. */
export function BatchDeactivate({
  changeReason,
  pasteAsked,
}: {
  readonly changeReason: string | undefined
  /** How often a list was to be pasted: each time its field is shown and has the focus. */
  readonly pasteAsked: number
}) {
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
  // A batch that is looked at makes way for the list.
  const makeWay = useRef(() => {})
  makeWay.current = () => {
    if (batchId !== null) show(null)
  }
  useEffect(() => {
    if (pasteAsked > 0) makeWay.current()
  }, [pasteAsked])
  const choose: typeof upload.choose = (files) => {
    start.reset()
    setBegun(null)
    if (batchId !== null) show(null)
    return upload.choose(files)
  }
  const paste = (content: string) => {
    start.reset()
    setBegun(null)
    upload.paste(content)
  }
  const begin = async (asking: ReturnType<typeof start.askAgain>) => {
    const answer = await asking
    if (!answer || !('batchId' in answer.data)) return
    setBegun(answer.data.batchId)
    upload.began()
    dropKeptInput('sim-management:pasted')
    show(answer.data.batchId)
  }
  const confirm = () => {
    setAsking(false)
    const fileName = upload.list?.name ?? ''
    void begin(
      start.start(
        { query: { fileName }, body: [...(upload.rows ?? [])], headers: { Prefer: 'respond-async' } },
        text('ActionBatch', { count: upload.ready.length, file: fileName }),
      ),
    )
  }
  const newBatch = () => {
    upload.forget()
    dropKeptInput('sim-management:pasted')
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
      : upload.list === null
        ? text('NeedsFile')
        : upload.rows === null
          ? text('NeedsUpload')
          : upload.ready.length === 0
            ? text('NeedsReady')
            : undefined)
  // The file of one batch says nothing of another; it stays for those who come back.
  const isPasted = upload.list?.isPasted === true
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
      <div className={styles.list} hidden={isOthers}>
        <FileUploader
          key={`${round} ${isPasted}`}
          initialName={isPasted ? undefined : upload.list?.name}
          label={text('BatchFile')}
          isLabelHidden
          accept=".txt,.csv,.tsv,.xlsx,text/plain,text/csv"
          acceptWords={text('BatchFileKinds')}
          readAs="arrayBuffer"
          onChange={choose}
          note={upload.rows ? countOf(upload.rows.length) : undefined}
          isLocked={isRunning || start.isPending}
          isDisabled={changeReason !== undefined}
          error={isPasted ? undefined : upload.list?.refusal}
        />
        {batchId === null && (
          <PasteList
            key={round}
            asked={pasteAsked}
            onCheck={paste}
            isBusy={isPasted && upload.isSending}
            onDiscard={() => isPasted && upload.forget()}
            changeReason={changeReason}
            error={isPasted ? upload.list?.refusal : undefined}
          />
        )}
        {upload.read && batchId === null && <ListFacts read={upload.read} list={upload.list} />}
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
