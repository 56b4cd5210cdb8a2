import type { SimActivityItem } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api, newTransactionId, recordAction } from '../../api/index.ts'
import { keyOf, queryOf, type Search, sayDays } from './search.ts'
import { text } from './texts.ts'

/** One press of Search, or one link that was opened: what is asked, under which transaction (D8). */
interface Run {
  search: Search
  key: string
  transactionId: string
}

export interface Activity {
  state: 'initial' | 'pending' | 'fulfilled' | 'rejected'
  items: readonly SimActivityItem[]
  /** There are older ones than one answer holds. */
  hasMore: boolean
  error: ApiError | null
}

const nothing: readonly SimActivityItem[] = []

/** What the address asks for: searched once when it comes, and again by `searchAgain`. */
export function useActivity(search: Search | null): Activity & { searchAgain: () => void } {
  const [run, setRun] = useState<Run | null>(null)
  const key = search && keyOf(search)
  const start = (wanted: Search) => {
    const transactionId = newTransactionId()
    recordAction(text('ScreenTitle'), actionOf(wanted), transactionId)
    setRun({ search: wanted, key: keyOf(wanted), transactionId })
  }
  const started = useRef<string | null>(null)
  useEffect(() => {
    if (started.current === key) return
    started.current = key
    if (search) start(search)
  })

  const current = run !== null && run.key === key ? run : null
  const result = useQuery({
    // A run is asked once, and what it said is forgotten with the screen.
    queryKey: ['sim-activity', current?.key, current?.transactionId],
    queryFn: async ({ signal }) => {
      const { search, transactionId } = current as Run
      const { data } = await api('GET /simactivationdetail/v1/details', {
        query: queryOf(search),
        transactionId,
        signal,
      })
      return data
    },
    enabled: current !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // While the same is searched again, what was found stays.
    placeholderData: (before, query) => (query?.queryKey[1] === current?.key ? before : undefined),
  })
  const failed = result.error && !result.isFetching
  const state =
    key === null ? 'initial' : result.isFetching || !current ? 'pending' : failed ? 'rejected' : 'fulfilled'
  return {
    state,
    items: failed ? nothing : (result.data?.items ?? nothing),
    hasMore: !failed && (result.data?.hasMore ?? false),
    error: failed ? asApiError(result.error, current?.transactionId ?? '') : null,
    searchAgain: () => search && start(search),
  }
}

const actionOf = (search: Search): string =>
  search.by === 'simId'
    ? text('ActionSearchSim', { simId: search.simId, days: sayDays(search) })
    : text('ActionSearchTransaction', { transactionId: search.transactionId })

const asApiError = (error: Error, transactionId: string): ApiError =>
  error instanceof ApiError ? error : new ApiError('network', error.message, { transactionId, cause: error })
