import { restoreCell } from '@support-console/contract'
import type { Column } from './kinds/index.ts'

/** A cell's value, or why it has none. */
type ReadCell = { value: unknown } | { reason: string }
export type CellReader = (cell: string) => ReadCell

const mostRemembered = 500

/**
 * Reads the cells of a column by its schema, less the apostrophe of our own exports (R31). Most columns say a few
 * things again and again: what they said is remembered, until it is too much to be worth it.
 */
export function cellReader({ schema }: Column): CellReader {
  let remembered: Map<string, ReadCell> | undefined = new Map()
  return (cell) => {
    const known = remembered?.get(cell)
    if (known) return known
    const { data, error } = schema.safeParse(restoreCell(cell))
    const read = error ? { reason: error.issues[0]?.message ?? 'is not right' } : { value: data }
    remembered?.set(cell, read)
    if (remembered && remembered.size > mostRemembered) remembered = undefined
    return read
  }
}
