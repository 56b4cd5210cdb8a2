import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Columns that stay in place may take so much of the region: what has the focus must find room beside them on a phone. */
const mostStaying = 0.5

/**
 * Keeps the columns of a table steady and tells whether it is wider than its region. The element around the region
 * knows, for its style sheet, on which sides the table goes on (`data-before`, `data-after`) and the sizes that it needs.
 *
 * The browser lays the columns out by what is in them, so another page would shift them. Each column therefore keeps
 * the greatest width it had; only columns whose content wraps take what is left. A new width of the region starts
 * afresh. All is written to the `col` elements, outside React and without style elements (R20).
 */
export function useRegion(
  edgesRef: RefObject<HTMLDivElement | null>,
  regionRef: RefObject<HTMLDivElement | null>,
  tableRef: RefObject<HTMLTableElement | null>,
  columnsKey: string,
): { isSideways: boolean; sticks: boolean } {
  const [isSideways, setSideways] = useState(false)
  const [sticks, setSticks] = useState(false)
  const steady = useRef(() => {})

  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are measured again
  useLayoutEffect(() => {
    const [edges, region, table] = [edgesRef.current, regionRef.current, tableRef.current]
    if (!edges || !region || !table) return
    const headers = [...(table.tHead?.rows[0]?.cells ?? [])]
    const widths = steadyWidths(region, headers, [...table.querySelectorAll('col')])
    const tellSides = () => {
      edges.toggleAttribute('data-before', region.scrollLeft > 1)
      edges.toggleAttribute('data-after', region.scrollLeft + region.clientWidth < region.scrollWidth - 1)
    }
    steady.current = () => {
      widths.keep()
      const staying = headers
        .filter((header) => 'stays' in header.dataset)
        .reduce((sum, { offsetWidth }) => sum + offsetWidth, 0)
      const fits = staying < region.clientWidth * mostStaying
      for (const [name, pixels] of [
        ['height', region.offsetHeight],
        ['width', region.clientWidth],
        ['bar', region.offsetHeight - region.clientHeight],
        ['staying', fits ? staying : 0],
      ] as const)
        edges.style.setProperty(`--region-${name}`, `${pixels}px`)
      setSideways(table.offsetWidth > region.clientWidth + 1)
      setSticks(fits)
      tellSides()
    }
    // In a frame of its own: what is changed here would be observed again in the same one, which browsers report as an error.
    let next = 0
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(next)
      next = requestAnimationFrame(() => steady.current())
    })
    observer.observe(region)
    observer.observe(table)
    for (const header of headers) observer.observe(header)
    region.addEventListener('scroll', tellSides, { passive: true })
    return () => {
      cancelAnimationFrame(next)
      observer.disconnect()
      region.removeEventListener('scroll', tellSides)
      widths.giveBack()
    }
  }, [edgesRef, regionRef, tableRef, columnsKey])

  // Whatever has changed, no column moves after it was painted.
  useLayoutEffect(() => steady.current())

  return { isSideways, sticks: isSideways && sticks }
}

/** The greatest width that each column had since the region has its own. */
function steadyWidths(
  region: HTMLElement,
  headers: readonly HTMLTableCellElement[],
  columns: readonly HTMLTableColElement[],
) {
  const given = columns.map((column) => column.style.width)
  const greatest = new Map<number, number>()
  let regionWidth = region.clientWidth
  const giveBack = () => {
    greatest.clear()
    for (const [index, column] of columns.entries()) column.style.width = given[index] ?? ''
  }
  const keep = () => {
    if (region.clientWidth !== regionWidth) {
      regionWidth = region.clientWidth
      giveBack()
    }
    for (const [index, header] of headers.entries()) {
      if (header.dataset.wrap === 'true') continue
      const width = header.getBoundingClientRect().width
      const before = greatest.get(index) ?? 0
      if (width > before + 0.5) greatest.set(index, width)
      else if (width < before - 0.5) columns[index]?.style.setProperty('width', `${before}px`)
    }
  }
  return { keep, giveBack }
}
