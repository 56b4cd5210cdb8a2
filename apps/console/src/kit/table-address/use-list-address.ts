import { useCallback, useRef } from 'react'
import type { TableHeader, TableSort } from '../../ui/data-table/index.ts'
import { useAddress } from '../use-address.ts'
import { useTextInAddress } from './use-text-in-address.ts'
import { useViewInAddress } from './use-view-in-address.ts'

/** A new search begins on its first page. */
const firstPage = { page: null }

/** What is searched, how it is ordered and which page is shown, in the address (D25); what is usual is left out. */
export function useListAddress(headers: readonly TableHeader[], usual: TableSort) {
  const { address } = useAddress()
  const { typed: search, setTyped: setSearch, inAddress, write } = useTextInAddress('search', firstPage)

  const latest = useRef(address)
  latest.current = address
  const typed = useRef(search)
  typed.current = search
  const current = useCallback(() => {
    const now = new URLSearchParams(latest.current)
    if (typed.current !== (now.get('search') ?? '')) {
      now.set('search', typed.current)
      now.delete('page')
    }
    return now.size > 0 ? `?${now}` : ''
  }, [])

  const { view, changeView } = useViewInAddress(headers, usual)
  return {
    search,
    setSearch,
    settle: () => write(typed.current),
    /** The query string as it stands, to come back to. */
    current,
    // A new search begins on its first page also before the address has followed.
    view: search === inAddress ? view : { ...view, page: 1 },
    changeView,
  }
}
