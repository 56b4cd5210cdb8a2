import type { CheckedBatchRow } from '@support-console/contract'
import { readBatchFile } from '@support-console/contract/batch-file'
import type { BatchList } from '@support-console/contract/batch-list'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError, newTransactionId, recordAction, useCall } from '../../../api/index.ts'
import type { SheetChoice, SheetFacts } from '../../../kit/workbook/list-file.ts'
import { useListFile } from '../../../kit/workbook/use-list-file.ts'
import { useKeptInput } from '../../../session/index.ts'
import { text as shared } from '../../../texts/text.ts'
import type { UploadedFile } from '../../../ui/file-uploader/files.ts'
import { serverNow } from '../../../ui/server-clock.ts'
import { text } from '../texts.ts'

/** The list that was chosen or pasted, and what became of it. */
interface ChosenList {
  /** The file's name; of what was pasted, a word for it. */
  name: string
  isPasted: boolean
  /** What is sent: the text, or of a workbook that of a sheet as CSV. */
  content: string
  /** How it was read: its columns. */
  read?: BatchList
  /** Of a workbook: the sheet, and what was left out of it (D42). */
  facts?: SheetFacts
  /** Why it was refused whole, here or by the server. */
  refusal?: string
  /** What the server says of its SIMs, and when; ms. */
  checked?: { rows: CheckedBatchRow[]; message: string; at: number }
}

/**
 * The list of a batch, and what the server says of its SIMs (2.4, D23, D35). It is there again when someone has left
 * the page and comes back, and after a forced sign-out (D12).
 */
export function useUpload() {
  const call = useCall('POST /simmanagement/v1/batchupload')
  const [list, setList, kept] = useKeptInput<ChosenList | null>('sim-management:list', null, { lasts: true })
  const reader = useListFile('batch')
  /** The choice that counts: an older one may still be checked. */
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
      change({ ...chosen, checked: { rows: data, message, at: serverNow() } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What the list itself is to blame for stands at the list.
      if (latest.current === chosen && (error.httpStatus === 400 || error.httpStatus === 413))
        change({ ...chosen, refusal: error.message })
    }
  }
  const forget = () => {
    reader.cancel()
    call.cancel()
    call.reset()
    change(null)
  }
  const take = (chosen: ChosenList) => {
    change(chosen)
    if (chosen.refusal === undefined) void send(chosen)
  }
  const readFile = async (file: File, choice?: SheetChoice) => {
    forget()
    const answer = await reader.read(file, choice)
    if (!answer) return
    const { facts } = answer
    const chosen = { name: shownName(file.name), isPasted: false, content: '', ...(facts && { facts }) }
    if ('refusal' in answer) take({ ...chosen, refusal: answer.refusal })
    else take({ ...chosen, content: answer.content, ...(answer.batch && { read: answer.batch }) })
  }
  const choose = async (files: readonly UploadedFile<'file'>[]) => {
    const [first] = files
    if (first?.data) await readFile(first.data)
    else forget()
  }
  const paste = (content: string) => {
    forget()
    const read = readBatchFile(content)
    const chosen = { name: text('PastedList'), isPasted: true }
    if ('refusal' in read) take({ ...chosen, content: '', refusal: read.refusal })
    else take({ ...chosen, content, read })
  }
  // What was being checked when the page was left is checked now.
  const first = useRef({ list, send })
  useEffect(() => {
    const { list, send } = first.current
    if (list && !list.checked && list.refusal === undefined) void send(list)
  }, [])

  const rows = list?.checked?.rows ?? null
  const ready = rows?.filter((row) => row.status.startsWith('Ready')) ?? []
  const isAllReady = ready.length === rows?.length
  /** What the server said of the list, also where it said so before someone left and came back. */
  const told = useMemo(() => {
    if (!list?.checked) return undefined
    const status = isAllReady ? 'Success' : shared('Warning')
    return { status: 'fulfilled', answer: { status, message: list.checked.message } } as const
  }, [list, isAllReady])
  const file = reader.last()
  return {
    list,
    rows,
    /** The file that is being read; a workbook may take seconds. */
    reading: reader.name,
    ready,
    isSending: call.status === 'pending',
    /** For the banner: not what already stands at the list. */
    call: list?.refusal !== undefined ? ({ status: 'initial' } as const) : (told ?? call),
    choose,
    /** Reads the file's other sheets, or what is hidden in them; undefined where it is not at hand any more. */
    chooseSheet:
      file && list && !list.isPasted ? (choice: SheetChoice) => void readFile(file, choice) : undefined,
    paste,
    sendAgain: () => list && void send(list),
    /** A batch has come of it: who comes back begins again. */
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
