import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { TableHeader, TableSort } from '../../ui/data-table/index.ts'
import { inPlace, useAddress } from '../use-address.ts'
import { useViewInAddress } from './use-view-in-address.ts'

/** How long somebody rests while typing before the address follows, in milliseconds: browsers limit such changes. */
const rest = 300

/** What is searched, how it is ordered and which page is shown, in the address (D25); what is usual is left out. */
export function useListAddress(headers: readonly TableHeader[], usual: TableSort) {
  const { address, put } = useAddress()
  const inAddress = address.get('search') ?? ''
  const [search, setSearch] = useState(inAddress)
  const written = useRef(inAddress)

  const write = useCallback(
    (wanted: string) => {
      if (written.current === wanted) return
      written.current = wanted
      put({ search: wanted, page: null }, inPlace)
    },
    [put],
  )
  // Who is on the way to another page (Back, Forward, a link) must get there: a change of this page's address now would
  // take its place.
  const { pathname } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (isLeaving) return
    const timer = setTimeout(() => {
      if (window.location.pathname === pathname) write(search)
    }, rest)
    return () => clearTimeout(timer)
  }, [search, write, pathname, isLeaving])
  // Back and Forward bring their search into the field.
  useEffect(() => {
    if (written.current === inAddress) return
    written.current = inAddress
    setSearch(inAddress)
  }, [inAddress])

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
