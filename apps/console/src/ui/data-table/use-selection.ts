import { useCallback, useMemo, useRef } from 'react'
import { selectAllState, toggleAll, toggleRow } from './selection.ts'
import type { TableRow } from './table.types.ts'

const nothing: ReadonlySet<string> = new Set()

interface Selecting {
  readonly selected?: ReadonlySet<string>
  readonly onSelectedChange?: (selected: Set<string>) => void
}

/** The selection of a table's rows: `all` is undefined where none can be selected; `toggle` stays the same function. */
export function useSelection(rows: readonly TableRow[], { selected, onSelectedChange }: Selecting) {
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const shown = selected ?? nothing
  const now = useRef({ shown, onSelectedChange })
  now.current = { shown, onSelectedChange }
  return {
    selected: shown,
    all: selected && selectAllState(keys, selected),
    toggle: useCallback((key: string) => {
      now.current.onSelectedChange?.(toggleRow(key, now.current.shown))
    }, []),
    toggleAll: () => onSelectedChange?.(toggleAll(keys, shown)),
  }
}
