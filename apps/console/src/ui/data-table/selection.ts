/** The three states of the header's checkbox (specification 2.14). */
export type TriState = 'unchecked' | 'indeterminate' | 'checked'

/** What the header's checkbox shows for rows of which some are selected. Keys of rows that are gone do not count. */
export function selectAllState(keys: readonly string[], selected: ReadonlySet<string>): TriState {
  if (selected.size === 0) return 'unchecked'
  let count = 0
  for (const key of keys) if (selected.has(key)) count++
  if (count === 0) return 'unchecked'
  return count === keys.length ? 'checked' : 'indeterminate'
}

/** The selection after a click on the header's checkbox: all, or none if all were selected. */
export function toggleAll(keys: readonly string[], selected: ReadonlySet<string>): Set<string> {
  return selectAllState(keys, selected) === 'checked' ? new Set() : new Set(keys)
}

/** The selection after a click on a row's checkbox. */
export function toggleRow(key: string, selected: ReadonlySet<string>): Set<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}
