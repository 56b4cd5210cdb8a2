import type { CheckedBatchRow } from '@support-console/contract'
import { readBatchFile } from '@support-console/contract/batch-file'
import { isSim } from '@support-console/contract/batch-list'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError, newTransactionId, recordAction, useCall } from '../../../api/index.ts'
import { type ListText, textOfFile } from '../../../kit/workbook/text-of-file.ts'
import { useKeptInput } from '../../../session/index.ts'
import { text as shared } from '../../../texts/text.ts'
import type { UploadedFile } from '../../../ui/file-uploader/files.ts'
import { text } from '../texts.ts'

/** The list that was chosen or pasted, and what became of it. */
interface ChosenList extends ListText {
  /** The file's name; of what was pasted, a word for it. */
  name: string
  isPasted: boolean
  /** Why it was refused whole, here or by the server. */
  refusal?: string
  /** What the server says of its SIMs, and when; ms. */
  checked?: { rows: CheckedBatchRow[]; message: string; at: number }
}

/**
 * The list of a batch, and what the server says of its SIMs (2.4, D23, D35). It is there again when somebody has left
 * the page and comes back, and after a forced sign-out (D12).
 */
export function useUpload() {
  const call = useCall('POST /simmanagement/v1/batchupload')
  const [list, setList, kept] = useKeptInput<ChosenList | null>('sim-management:list', null, { lasts: true })
  /** The choice that counts: an older one may still be read or checked. */
  const latest = useRef(list)
  const change = (next: ChosenList | null) => {
    latest.current = next
    setList(next)
    if (next === null) kept.clear()
  }

  const send = async (chosen: ChosenList) => {
    const transactionId = newTransactionId()
    recordAction(text('ScreenTitle'), text('ActionUpload', { file: chosen.name }), transactionId)
    try {
      const { status, data, message } = await call.run({ body: chosen.content, transactionId })
      if (latest.current !== chosen || status !== 'Success') return
      change({ ...chosen, checked: { rows: data, message, at: Date.now() } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What the list itself is to blame for stands at the list.
      if (latest.current === chosen && (error.httpStatus === 400 || error.httpStatus === 413))
        change({ ...chosen, refusal: error.message })
    }
  }
  const take = (chosen: ChosenList) => {
    call.cancel()
    call.reset()
    const read = readBatchFile(chosen.content)
    if ('refusal' in read) {
      change({ ...chosen, content: '', refusal: read.refusal })
      return
    }
    change(chosen)
    void send(chosen)
  }
  const forget = () => {
    call.cancel()
    call.reset()
    change(null)
  }
  const choose = async (files: readonly UploadedFile<'arrayBuffer'>[]) => {
    forget()
    const [first] = files
    if (!first?.data) return
    const chosen: ChosenList = { name: shownName(first.originalFileData.name), isPasted: false, content: '' }
    change(chosen)
    const read = await textOfFile(new Uint8Array(first.data), { holds: isSim, none: text('NoSheet') })
    if (latest.current !== chosen) return
    if ('refusal' in read) change({ ...chosen, ...read })
    else take({ ...chosen, ...read })
  }
  // What was being checked when the page was left is checked now.
  const first = useRef({ list, send })
  useEffect(() => {
    const { list, send } = first.current
    if (list && list.content !== '' && !list.checked && list.refusal === undefined) void send(list)
  }, [])

  const rows = list?.checked?.rows ?? null
  const ready = rows?.filter((row) => row.status.startsWith('Ready')) ?? []
  const isAllReady = ready.length === rows?.length
  /** What the server said of the list, also where it said so before somebody left and came back. */
  const told = useMemo(() => {
    if (!list?.checked) return undefined
    const status = isAllReady ? 'Success' : shared('Warning')
    return { status: 'fulfilled', answer: { status, message: list.checked.message } } as const
  }, [list, isAllReady])
  return {
    list,
    rows,
    /** How the list was read: its columns. */
    read: useMemo(() => (list?.checked ? readBatchFile(list.content) : null), [list]),
    ready,
    isSending:
      call.status === 'pending' || (list !== null && list.content === '' && list.refusal === undefined),
    /** For the banner: not what already stands at the list. */
    call: list?.refusal !== undefined ? ({ status: 'initial' } as const) : (told ?? call),
    choose,
    paste: (content: string) => take({ name: text('PastedList'), isPasted: true, content }),
    sendAgain: () => list && void send(list),
    /** A batch has come of it: who comes back begins anew. */
    began: kept.clear,
    forget,
  }
}

/** A file's name without what turns a line or is not seen, and no longer than is kept. */
const shownName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .toWellFormed()
    .slice(-200)
    .replace(/^[\udc00-\udfff]/, '')
