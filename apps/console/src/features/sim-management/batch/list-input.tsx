import { listFileKinds } from '../../../kit/workbook/list-file-kinds.ts'
import { ReadingFile } from '../../../kit/workbook/reading-file.tsx'
import { SheetNote } from '../../../kit/workbook/sheet-note.tsx'
import { FileUploader } from '../../../ui/file-uploader/file-uploader.tsx'
import styles from '../sim-management.module.css'
import { text } from '../texts.ts'
import { ListFacts } from './list-facts.tsx'
import { PasteList } from './paste-list.tsx'
import type { Deactivation } from './use-deactivation.ts'

interface ListInputProps {
  readonly deactivation: Deactivation
  readonly changeReason: string | undefined
  readonly pasteAsked: number
}

/** The list of a batch: chosen, or pasted, and how it was read (D23, D35). It stays for those who look at another batch. */
export function ListInput({ deactivation, changeReason, pasteAsked }: ListInputProps) {
  const { batch, batchId, upload, start, round } = deactivation
  const { list, rows, reading } = upload
  const isPasted = list?.isPasted === true
  const isRunning = batch.seen !== null && batch.seen.finishedAt === null
  return (
    <div className={`stack gap-8 ${styles.list}`} hidden={deactivation.isOthers}>
      <FileUploader
        key={`${round} ${isPasted}`}
        initialName={isPasted ? undefined : list?.name}
        label={text('BatchFile')}
        isLabelHidden
        accept={listFileKinds}
        acceptWords={text('BatchFileKinds')}
        readAs="file"
        onChange={deactivation.choose}
        note={rows ? countOf(rows.length) : undefined}
        isLocked={isRunning || start.isPending}
        isDisabled={changeReason !== undefined}
        error={isPasted ? undefined : list?.refusal}
      />
      {batchId === null && (
        <PasteList
          key={round}
          asked={pasteAsked}
          onCheck={deactivation.paste}
          isBusy={isPasted && upload.isSending}
          onDiscard={() => isPasted && upload.forget()}
          changeReason={changeReason}
          error={isPasted ? list?.refusal : undefined}
        />
      )}
      {reading !== null && <ReadingFile name={reading} onCancel={deactivation.cancel} />}
      {batchId === null && (
        <SheetNote facts={list?.facts} onChoose={upload.chooseSheet} disabledReason={changeReason} />
      )}
      {batchId === null && <ListFacts list={list} />}
    </div>
  )
}

const countOf = (count: number): string =>
  count === 1 ? text('BatchFileOneSim') : text('BatchFileSims', { count })
