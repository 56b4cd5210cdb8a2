import type { SimActivityItem } from '@support-console/contract'
import { api } from '../../api/index.ts'
import { useSearch } from '../../api/use-search.ts'
import { type FoundLog, sayDays } from '../../kit/log-search/index.ts'
import { queryOf, type Search } from './search.ts'
import { text } from './texts.ts'

const nothing: readonly SimActivityItem[] = []

/** What the address asks for: searched once when it comes, and again by `searchAgain`. */
export function useActivity(search: Search | null): FoundLog<SimActivityItem> & { searchAgain: () => void } {
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
