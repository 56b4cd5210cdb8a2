import { useEffect } from 'react'
import { columnOrder, hasColumnOrder } from './row-order.ts'
import type { TableHeader, TableRow } from './table.types.ts'

/** Below this many rows an order costs less than a frame, and there is nothing to prepare. */
const manyRows = 2000

/** Prepares the order of each sortable column while the browser is idle, so that the first click is quick too. */
export function useWarmOrders(
  headers: readonly TableHeader[],
  rows: readonly TableRow[],
  isLocal: boolean,
): void {
  useEffect(() => {
    if (!isLocal || rows.length < manyRows || typeof requestIdleCallback === 'undefined') return
    const waiting = headers.filter(({ isSortable, key }) => isSortable && !hasColumnOrder(rows, key))
    let handle: number
    const prepareNext = () => {
      const header = waiting.shift()
      if (!header) return
      columnOrder(rows, header.key)
      handle = requestIdleCallback(prepareNext)
    }
    handle = requestIdleCallback(prepareNext)
    return () => cancelIdleCallback(handle)
  }, [headers, rows, isLocal])
}
