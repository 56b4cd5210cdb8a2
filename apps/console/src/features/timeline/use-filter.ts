import { useTextInAddress } from '../../kit/table-address/index.ts'
import { inPlace, useAddress } from '../../kit/use-address.ts'
import { type Filter, isGroup } from './entries.ts'

/** What is shown, in the address (D25): `kind`, `by` and `text`; what is usual is left out. */
export function useFilter() {
  const { address, put } = useAddress()
  const { typed, setTyped } = useTextInAddress('text')
  const kind = address.get('kind') ?? ''
  const filter: Filter = {
    group: isGroup(kind) ? kind : 'All',
    person: address.get('by') ?? '',
    search: typed,
  }
  const setFilter = ({ group, person, search }: Filter) => {
    if (group !== filter.group || person !== filter.person)
      put({ kind: group !== 'All' && group, by: person }, inPlace)
    setTyped(search)
  }
  return { filter, setFilter }
}
