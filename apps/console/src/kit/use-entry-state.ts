import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onSession } from '../session/index.ts'

/** By the entry of the browser's history and its name there. */
const kept = new Map<string, unknown>()
/** Entries that are kept; the oldest make room. */
const mostKept = 100

onSession('signedOut', () => kept.clear())

/**
 * `useState` that comes back with its page, by Back and Forward: what was selected survives a look at one of the things. A new
 * visit begins without it.
 */
export function useEntryState<Value>(name: string, initial: Value) {
  const { key, pathname } = useLocation()
  const entry = `${key} ${pathname} ${name}`
  const state = useState(() => (kept.has(entry) ? (kept.get(entry) as Value) : initial))
  const [value] = state
  useEffect(() => {
    kept.delete(entry)
    kept.set(entry, value)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }, [entry, value])
  return state
}
