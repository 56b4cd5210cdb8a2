import { useSyncExternalStore } from 'react'
import { localStore } from './safe-storage.ts'

/** The person's choice of look (D28). `system` is the absence of a choice: tokens.css then follows the device. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** public/theme.js reads it before the first paint. */
const STORAGE_KEY = 'support-console.theme'
const listeners = new Set<() => void>()

export function chooseTheme(choice: ThemeChoice): void {
  apply(choice)
  if (choice === 'system') localStore.remove(STORAGE_KEY)
  else localStore.set(STORAGE_KEY, choice)
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, current)
}

const known = (value: string | null | undefined): ThemeChoice =>
  themeChoices.find((choice) => choice === value) ?? 'system'

const current = (): ThemeChoice => known(document.documentElement.dataset.theme)

function apply(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  for (const listener of listeners) listener()
}

/** While someone looks at the choice, one made in another tab arrives here too. */
function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) apply(known(event.newValue))
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
