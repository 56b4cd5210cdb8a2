import { readViewQuery, type ViewListName } from '@support-console/contract/views.words'
import { useAddress } from '../use-address.ts'
import { useViews } from './read-views.ts'
import { text } from './texts.ts'

/** In the address: the list as it is usually shown, although another view is the default. */
export const usualView = 'usual'

/** How a list stands to its views. */
export function useListView(list: ViewListName) {
  const { address } = useAddress()
  const { views, isKnown, hasFailed, readAgain } = useViews()
  const chosen = address.get('view')
  const view = views.find((each) => each.list === list && each.viewId === chosen)
  const isNamed = chosen !== null && chosen !== usualView
  return {
    views: views.filter((each) => each.list === list),
    view,
    /** The address names a view that is not there. */
    isGone: isNamed && isKnown && view === undefined,
    /** Nor can it be told whether it is. */
    isUnread: isNamed && hasFailed,
    /** What of the address a view keeps. */
    query: readViewQuery(list, address.toString()).query,
    /** Why nothing may be done with several rows; undefined: it may. */
    refusal:
      view && view.lost.length > 0
        ? text('NoActions')
        : isNamed && !isKnown
          ? text('NoActionsYet')
          : undefined,
    readAgain,
  }
}

const separator = ' '

/** The keys of the columns that the address leaves out. */
export const withoutIn = (address: URLSearchParams): string[] =>
  (address.get('without') ?? '').split(separator).filter(Boolean)
export const withoutText = (keys: readonly string[]): string => keys.join(separator)
