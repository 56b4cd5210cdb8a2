import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { ModelRow } from './table-model.ts'

/** From this many rows on a page only those in view are in the document. */
const virtualFrom = 250

/** What stands in the body: a row, or the room of rows that are not in the document. */
type BodySlot = { row: ModelRow; index: number } | { room: number; key: string }

/**
 * The slots of the body. The row that has the focus stays in the document however far it is scrolled away, so that
 * the focus is never lost.
 */
export function useVirtualRows(
  rows: readonly ModelRow[],
  regionRef: RefObject<HTMLDivElement | null>,
  rowHeight: number,
) {
  const isVirtual = rows.length >= virtualFrom
  const focusedKey = useRef<string | undefined>(undefined)
  const current = useRef(rows)
  current.current = rows

  const rangeExtractor = useCallback((range: Range) => {
    const indexes = defaultRangeExtractor(range)
    if (focusedKey.current === undefined) return indexes
    const focused = current.current.findIndex(({ id }) => id === focusedKey.current)
    if (focused < 0 || indexes.includes(focused)) return indexes
    return [...indexes, focused].sort((a, b) => a - b)
  }, [])

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: isVirtual ? rows.length : 0,
    enabled: isVirtual,
    getScrollElement: () => regionRef.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor,
    useFlushSync: false,
  })

  // Heights are kept by place, so another order or page begins with estimates again.
  const rowsMeasured = useRef(rows)
  useLayoutEffect(() => {
    if (rowsMeasured.current === rows) return
    rowsMeasured.current = rows
    if (isVirtual) virtualizer.measure()
  }, [rows, isVirtual, virtualizer])

  const bodyProps = {
    onFocus: (event: FocusEvent) => {
      focusedKey.current = (event.target as Element).closest<HTMLElement>('tr[data-key]')?.dataset.key
    },
    onBlur: () => {
      focusedKey.current = undefined
    },
  }
  return {
    isVirtual,
    slots: isVirtual ? slotsOf(rows, virtualizer) : rows.map((row, index) => ({ row, index })),
    measure: isVirtual ? virtualizer.measureElement : undefined,
    bodyProps: isVirtual ? bodyProps : {},
    /** To the first row, for another order or page; the page itself stays. */
    toTop: () => {
      if (isVirtual) regionRef.current?.scrollTo({ top: 0 })
    },
  }
}

function slotsOf(
  rows: readonly ModelRow[],
  virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, HTMLTableRowElement>>,
): BodySlot[] {
  const slots: BodySlot[] = []
  let end = 0
  for (const item of virtualizer.getVirtualItems()) {
    const row = rows[item.index]
    if (!row) continue
    if (item.start > end)
      slots.push({ room: item.start - end, key: `room-${slots.length === 0 ? 'first' : item.index}` })
    slots.push({ row, index: item.index })
    end = item.end
  }
  const total = virtualizer.getTotalSize()
  if (total > end) slots.push({ room: total - end, key: 'room-last' })
  return slots
}
