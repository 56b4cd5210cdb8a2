import { useEntryState } from '../../../kit/use-entry-state.ts'

/** What is selected of a list, whatever page, order or filter is shown. */
export interface Selection {
  chosen: ReadonlySet<string>
  choose: (ids: ReadonlySet<string>) => void
  /** What had been selected before all that match were; null: they were not. */
  before: ReadonlySet<string> | null
  chooseAll: (ids: readonly string[]) => void
}

const nothing: ReadonlySet<string> = new Set()

/** @param of what the list is of */
export function useSelection(of: string): Selection {
  const [{ chosen, before }, set] = useEntryState<{
    chosen: ReadonlySet<string>
    before: ReadonlySet<string> | null
  }>(`selected ${of}`, { chosen: nothing, before: null })
  return {
    chosen,
    before,
    choose: (ids) => set({ chosen: ids, before: null }),
    chooseAll: (ids) => set({ chosen: new Set([...chosen, ...ids]), before: chosen }),
  }
}

/** The selection after one of the page's rows, or its header, was pressed: what stands on other pages stays. */
export function withPage(
  chosen: ReadonlySet<string>,
  next: ReadonlySet<string>,
  page: readonly string[],
): Set<string> {
  const all = new Set([...chosen, ...next])
  for (const key of page) if (!next.has(key)) all.delete(key)
  return all
}
