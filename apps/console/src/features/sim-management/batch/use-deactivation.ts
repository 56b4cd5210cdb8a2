import type { Why } from '@support-console/contract'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { useAddress } from '../../../kit/use-address.ts'
import { dropKeptInput } from '../../../session/index.ts'
import { text } from '../texts.ts'
import { useBatch } from './use-batch.ts'
import { useUpload } from './use-upload.ts'

/**
 * The list that was chosen or pasted, the batch that it becomes, and the one that the address names (2.4, D5, D6).
 * @param pasteAsked how often a list was to be pasted: a batch that is looked at makes way for it each time
 */
export function useDeactivation(pasteAsked: number) {
  const { address, put } = useAddress()
  const batchId = address.get('batch')
  /** The batches that were begun here, from a file or by a retry. */
  const [own, setOwn] = useState<readonly string[]>([])
  const batch = useBatch(batchId, batchId !== null && own.includes(batchId))
  const upload = useUpload()
  const start = useChange('POST /simmanagement/v1/batchdeactivation', text('ScreenTitle'))
  /** The batch that the chosen file became. */
  const [begun, setBegun] = useState<string | null>(null)
  // The uploader keeps its file itself; a new one forgets it.
  const [round, setRound] = useState(0)

  const show = (id: string | null) => {
    if (id !== null) setOwn((others) => [...others, id])
    put({ batch: id, rows: null, sort: null, direction: null })
  }
  const makeWay = useRef(() => {})
  makeWay.current = () => {
    if (batchId !== null) show(null)
  }
  useEffect(() => {
    if (pasteAsked > 0) makeWay.current()
  }, [pasteAsked])

  const beginAnew = () => {
    start.reset()
    setBegun(null)
  }
  const taken = async (asking: ReturnType<typeof start.askAgain>) => {
    const answer = await asking
    if (!answer || !('batchId' in answer.data)) return false
    setBegun(answer.data.batchId)
    upload.began()
    dropKeptInput('sim-management:pasted')
    show(answer.data.batchId)
    return true
  }
  return {
    batchId,
    batch,
    upload,
    start,
    round,
    show,
    /** Its list became a batch. */
    hasBegun: begun !== null,
    /** The batch that is looked at is not of the list that is here: a list of one batch says nothing of another. */
    isOthers: batchId !== null && batchId !== begun,
    choose: ((files) => {
      beginAnew()
      makeWay.current()
      return upload.choose(files)
    }) satisfies typeof upload.choose,
    /** Ends the reading of a file; nothing is chosen then. */
    cancel: () => {
      upload.forget()
      setRound((last) => last + 1)
    },
    paste: (content: string) => {
      beginAnew()
      upload.paste(content)
    },
    begin: (why: Why) => {
      const file = upload.list?.name ?? ''
      const call = { query: { fileName: file, ...why }, body: [...(upload.rows ?? [])] }
      const action = text('ActionBatch', { count: upload.ready.length, file })
      return taken(start.start({ ...call, headers: { Prefer: 'respond-async' } }, action))
    },
    askAgain: () => void taken(start.askAgain()),
    newBatch: () => {
      upload.forget()
      dropKeptInput('sim-management:pasted')
      beginAnew()
      setRound((last) => last + 1)
      show(null)
    },
  }
}
export type Deactivation = ReturnType<typeof useDeactivation>
