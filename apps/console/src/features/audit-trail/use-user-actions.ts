import type { UserActionItem } from '@support-console/contract'
import { api } from '../../api/index.ts'
import { useSearch } from '../../api/use-search.ts'
import type { FoundLog } from '../../kit/log-search/index.ts'
import { actionOf, queryOf, type Search } from './search.ts'
import { text } from './texts.ts'

const nothing: readonly UserActionItem[] = []

/** What the address asks for: searched once when it comes, and again by `searchAgain`. */
export function useUserActions(
  search: Search | null,
): FoundLog<UserActionItem> & { searchAgain: () => void } {
  const { state, data, error, searchAgain } = useSearch({
    name: 'audit-trail',
    search,
    screenTitle: text('ScreenTitle'),
    actionOf,
    ask: async (wanted: Search, transactionId, signal) =>
      (await api('GET /useractiondetail/v1/details', { query: queryOf(wanted), transactionId, signal })).data,
  })
  return { state, items: data?.items ?? nothing, hasMore: data?.hasMore ?? false, error, searchAgain }
}
