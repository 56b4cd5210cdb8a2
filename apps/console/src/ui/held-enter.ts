import type { KeyboardEvent } from 'react'

/** For `onKeyDown` of a button that asks or changes: Enter held down presses it once. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}
