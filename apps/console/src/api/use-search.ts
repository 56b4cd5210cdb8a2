import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { serverNow } from '../ui/server-clock.ts'
import { ApiError } from './api-error.ts'
import { recordAction } from './audit-trail/record-action.ts'
import { newTransactionId } from './transaction.ts'
import type { CallState } from './use-call.ts'

/** One press of Search, or one link that was opened: what is asked, under which transaction (D8). */
export interface Run<Search> {
  search: Search
  transactionId: string
  /** When it began, in ms. */
  since: number
}

interface RunOptions<Search> {
  /** What the address asks for (D25), as JSON; null when it asks for nothing. */
  readonly search: Search | null
  /** For the audit entry (D18). */
  readonly screenTitle: string
  readonly actionOf: (search: Search) => string
}

interface SearchOptions<Search, Data> extends RunOptions<Search> {
  /** Whose answers these are, for example 'panels'. */
  readonly name: string
  readonly ask: (search: Search, transactionId: string, signal: AbortSignal) => Promise<Data>
}

/** A run under a new transaction, entered as this action. */
export function beginRun<Search>(search: Search, screenTitle: string, action: string): Run<Search> {
  const transactionId = newTransactionId()
  recordAction(screenTitle, action, transactionId)
  return { search, transactionId, since: serverNow() }
}

/** The run of what the address asks for: begun when it comes, before anything else is painted, and again by `again`. */
export function useRun<Search>({ search, screenTitle, actionOf }: RunOptions<Search>) {
  const [run, setRun] = useState<Run<Search> | null>(null)
  const key = search === null ? null : JSON.stringify(search)
  const again = () => {
    if (search !== null) setRun(beginRun(search, screenTitle, actionOf(search)))
  }
  const started = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (started.current === key) return
    started.current = key
    again()
  })
  return { key, run: run !== null && JSON.stringify(run.search) === key ? run : null, again }
}

/**
 * What the address asks for: read once when it comes, and again by `searchAgain`; what was read is forgotten with the
 * screen. While the same is read again, what was found stays. Imported by its own path: only screens that are loaded
 * later need it.
 */
export function useSearch<Search, Data>(options: SearchOptions<Search, Data>) {
  const { name, ask } = options
  const queries = useQueryClient()
  const { key, run: current, again } = useRun(options)
  const asked = current && key
  const queryKey = [name, asked, current?.transactionId]
  const result = useQuery<Data>({
    queryKey,
    queryFn: ({ signal }) => {
      const { search, transactionId } = current as Run<Search>
      return ask(search, transactionId, signal)
    },
    enabled: current !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before, query) => (query?.queryKey[1] === asked ? before : undefined),
  })
  const failed = result.error !== null && !result.isFetching
  const state: CallState =
    key === null ? 'initial' : result.isFetching || !current ? 'pending' : failed ? 'rejected' : 'fulfilled'
  return {
    state,
    /** Of this search, also while it runs again. */
    data: failed ? undefined : result.data,
    error: failed ? asApiError(result.error, current?.transactionId ?? '') : null,
    transactionId: current?.transactionId ?? '',
    /** When it was asked last, in ms; 0: never. */
    since: current?.since ?? 0,
    searchAgain: again,
    /** Puts what was learnt since into what was found. */
    patch: (change: (found: Data) => Data) =>
      queries.setQueryData<Data>(queryKey, (found) => (found === undefined ? undefined : change(found))),
  }
}

export const asApiError = (error: Error, transactionId: string): ApiError =>
  error instanceof ApiError ? error : new ApiError('network', error.message, { transactionId, cause: error })
