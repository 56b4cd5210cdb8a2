import { defaultDirection, type TableHeader, type TableSort } from '../../ui/data-table/index.ts'
import { useAddress } from '../use-address.ts'

/** What order and page are called in the address. */
const ofTheScreen = { sort: 'sort', direction: 'direction', page: 'page' } as const
type Names = Readonly<Record<keyof typeof ofTheScreen, string>>

/**
 * Order and page of a screen's table in its address (D25): `sort`, `direction`, `page`, or by other names for a second
 * table; what is usual is left out. A column that cannot be sorted is none.
 */
export function useViewInAddress(
  headers: readonly TableHeader[],
  usual: TableSort,
  names: Names = ofTheScreen,
) {
  const { address, put } = useAddress()
  const page = Math.max(1, Math.trunc(Number(address.get(names.page))) || 1)
  const sort = sortIn(address, headers, usual, names)
  const changeView = (next: { sort: TableSort | undefined; page: number }) => {
    const { key, direction } = next.sort ?? usual
    const isUsual = key === usual.key && direction === usual.direction
    put({
      [names.sort]: !isUsual && key,
      [names.direction]: !isUsual && direction,
      [names.page]: next.page !== 1 && String(next.page),
    })
  }
  return { view: { sort, page }, sort, changeView }
}

function sortIn(
  address: URLSearchParams,
  headers: readonly TableHeader[],
  usual: TableSort,
  names: Names,
): TableSort {
  const key = address.get(names.sort) ?? usual.key
  const header = headers.find((each) => each.key === key && each.isSortable)
  if (!header) return usual
  const wanted = address.get(names.direction)
  if (wanted === 'asc' || wanted === 'desc') return { key, direction: wanted }
  return { key, direction: key === usual.key ? usual.direction : defaultDirection(header) }
}
