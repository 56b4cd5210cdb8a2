import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { userEvent } from 'vitest/browser'
import { forgetRefusals } from './policy.ts'

let root: Root | undefined

/** Shows a widget alone on the page, in the place of the one before; the test's end takes everything away. */
export function show(widget: ReactNode, tag: 'main' | 'div' = 'main'): void {
  if (root) takeAway()
  else onTestFinished(endVisit)
  const element = document.body.appendChild(document.createElement(tag))
  // There is no header bar under which the tables' headers would stick.
  element.style.setProperty('--table-sticks-at', '0px')
  element.style.padding = '8px'
  const place = createRoot(element)
  root = place
  // With its effects: a test's first event must not come between them.
  flushSync(() => place.render(widget))
}

/** What a page that is left takes with it. */
function takeAway(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}

async function endVisit(): Promise<void> {
  takeAway()
  localStorage.clear()
  // The next test's widget does not come to lie under the pointer: only its margin does.
  await userEvent.pointer({ coords: { x: 0, y: 0 } })
  // R20: whatever a test does with a widget, the server's policy has nothing against it.
  expect(forgetRefusals()).toEqual([])
}
