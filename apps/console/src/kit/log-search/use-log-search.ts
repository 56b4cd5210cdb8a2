import { useEffect, useState } from 'react'
import { useSearch } from '../../api/use-search.ts'
import { type AddressValues, inPlace, useAddress } from '../use-address.ts'
import { useAddressForm } from '../use-address-form.ts'
import type { FoundLog } from './log-table.tsx'
import { type Days, defaultDays, type Period, sameDays } from './period.ts'
import type { TransactionSearch } from './transaction.ts'

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

interface LogSearchOptions<Search, Draft, Item> {
  /** Under which name the log's answers are kept, and its form's input survives a forced sign-out (D12). */
  readonly name: string
  /** What the address asks for (D25); null when it asks for nothing. */
  readonly searchOf: (address: URLSearchParams, today: Days) => Search | null
  /** What the address puts into the form. */
  readonly draftOf: (address: URLSearchParams, today: Days) => Draft
  /** What is typed to search by the log's own way. */
  readonly typedOf: (draft: Draft) => readonly string[]
  /** What an address says that asks for this in place of what it asked for; the page is the first. */
  readonly valuesOf: (search: Search) => AddressValues
  /** For the audit entry (D18). */
  readonly screenTitle: string
  readonly actionOf: (search: Search) => string
  readonly ask: (search: Search, transactionId: string, signal: AbortSignal) => Promise<Found<Item>>
}

interface Found<Item> {
  readonly items: readonly Item[]
  readonly hasMore: boolean
}
const nothing = { items: [], hasMore: false }

/** The search of a log: what its address asks for, what stands in its form, and what was found. */
export function useLogSearch<Search extends { by: string }, Draft extends LogDraft, Item>(
  options: LogSearchOptions<Search, Draft, Item>,
) {
  const { name, searchOf, draftOf, valuesOf } = options
  const { address, put } = useAddress()
  const today = useLastDays()
  // What a link without days found stays: midnight asks nothing by itself.
  const [opened] = useState(today)
  const search = searchOf(address, opened)
  const inAddress = draftOf(address, search === null ? today : opened)
  const bring = (next: Draft, draft: Draft, before: Draft): Draft => {
    // Midnight alone: days that were chosen stay, and so does what was typed.
    if (search === null && JSON.stringify(next) === JSON.stringify({ ...before, days: next.days }))
      return sameDays(draft.days, before.days) ? { ...draft, days: next.days } : draft
    // The other way of searching keeps what was typed there.
    return next.by === 'transactionId'
      ? { ...draft, by: next.by, transactionId: next.transactionId }
      : { ...next, transactionId: draft.transactionId }
  }
  const { draft, setDraft, settle } = useAddressForm({ name: `${name}:search`, inAddress, bring })
  const { state, data = nothing, error, searchAgain } = useSearch({ ...options, search })
  const typed = (by: Draft) => (by.by === 'transactionId' ? [by.transactionId] : options.typedOf(by))
  const isShowing = search !== null && search.by === draft.by
  const found: FoundLog<Item> = { state, items: data.items, hasMore: data.hasMore, error }

  return {
    address,
    search,
    draft,
    setDraft,
    /** What a link filled in, and is still there: checked at once. */
    isFromAddress:
      draft.by === inAddress.by &&
      typed(draft).some((each) => each !== '') &&
      JSON.stringify(typed(draft)) === JSON.stringify(typed(inAddress)),
    found,
    searchAgain,
    /** Whether what was searched for is what the form is at. */
    isShowing,
    isBusy: isShowing && state === 'pending',
    /** Searches, also where the address asks for the same already. */
    submit: (wanted: Search) => {
      settle()
      if (search && JSON.stringify(wanted) === JSON.stringify(search)) searchAgain()
      else put(valuesOf(wanted))
    },
    /** Changes a filter in the address in place; undefined takes it out. */
    filter: (name: string, value: string | undefined) => put({ [name]: value, page: null }, inPlace),
  }
}

/** What a form knows of its log. */
export interface Log<Search, Draft> {
  readonly draft: Draft
  readonly setDraft: (draft: Draft) => void
  readonly submit: (search: Search | TransactionSearch) => void
  readonly search: Search | TransactionSearch | null
  readonly isBusy: boolean
  readonly isFromAddress: boolean
}

/** How often the calendar is looked at, in milliseconds. */
const LOOK = 30_000

/** The last 7 days up to today (9), also tomorrow: a console stands open over midnight. */
function useLastDays(): Days {
  const [days, setDays] = useState(() => defaultDays())
  useEffect(() => {
    const look = () =>
      setDays((before) => {
        const now = defaultDays()
        return sameDays(before, now) ? before : now
      })
    const timer = setInterval(look, LOOK)
    // Who comes back to the tab, or from a machine's sleep, does not wait for that.
    addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', look)
    }
  }, [])
  return days
}
