import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * Which forms hold input that is not saved (2.3, 4). A form marks itself; the frame warns before the page is left and
 * refuses Logout meanwhile. Kept outside React, since the browser's own unload question is asked outside it too.
 */
const dirtyForms = new Set<symbol>()
const listeners = new Set<() => void>()

export function hasUnsavedChanges(): boolean {
  return dirtyForms.size > 0
}

/** The frame calls it on every change of route (2.3). */
export function resetUnsavedChanges(): void {
  if (dirtyForms.size === 0) return
  dirtyForms.clear()
  tell()
}

export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedChanges)
}

/**
 * For one form: pass whether it holds unsaved input. Leaving the page takes the mark back. A form that stays, with what
 * was typed, when the address changes passes that as well: then it is marked again.
 *
 * Returns a function that drops the mark at once, for the moment between a successful save and the navigation that
 * follows it in the same step.
 */
export function useUnsavedChanges(dirty: boolean, address = ''): () => void {
  const [form] = useState(() => Symbol('form'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another address all marks were taken back
  useEffect(() => {
    markUnsaved(form, dirty)
    return () => markUnsaved(form, false)
  }, [form, dirty, address])
  return () => markUnsaved(form, false)
}

/** Outside components: says of one form whether it holds unsaved input. */
function markUnsaved(form: symbol, dirty: boolean): void {
  if (dirtyForms.has(form) === dirty) return
  if (dirty) dirtyForms.add(form)
  else dirtyForms.delete(form)
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
