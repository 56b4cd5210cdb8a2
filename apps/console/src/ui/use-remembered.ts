import { useState } from 'react'
import { localStore } from './safe-storage.ts'

/** A small choice that this browser remembers; where storage is refused it holds until the page is left. */
export function useRemembered(name: string, initial: string): readonly [string, (value: string) => void] {
  const key = `support-console.${name}`
  const [value, setValue] = useState(() => localStore.get(key) ?? initial)
  const remember = (next: string) => {
    setValue(next)
    localStore.set(key, next)
  }
  return [value, remember]
}
