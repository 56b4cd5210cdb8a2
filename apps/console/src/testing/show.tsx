import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { takeRefused } from './policy.ts'

let takeAway: (() => void) | undefined

/** Shows a widget alone on the page, in the place of the one before; the test's end takes everything away. */
export function show(widget: ReactNode): void {
  takeAway?.()
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(<StrictMode>{widget}</StrictMode>)
  takeAway = () => {
    takeAway = undefined
    root.unmount()
    document.body.replaceChildren()
    localStorage.clear()
  }
  onTestFinished(() => {
    takeAway?.()
    // R20: whatever a test does with a widget, the server's policy has nothing against it.
    expect(takeRefused()).toEqual([])
  })
}
