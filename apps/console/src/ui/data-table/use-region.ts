import { type RefObject, useLayoutEffect, useState } from 'react'

/** Columns that stay in place may take so much of the region; on a phone nothing else might be seen. */
const mostStaying = 0.55

/**
 * Keeps the columns of a table steady and tells whether it is wider than its region.
 *
 * The browser lays the columns out by what is in them, so another page would shift them. Each column therefore keeps
 * the greatest width it had; only columns whose content wraps take what is left. A new width of the region starts
 * afresh. All is written to the `col` elements, outside React and without style elements (R20).
 */
export function useRegion(
  regionRef: RefObject<HTMLDivElement | null>,
  tableRef: RefObject<HTMLTableElement | null>,
  columnsKey: string,
): { isSideways: boolean; sticks: boolean } {
  const [isSideways, setSideways] = useState(false)
  const [sticks, setSticks] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are measured anew
  useLayoutEffect(() => {
    const region = regionRef.current
    const table = tableRef.current
    if (!region || !table) return
    const headers = [...(table.tHead?.rows[0]?.cells ?? [])]
    const columns = [...table.querySelectorAll('col')]
    const given = columns.map((column) => column.style.width)
    let greatest = new Map<number, number>()
    let regionWidth = region.clientWidth

    const steady = () => {
      if (region.clientWidth !== regionWidth) {
        regionWidth = region.clientWidth
        greatest = new Map()
        for (const [index, column] of columns.entries()) column.style.width = given[index] ?? ''
      }
      for (const [index, header] of headers.entries()) {
        if (header.dataset.wrap === 'true') continue
        const width = header.getBoundingClientRect().width
        const before = greatest.get(index) ?? 0
        if (width > before + 0.5) greatest.set(index, width)
        else if (width < before - 0.5) columns[index]?.style.setProperty('width', `${before}px`)
      }
      region.style.setProperty('--region-height', `${region.offsetHeight}px`)
      region.style.setProperty('--region-width', `${region.clientWidth}px`)
      setSideways(table.offsetWidth > region.clientWidth + 1)
      const staying = headers.filter((header) => 'stays' in header.dataset)
      const room = staying.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0)
      setSticks(room < region.clientWidth * mostStaying)
    }
    steady()
    const observer = new ResizeObserver(steady)
    observer.observe(region)
    observer.observe(table)
    for (const header of headers) observer.observe(header)
    return () => {
      observer.disconnect()
      for (const [index, column] of columns.entries()) column.style.width = given[index] ?? ''
    }
  }, [regionRef, tableRef, columnsKey])

  return { isSideways, sticks: isSideways && sticks }
}
