import { useState } from 'react'
import { type AddressValues, atOnce, useAddress } from '../use-address.ts'
import { useAddressForm } from '../use-address-form.ts'
import { type Days, type Period, sameDays } from './period.ts'
import { useLastDays } from './use-last-days.ts'

/** What stands in the form of a log, whether it was searched for or not. */
export interface LogDraft extends Period {
  /** How it is searched: 'transactionId', or the log's own way. */
  by: string
  transactionId: string
}

/** The draft with other days, and what is left of those that were none. */
export function withDays<Draft extends LogDraft>(draft: Draft, days: Days, noDays?: Partial<Days>): Draft {
  const { noDays: _, ...others } = draft
  return { ...others, days, ...(noDays && { noDays }) } as Draft
}

interface LogSearchOptions<Search, Draft> {
  /** Under which name the form's input survives a forced sign-out (D12). */
  readonly name: string
  /** What the address asks for (D25); null when it asks for nothing. */
  readonly searchOf: (address: URLSearchParams, today: Days) => Search | null
  /** What the address puts into the form. */
  readonly draftOf: (address: URLSearchParams, today: Days) => Draft
  /** What an address says that asks for this in place of what it asked for; the page is the first. */
  readonly valuesOf: (search: Search) => AddressValues
}

/** The search of a log: what its address asks for, and what stands in its form. */
export function useLogSearch<Search extends { by: string }, Draft extends LogDraft>({
  name,
  searchOf,
  draftOf,
  valuesOf,
}: LogSearchOptions<Search, Draft>) {
  const { address, put } = useAddress()
  const today = useLastDays()
  // What a link without days found stays: nobody asks again by himself at midnight.
  const [opened] = useState(today)
  const search = searchOf(address, opened)
  const inAddress = draftOf(address, search === null ? today : opened)
  const bring = (next: Draft, draft: Draft, before: Draft): Draft => {
    // Midnight alone: days that somebody chose stay, and so does what he typed.
    if (search === null && JSON.stringify(next) === JSON.stringify({ ...before, days: next.days }))
      return sameDays(draft.days, before.days) ? { ...draft, days: next.days } : draft
    // The other way of searching keeps what was typed there.
    return next.by === 'transactionId'
      ? { ...draft, by: next.by, transactionId: next.transactionId }
      : { ...next, transactionId: draft.transactionId }
  }
  const { draft, setDraft, settle } = useAddressForm({ name, inAddress, bring })

  return {
    address,
    search,
    draft,
    setDraft,
    inAddress,
    /** Whether what was searched for is what the form is at. */
    isShowing: search !== null && search.by === draft.by,
    /** Searches; `searchAgain` where the address asks for the same already. */
    submit: (wanted: Search, searchAgain: () => void) => {
      settle()
      if (search && JSON.stringify(wanted) === JSON.stringify(search)) searchAgain()
      else put(valuesOf(wanted))
    },
    /** Changes a filter in the address in place; undefined takes it out. */
    filter: (name: string, value: string | undefined) => put({ [name]: value, page: null }, atOnce),
  }
}
