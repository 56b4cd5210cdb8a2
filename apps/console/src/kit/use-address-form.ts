import { useEffect, useRef } from 'react'
import { useKeptInput } from '../session/index.ts'

interface AddressForm<Draft> {
  /** Under which name the input survives a forced sign-out (D12). */
  readonly name: string
  /** What the address puts into the form (D25), as JSON. */
  readonly inAddress: Draft
  /** What stands in it at first, where that is not what the address says. */
  readonly initial?: Draft
  /** What the form holds once another address has come; what the address says unless told. */
  readonly bring?: (next: Draft, draft: Draft, before: Draft) => Draft
}

/**
 * A form that the address fills: a link, Back and Forward bring theirs into it; what was kept from before a sign-in stays.
 * `settle` once it was sent: there is nothing left to lose; with what stands in it now, where that was made plain.
 */
export function useAddressForm<Draft>({ name, inAddress, initial = inAddress, bring }: AddressForm<Draft>) {
  const [draft, setDraft, kept] = useKeptInput(name, initial)
  const asked = JSON.stringify(inAddress)
  const shown = useRef(asked)
  useEffect(() => {
    if (shown.current === asked) return
    const before = JSON.parse(shown.current) as Draft
    shown.current = asked
    setDraft(bring ? bring(inAddress, draft, before) : inAddress)
  })
  const settle = (sent?: Draft) => {
    kept.clear()
    if (sent !== undefined) setDraft(sent)
  }
  return { draft, setDraft, settle, isOfAddress: JSON.stringify(draft) === asked }
}
