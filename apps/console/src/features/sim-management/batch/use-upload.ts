import type { CheckedBatchRow } from '@support-console/contract'
import { readBatchFile } from '@support-console/contract/batch-file'
import { useState } from 'react'
import { ApiError, newTransactionId, recordAction, useCall } from '../../../api/index.ts'
import type { UploadedFile } from '../../../ui/file-uploader/files.ts'
import { text } from '../texts.ts'

interface ChosenFile {
  name: string
  content: string
  /** Why it was refused whole, here or by the server. */
  refusal: string | undefined
}

/** The batch file that was chosen, and what the server says of its SIMs (2.4, D23). */
export function useUpload() {
  const call = useCall('POST /simmanagement/v1/batchupload')
  const [file, setFile] = useState<ChosenFile | null>(null)

  const send = async (chosen: ChosenFile) => {
    const transactionId = newTransactionId()
    recordAction(text('ScreenTitle'), text('ActionUpload', { file: chosen.name }), transactionId)
    try {
      await call.run({ body: chosen.content, transactionId })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What the file itself is to blame for stands at the file.
      if (error.httpStatus === 400 || error.httpStatus === 413)
        setFile((now) => now && { ...now, refusal: error.message })
    }
  }
  const choose = (files: readonly UploadedFile<'text'>[]) => {
    call.cancel()
    call.reset()
    const [first] = files
    if (!first) {
      setFile(null)
      return
    }
    const { name } = first.originalFileData
    const content = first.data ?? ''
    const list = readBatchFile(content)
    const refusal = 'refusal' in list ? list.refusal : undefined
    const chosen = { name, content: refusal === undefined ? content : '', refusal }
    setFile(chosen)
    if (refusal === undefined) void send(chosen)
  }
  const rows: readonly CheckedBatchRow[] | null =
    call.status === 'fulfilled' && call.answer?.status === 'Success' ? call.answer.data : null
  return {
    file,
    rows,
    ready: rows?.filter((row) => row.status.startsWith('Ready')) ?? [],
    isSending: call.status === 'pending',
    /** For the banner: not what already stands at the file. */
    call: file?.refusal === undefined ? call : ({ status: 'initial' } as const),
    choose,
    sendAgain: () => file && void send(file),
    forget: () => {
      call.cancel()
      call.reset()
      setFile(null)
    },
  }
}
