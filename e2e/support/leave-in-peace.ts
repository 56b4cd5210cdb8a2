import type { Page } from '@playwright/test'

/** No refresh is under way, nor waits; of a page of the console. */
export const isAtRest = `navigator.locks.query().then(({ held, pending }) =>
  ![...held, ...pending].some(({ name }) => name === 'support-console-refresh'))`

const isThere = `document.getElementById('root')?.hasChildNodes() &&
  ![...document.querySelectorAll('[role=status]')].some((each) => each.textContent === 'Loading the screen')`

/**
 * From now on, and on all pages of its context, `goto` and `reload` wait for a refresh that is under way before they
 * leave, and for the screen when they have arrived: a program that is still being loaded has no fault to be found.
 */
export function leaveInPeace(first: Page, consoleUrl: string): void {
  const teach = (page: Page) => {
    const { goto, reload } = page
    page.goto = async (...args) => {
      await onConsole(page, consoleUrl, isAtRest)
      const answer = await goto.apply(page, args)
      await onConsole(page, consoleUrl, isThere)
      return answer
    }
    page.reload = async (...args) => {
      await onConsole(page, consoleUrl, isAtRest)
      const answer = await reload.apply(page, args)
      await onConsole(page, consoleUrl, isThere)
      return answer
    }
  }
  teach(first)
  first.context().on('page', teach)
}

/** The console's page stands there, whichever it is, and not only its frame. */
export const hasArrived = (page: Page, consoleUrl: string): Promise<void> =>
  onConsole(page, consoleUrl, isThere)

/** The refresh that a start makes at once (4) is over. */
export const isFresh = (page: Page, consoleUrl: string): Promise<void> =>
  onConsole(page, consoleUrl, isAtRest)

/** Waits until this holds of a page of the console; what does not within ten seconds is held up by the test itself. */
async function onConsole(page: Page, consoleUrl: string, expression: string): Promise<void> {
  if (!page.url().startsWith(consoleUrl)) return
  const elsewhere = `!location.href.startsWith(${JSON.stringify(consoleUrl)})`
  // A page that is closed meanwhile needs no waiting either.
  await page
    .waitForFunction(`${elsewhere} || (${expression})`, undefined, { polling: 20, timeout: 10_000 })
    .catch(() => undefined)
}
