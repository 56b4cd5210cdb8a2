import { type CSSProperties, useMemo } from 'react'
import type { TableHeader, TableRow } from './table.types.ts'

/** Which columns a table has besides those of its headers, and what stays in place when it scrolls sideways. */
export interface TableLayout {
  hasSubRows: boolean
  hasSelection: boolean
  hasLinks: boolean
  /** The key of the identifying column. */
  identifier: string | undefined
  startOfSelection: CSSProperties
  startOfIdentifier: CSSProperties
  /** All columns, for cells that span them. */
  columnCount: number
}

/** Widths in pixels of the columns that the table adds. */
export const subRowsWidth = 36
export const selectionWidth = 40
export const linkWidth = 32

const staysAt = (pixels: number) => ({ '--stays-at': `${pixels}px` }) as CSSProperties

/** Says once for all rows how the table is laid out. */
export function useTableLayout(
  headers: readonly TableHeader[],
  rows: readonly TableRow[],
  { hasSelection, mayHaveSubRows }: { hasSelection: boolean; mayHaveSubRows: boolean },
): TableLayout {
  return useMemo(() => {
    const hasSubRows =
      mayHaveSubRows || rows.some(({ subRows }) => subRows !== undefined && subRows.length > 0)
    const hasLinks =
      !headers.some(({ opensRow }) => opensRow) &&
      rows.some(({ href, onClick }) => href !== undefined || onClick !== undefined)
    const startOfSelection = hasSubRows ? subRowsWidth : 0
    const startOfIdentifier = startOfSelection + (hasSelection ? selectionWidth : 0)
    return {
      hasSubRows,
      hasSelection,
      hasLinks,
      identifier: (headers.find(({ isIdentifier }) => isIdentifier) ?? headers[0])?.key,
      // As wide as the next column's place counts on, whatever the others need.
      startOfSelection: { ...staysAt(startOfSelection), minWidth: selectionWidth },
      startOfIdentifier: staysAt(startOfIdentifier),
      columnCount: headers.length + Number(hasSubRows) + Number(hasSelection) + Number(hasLinks),
    }
  }, [headers, rows, hasSelection, mayHaveSubRows])
}
