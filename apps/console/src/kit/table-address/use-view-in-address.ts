import { useSearchParams } from 'react-router'
import { defaultDirection, type TableHeader, type TableSort } from '../../ui/data-table/index.ts'

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
  const [address, setAddress] = useSearchParams()
  const key = address.get(names.sort) ?? usual.key
  const wanted = address.get(names.direction)
  const direction = wanted === 'asc' || wanted === 'desc' ? wanted : undefined
  const page = Math.max(1, Math.trunc(Number(address.get(names.page))) || 1)
  const header = headers.find((each) => each.key === key && each.isSortable)
  const usualDirection = key === usual.key ? usual.direction : defaultDirection(header)
  const sort: TableSort = header ? { key, direction: direction ?? usualDirection } : usual
  const changeView = (next: { sort: TableSort | undefined; page: number }) =>
    setAddress((old) => {
      const { key, direction } = next.sort ?? usual
      const isUsual = key === usual.key && direction === usual.direction
      for (const [name, value] of [
        [names.sort, isUsual ? null : key],
        [names.direction, isUsual ? null : direction],
        [names.page, next.page === 1 ? null : String(next.page)],
      ] as const) {
        if (value === null) old.delete(name)
        else old.set(name, value)
      }
      return old
    })
  return { view: { sort, page }, sort, changeView }
}
