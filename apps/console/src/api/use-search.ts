import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { recordAction } from './activity-log/activity-log.ts'
import { ApiError } from './api-error.ts'
import { newTransactionId } from './transaction.ts'
import type { CallState } from './use-call.ts'

/** One press of Search, or one link that was opened: what is asked, under which transaction (D8). */
interface Run<Search> {
  search: Search
  key: string
  transactionId: string
}

interface SearchOptions<Search, Data> {
  /** Whose answers these are, for example 'panels'. */
  readonly name: string
  /** What the address asks for (D25), as JSON; null when it asks for nothing. */
  readonly search: Search | null
  readonly ask: (search: Search, transactionId: string, signal: AbortSignal) => Promise<Data>
  /** For the audit entry (D18). */
  readonly screenTitle: string
  readonly actionOf: (search: Search) => string
}

/**
 * What the address asks for: read once when it comes, and again by `searchAgain`; what was read is forgotten with the
 * screen. While the same is read again, what was found stays. Imported by its own path: only screens that are loaded
 * later need it.
 */
export function useSearch<Search, Data>(options: SearchOptions<Search, Data>) {
  const { name, search, ask, screenTitle, actionOf } = options
  const queries = useQueryClient()
  const [run, setRun] = useState<Run<Search> | null>(null)
  const key = search === null ? null : JSON.stringify(search)
  const start = (wanted: Search) => {
    const transactionId = newTransactionId()
    recordAction(screenTitle, actionOf(wanted), transactionId)
    setRun({ search: wanted, key: JSON.stringify(wanted), transactionId })
  }
  const started = useRef<string | null>(null)
  useEffect(() => {
    if (started.current === key) return
    started.current = key
    if (search !== null) start(search)
  })

  const current = run !== null && run.key === key ? run : null
  const queryKey = [name, current?.key, current?.transactionId]
  const result = useQuery<Data>({
    queryKey,
    queryFn: ({ signal }) => {
      const { search, transactionId } = current as Run<Search>
      return ask(search, transactionId, signal)
    },
    enabled: current !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before, query) => (query?.queryKey[1] === current?.key ? before : undefined),
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
    searchAgain: () => {
      if (search !== null) start(search)
    },
    /** Puts what was learnt since into what was found. */
    patch: (change: (found: Data) => Data) =>
      queries.setQueryData<Data>(queryKey, (found) => (found === undefined ? undefined : change(found))),
  }
}

const asApiError = (error: Error, transactionId: string): ApiError =>
  error instanceof ApiError ? error : new ApiError('network', error.message, { transactionId, cause: error })
