import { useState } from 'react'

/** A small choice that this browser remembers; where storage is refused it holds until the page is left. */
export function useRemembered(name: string, initial: string): readonly [string, (value: string) => void] {
  const key = `support-console.${name}`
  const [value, setValue] = useState(() => {
    try {
      return localStorage.getItem(key) ?? initial
    } catch {
      return initial
    }
  })
  const remember = (next: string) => {
    setValue(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Remembering is a comfort, not a need.
    }
  }
  return [value, remember]
}
