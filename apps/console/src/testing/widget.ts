import { expect, onTestFinished, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { standOn } from './device.ts'
import { findViolations, rulesIn } from './violations.ts'

/** Gives it the focus, as soon as it is there. */
export async function focus(locator: Locator): Promise<void> {
  const element = await locator.findElement()
  element.focus()
}

/** Presses keys on it: `{Enter}`, `2021`, `{Shift>}{Tab}{/Shift}`. */
export async function press(locator: Locator, keys: string): Promise<void> {
  await focus(locator)
  await userEvent.keyboard(keys)
}

/** Pastes it where the pointer has put the caret; only a page that was pressed on may use the clipboard. */
export async function paste(into: Locator, text: string): Promise<void> {
  await into.click()
  await navigator.clipboard.writeText(text)
  await userEvent.paste()
}

export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect()

/** The text of each, white space as it is seen. */
export const textsOf = (locator: Locator): string[] =>
  locator.elements().map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())

/** No one sees it any more: it is gone or hidden. */
export const expectHidden = (locator: Locator): Promise<void> =>
  expect
    .poll(() => locator.elements().filter((each) => each.checkVisibility({ visibilityProperty: true })))
    .toEqual([])

/** axe-core finds nothing on the page, or within these CSS selectors. */
export async function expectNoViolations(...include: string[]): Promise<void> {
  expect(await findViolations(include.length > 0 ? { include } : {})).toEqual([])
}

/** The same in both themes; the dark one stays. */
export async function expectNoViolationsInThemes(...include: string[]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await standOn({ colorScheme, reducesMotion: true })
    const where = { only: rulesIn[colorScheme], ...(include.length > 0 && { include }) }
    expect(await findViolations(where), `${colorScheme} theme`).toEqual([])
  }
}

/**
 * Until the test's end time passes only as the test says, by `vi.advanceTimersByTime`: what the page shows for a while
 * stays as long as the test looks at it, however slow the machine.
 */
export function stopClock(): void {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
