import { useCallback, useEffect, useRef, useState } from 'react'
import { tabStore } from '../ui/safe-storage.ts'
import { getSession } from './store.ts'

/**
 * What someone typed into a form survives a forced sign-out and the sign-in after it (D12). Values live in
 * memory; only when the session ends against the user's will do they go to this tab's sessionStorage, bound to
 * the user. A deliberate logout clears them. Never keep a secret by it (R2).
 */
const PREFIX = 'support-console:kept-input:'

const current = new Map<string, unknown>()

const storageKey = (subject: string, key: string) => `${PREFIX}${subject}:${key}`

/**
 * `useState` for form input that survives a forced sign-out. `key` names the form and field, with the id of
 * what is edited (`company:1`); the value must be JSON. `restored` is true when the value came back, so that the
 * form can say so and count as changed. Call `clear` on success; leaving the page by itself forgets as well, unless the
 * value `lasts` as long as the session.
 */
export function useKeptInput<Value>(
  key: string,
  initial: Value,
  { lasts = false } = {},
): [value: Value, setValue: (value: Value) => void, more: { restored: boolean; clear: () => void }] {
  const [kept] = useState(() => keptInput<Value>(key))
  const [value, setState] = useState<Value>(kept === undefined ? initial : kept)
  const first = useRef({ kept, initial, lasts })

  useEffect(() => {
    const { kept, initial, lasts } = first.current
    if (lasts && kept !== undefined) dropKeptInput(key)
    if (kept !== undefined && kept !== initial) keepInput(key, kept)
    return () => {
      // Unmounted because the session ended: the value was saved and waits. Otherwise the user has left the form.
      if (!lasts && isSignedIn()) dropKeptInput(key)
    }
  }, [key])

  const setValue = useCallback(
    (next: Value) => {
      setState(next)
      keepInput(key, next)
    },
    [key],
  )
  const clear = useCallback(() => dropKeptInput(key), [key])
  return [value, setValue, { restored: kept !== undefined, clear }]
}

/** For forms that keep their state elsewhere: says what `key` would lose if the session ended now. */
export function keepInput(key: string, value: unknown): void {
  current.set(key, value)
}

/** The same for what shall survive a reload of this tab, too. */
export function keepInTab(key: string, value: unknown): void {
  const { subject } = getSession()
  if (subject) tabStore.set(storageKey(subject, key), JSON.stringify(value))
}

/** What was kept under `key` for the signed-in user, or undefined. It stays until `dropKeptInput`. */
export function keptInput<Value>(key: string): Value | undefined {
  const { subject } = getSession()
  if (!subject) return undefined
  if (current.has(key)) return current.get(key) as Value
  const text = tabStore.get(storageKey(subject, key))
  return text === null ? undefined : (JSON.parse(text) as Value)
}

/** The input was sent or given up: nothing is left to lose. */
export function dropKeptInput(key: string): void {
  current.delete(key)
  const { subject } = getSession()
  if (subject) tabStore.remove(storageKey(subject, key))
}

/** Before a forced sign-out: what is typed goes to sessionStorage. */
export function saveKeptInputs(): void {
  const { subject } = getSession()
  if (!subject) return
  for (const [key, value] of current) tabStore.set(storageKey(subject, key), JSON.stringify(value))
  current.clear()
}

/** On a deliberate logout: nothing stays, of any user. */
export function dropKeptInputs(): void {
  current.clear()
  for (const key of tabStore.keys()) if (key.startsWith(PREFIX)) tabStore.remove(key)
}

function isSignedIn(): boolean {
  const { phase, expired } = getSession()
  // A token that has expired sends everybody home (specification 2.3): no one left the form of their own will.
  return !expired && (phase === 'signed-in' || phase === 'refreshing-offline')
}
