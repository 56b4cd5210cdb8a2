import type { UserActionItem } from '@support-console/contract'
import { type ApiError, api, type CallState } from '../../api/index.ts'
import { useSearch } from '../../api/use-search.ts'
import { actionOf, queryOf, type Search } from './search.ts'
import { text } from './texts.ts'

export interface Found {
  state: CallState
  items: readonly UserActionItem[]
  /** There are older ones than one answer holds. */
  hasMore: boolean
  error: ApiError | null
}

const nothing: readonly UserActionItem[] = []

/** What the address asks for: searched once when it comes, and again by `searchAgain`. */
export function useUserActions(search: Search | null): Found & { searchAgain: () => void } {
  const { state, data, error, searchAgain } = useSearch({
    name: 'user-actions',
    search,
    screenTitle: text('ScreenTitle'),
    actionOf,
    ask: async (wanted: Search, transactionId, signal) =>
      (await api('GET /useractiondetail/v1/details', { query: queryOf(wanted), transactionId, signal })).data,
  })
  return { state, items: data?.items ?? nothing, hasMore: data?.hasMore ?? false, error, searchAgain }
}
