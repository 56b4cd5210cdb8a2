/** A page's number, or a gap of pages that are left out; a gap has a name so that it keeps its identity. */
type PageSlot = number | 'gap-before' | 'gap-after'

const slots = 7

/**
 * The pages to offer: first, last, and those near the current one. From seven pages on there are always seven slots,
 * so that the arrows stay where they are, and a gap always stands for two pages or more.
 * @param page the current page, from 1
 */
export function pageWindow(page: number, pageCount: number): PageSlot[] {
  if (pageCount <= slots) return numbers(1, pageCount)
  const edge = slots - 3
  if (page <= edge) return [...numbers(1, edge + 1), 'gap-after', pageCount]
  if (page > pageCount - edge) return [1, 'gap-before', ...numbers(pageCount - edge, pageCount)]
  return [1, 'gap-before', page - 1, page, page + 1, 'gap-after', pageCount]
}

const numbers = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/** How many pages hold so many rows; at least one. */
export const pageCountOf = (rowCount: number, rowsPerPage: number): number =>
  rowCount <= 0 || rowsPerPage === Number.POSITIVE_INFINITY ? 1 : Math.ceil(rowCount / rowsPerPage)

/** A page that exists: the nearest to the wanted one. What comes from an address can be anything. */
export function clampPage(page: number, pageCount: number): number {
  return Number.isFinite(page) ? Math.min(Math.max(1, Math.trunc(page)), Math.max(1, pageCount)) : 1
}

/** The first and last row of a page, from 1; 0 and 0 where there is none. */
export function rowsOnPage(
  page: number,
  rowsPerPage: number,
  rowCount: number,
): { first: number; last: number } {
  if (rowCount <= 0) return { first: 0, last: 0 }
  if (rowsPerPage === Number.POSITIVE_INFINITY) return { first: 1, last: rowCount }
  return { first: (page - 1) * rowsPerPage + 1, last: Math.min(page * rowsPerPage, rowCount) }
}
