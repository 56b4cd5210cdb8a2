import type { Panel, PanelState } from '@support-console/contract'
import { api } from '../../api/index.ts'
import { useSearch } from '../../api/use-search.ts'
import { idList, idsSaid } from './id-list.ts'
import { kindNames, type Search } from './search.ts'
import { text } from './texts.ts'

/** With its one state (D40). */
export type ListedPanel = Panel & { readonly state: PanelState }

const none: readonly ListedPanel[] = []
const noIds: readonly string[] = []

const locate = ({ by, ids }: Search, more: { transactionId?: string; signal?: AbortSignal } = {}) =>
  api('GET /panelmanagement/v1/locate/{ids}', {
    params: { ids: idList(ids) },
    query: { queryType: by },
    ...more,
  })

const withStates = ({ panels, states }: Awaited<ReturnType<typeof locate>>['data']): ListedPanel[] =>
  panels.flatMap((panel, n) => (states[n] ? [{ ...panel, state: states[n] }] : []))

/** The panels that the address asks for: located once when it comes, and again by `searchAgain`. */
export function usePanels(search: Search | null) {
  const { data, patch, ...rest } = useSearch({
    name: 'panels',
    search,
    screenTitle: text('ScreenTitle'),
    actionOf: ({ by, ids }) => text('ActionSearch', { kind: kindNames[by], ids: idsSaid(ids) }),
    ask: async (asked: Search, transactionId, signal) => {
      const { data } = await locate(asked, { transactionId, signal })
      return { ...data, panels: withStates(data) }
    },
  })
  return {
    ...rest,
    panels: data?.panels ?? none,
    notFound: data?.notFound ?? noIds,
    hasMore: data?.hasMore ?? false,
    /** What is found by now: the states are shown at once, the rest stays as it is. */
    lookAgain: async () => {
      if (!search) return none
      const now = withStates((await locate(search)).data)
      const states = new Map(now.map(({ cloudId, state }) => [cloudId, state]))
      patch((found) => ({
        ...found,
        panels: found.panels.map((panel) => ({ ...panel, state: states.get(panel.cloudId) ?? panel.state })),
      }))
      return now
    },
    /** Puts what the server says of a panel's flag into what was found. */
    noteFlag: (cloudId: string, flagged: boolean) =>
      patch((found) => ({
        ...found,
        panels: found.panels.map((panel) => (panel.cloudId === cloudId ? { ...panel, flagged } : panel)),
      })),
  }
}
