import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../../ui/call-banner/open-outcome.tsx'
import { ignoreHeldEnter } from '../../../ui/held-enter.ts'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import styles from '../sim-management.module.css'
import { text } from '../texts.ts'
import { TransactionLink } from '../transaction-link.tsx'
import { BatchConfirm } from './batch-confirm.tsx'
import { BatchRun } from './batch-run.tsx'
import { ListInput } from './list-input.tsx'
import { RowsTable } from './rows-table.tsx'
import { type Deactivation, useDeactivation } from './use-deactivation.ts'

/** 'Batch deactivate' (2.4, 4, D5, D6): a list, its rows, and the batch that the address names. */
export function BatchDeactivate({
  changeReason,
  pasteAsked,
}: {
  readonly changeReason: string | undefined
  /** How often a list was to be pasted: each time its field is shown and has the focus. */
  readonly pasteAsked: number
}) {
  const deactivation = useDeactivation(pasteAsked)
  const { batchId, batch, upload, start } = deactivation
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title={text('BatchDeactivate')}
      actions={
        <Button
          look="danger"
          isBusy={start.isPending}
          busyText={text('Starting')}
          disabledReason={start.isPending ? undefined : (changeReason ?? whyNot(deactivation))}
          onPress={() => setAsking(true)}
          onKeyDown={ignoreHeldEnter}
        >
          {text('Deactivate')}
        </Button>
      }
    >
      <p className={`quiet ${styles.note}`}>{text('BatchCaption')}</p>
      <p className={`quiet ${styles.note}`}>{text('BatchGoesOn')}</p>
      <ListInput deactivation={deactivation} changeReason={changeReason} pasteAsked={pasteAsked} />
      <CallBanner
        call={start.status === 'rejected' && batchId === null ? start : { status: 'initial' }}
        footnote={<TransactionLink transactionId={start.transactionId} />}
      />
      <OpenOutcome why={batchId === null ? start.open : undefined} onAskAgain={deactivation.askAgain} />
      {batchId !== null ? (
        <BatchRun
          batch={batch}
          changeReason={changeReason}
          onShow={deactivation.show}
          onNew={deactivation.newBatch}
        />
      ) : (
        <CheckedList upload={upload} />
      )}
      <BatchConfirm
        isOpen={isAsking && upload.rows !== null}
        rows={upload.rows ?? []}
        facts={upload.list?.facts}
        onConfirm={(why) => {
          setAsking(false)
          return deactivation.begin(why)
        }}
        onCancel={() => setAsking(false)}
      />
    </Section>
  )
}

/** Why no batch can be begun. */
function whyNot({ batchId, hasBegun, upload }: Deactivation): string | undefined {
  if (batchId !== null || hasBegun) return text('BatchBegun')
  if (upload.reading !== null) return text('NeedsReading')
  if (upload.list === null) return text('NeedsFile')
  if (upload.rows === null) return text('NeedsUpload')
  return upload.ready.length === 0 ? text('NeedsReady') : undefined
}

/** What the server says of the list. */
function CheckedList({ upload }: Pick<Deactivation, 'upload'>) {
  return (
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
  )
}
