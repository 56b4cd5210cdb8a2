import { createContext, useContext, useEffect, useState } from 'react'
import { useUnsavedChanges } from '../unsaved-changes.ts'

/** Whether text that is typed here is lost with the page or the dialog. A form and a question say so of their fields. */
export const GuardContext = createContext(false)

/** The fields of a dialog whose text is not saved, by their ids; null: no dialog. */
export const DialogTextContext = createContext<Set<string> | null>(null)

/**
 * For every field: guards what is typed into it until it is saved, emptied or gone. What changes while the focus is elsewhere
 * the page has filled in.
 */
export function useGuard(id: string, value: string): void {
  const isGuarded = useContext(GuardContext)
  const inDialog = useContext(DialogTextContext)
  const [last, setLast] = useState({ own: value, seen: value })
  if (value !== last.seen) {
    const isTyped = document.activeElement?.id === id
    setLast({ own: isTyped ? last.own : value, seen: value })
  }
  const isUnsaved = isGuarded && value !== last.own
  useUnsavedChanges(isUnsaved)
  useEffect(() => {
    if (!isUnsaved || !inDialog) return
    inDialog.add(id)
    return () => {
      inDialog.delete(id)
    }
  }, [isUnsaved, inDialog, id])
}
