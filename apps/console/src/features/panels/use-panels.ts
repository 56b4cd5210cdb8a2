import type { Panel } from '@support-console/contract'
import { api } from '../../api/index.ts'
import { useSearch } from '../../api/use-search.ts'
import { idList, idsSaid } from './id-list.ts'
import { kindNames, type Search } from './search.ts'
import { text } from './texts.ts'

const none: readonly Panel[] = []
const noIds: readonly string[] = []

const locate = ({ by, ids }: Search, more: { transactionId?: string; signal?: AbortSignal } = {}) =>
  api('GET /panelmanagement/v1/locate/{ids}', {
    params: { ids: idList(ids) },
    query: { queryType: by },
    ...more,
  })

/** The panels that the address asks for: located once when it comes, and again by `searchAgain`. */
export function usePanels(search: Search | null) {
  const { data, patch, ...rest } = useSearch({
    name: 'panels',
    search,
    screenTitle: text('ScreenTitle'),
    actionOf: ({ by, ids }) => text('ActionSearch', { kind: kindNames[by], ids: idsSaid(ids) }),
    ask: async (asked: Search, transactionId, signal) =>
      (await locate(asked, { transactionId, signal })).data,
  })
  return {
    ...rest,
    panels: data?.panels ?? none,
    notFound: data?.notFound ?? noIds,
    hasMore: data?.hasMore ?? false,
    /** What is found by now; what is shown stays as it is. */
    lookAgain: async () => (search ? (await locate(search)).data.panels : none),
    /** Puts what the server says of a panel's flag into what was found. */
    noteFlag: (cloudId: string, flagged: boolean) =>
      patch((found) => ({
        ...found,
        panels: found.panels.map((panel) => (panel.cloudId === cloudId ? { ...panel, flagged } : panel)),
      })),
  }
}
