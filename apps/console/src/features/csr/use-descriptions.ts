import type { Csr } from '@support-console/contract'
import { longestCsrDescription } from '@support-console/contract/csr.words'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, newTransactionId, recordAction } from '../../api/index.ts'
import { dropKeptInput, getSession, keepInput, keptInput } from '../../session/index.ts'
import { announce } from '../../ui/announce.ts'
import { text } from './texts.ts'

/** What happens with the description of one CSR. */
interface Describing {
  /** What is typed and not saved yet; undefined: the server's stands in the field. */
  readonly draft: string | undefined
  /** What is on its way to the server. */
  readonly saving: string | undefined
  /** What could not be saved, and why; the field has the server's again. */
  readonly failed: { readonly typed: string; readonly error: ApiError } | undefined
}

const nothing: Describing = { draft: undefined, saving: undefined, failed: undefined }
const keyOf = (ip: string) => `csr:description:${ip}`

/**
 * Descriptions are saved when their field is left and was changed, and revert when that fails (4). What is typed lives
 * here, beside the rows: nothing that comes from the server takes it away, and it survives a forced sign-in (D12).
 */
export function useDescriptions(put: (ip: string, change: (csr: Csr) => Csr) => void) {
  const [all, setAll] = useState<ReadonlyMap<string, Describing>>(new Map())
  const known = useRef(all)
  const inOrder = useRef(new Map<string, Promise<void>>())
  const of = (ip: string): Describing => known.current.get(ip) ?? firstOf(ip)
  const change = (ip: string, part: Partial<Describing>) => {
    const next = { ...of(ip), ...part }
    known.current = new Map(known.current).set(ip, next)
    setAll(known.current)
    if (next.draft === undefined) dropKeptInput(keyOf(ip))
    else keepInput(keyOf(ip), next.draft)
  }
  useEffect(
    () => () => {
      const { phase, expired } = getSession()
      // Anyone who left of their own will has given it up.
      if (phase === 'signed-in' && !expired) for (const ip of known.current.keys()) dropKeptInput(keyOf(ip))
    },
    [],
  )

  const send = async ({ ipAddress: ip, server }: Csr, typed: string) => {
    const transactionId = newTransactionId()
    recordAction(text('ScreenTitle'), text('ActionDescribe', { server }), transactionId)
    let failed: Describing['failed']
    try {
      const { data } = await api('POST /csrmanagement/v1/csrs/{ip}/desc', {
        params: { ip },
        body: { Description: typed },
        transactionId,
      })
      put(ip, (now) => ({ ...now, description: data.description }))
      announce(text('DescriptionSaved', { server }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed = { typed, error }
    }
    const { draft, saving } = of(ip)
    change(ip, {
      failed,
      // Anyone who typed on meanwhile keeps that; another text may be waiting for its turn.
      ...(draft?.trim() === typed && { draft: undefined }),
      ...(saving === typed && { saving: undefined }),
    })
  }
  const save = (csr: Csr, typed: string) => {
    const { ipAddress: ip } = csr
    change(ip, { draft: typed, saving: typed, failed: undefined })
    // One after the other, so that the last one typed is the one that stays.
    const before = inOrder.current.get(ip) ?? Promise.resolve()
    inOrder.current.set(
      ip,
      before.then(() => send(csr, typed)),
    )
  }
  return {
    of: (ip: string): Describing => all.get(ip) ?? firstOf(ip),
    hasDrafts: [...all.values()].some(({ draft, saving }) => draft !== undefined && saving === undefined),
    type: (ip: string, draft: string) => change(ip, { draft }),
    /** Back to what the server has, or is being sent. */
    revert: (ip: string) => change(ip, { draft: of(ip).saving }),
    /** Saves what is typed if it is another text than the server's. */
    commit: (csr: Csr) => {
      const { draft, saving } = of(csr.ipAddress)
      const typed = draft?.trim()
      // What is too long says so at its field.
      if (typed === undefined || typed === saving || typed.length > longestCsrDescription) return
      if (saving === undefined && typed === csr.description) change(csr.ipAddress, { draft: undefined })
      else save(csr, typed)
    },
    saveAgain: (csr: Csr) => {
      const typed = of(csr.ipAddress).failed?.typed
      if (typed !== undefined) save(csr, typed)
    },
    dismiss: (ip: string) => change(ip, { failed: undefined }),
  }
}

/** What was typed before the session ended against the user's will. */
function firstOf(ip: string): Describing {
  const draft = keptInput<string>(keyOf(ip))
  return draft === undefined ? nothing : { ...nothing, draft }
}
