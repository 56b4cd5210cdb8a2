import type { SimActivityItem } from '@support-console/contract'
import { type ApiError, api, type CallState } from '../../api/index.ts'
import { useSearch } from '../../api/use-search.ts'
import { sayDays } from '../log-search/index.ts'
import { queryOf, type Search } from './search.ts'
import { text } from './texts.ts'

export interface Activity {
  state: CallState
  items: readonly SimActivityItem[]
  /** There are older ones than one answer holds. */
  hasMore: boolean
  error: ApiError | null
}

const nothing: readonly SimActivityItem[] = []

/** What the address asks for: searched once when it comes, and again by `searchAgain`. */
export function useActivity(search: Search | null): Activity & { searchAgain: () => void } {
  const { state, data, error, searchAgain } = useSearch({
    name: 'sim-activity',
    search,
    screenTitle: text('ScreenTitle'),
    actionOf,
    ask: async (wanted: Search, transactionId, signal) =>
      (await api('GET /simactivationdetail/v1/details', { query: queryOf(wanted), transactionId, signal }))
        .data,
  })
  return { state, items: data?.items ?? nothing, hasMore: data?.hasMore ?? false, error, searchAgain }
}

const actionOf = (search: Search): string =>
  search.by === 'simId'
    ? text('ActionSearchSim', { simId: search.simId, days: sayDays(search) })
    : text('ActionSearchTransaction', { transactionId: search.transactionId })
