import type { Page } from '@playwright/test'

const isRefreshing = `navigator.locks.query().then(({ held, pending }) =>
  [...held, ...pending].some(({ name }) => name === 'support-console-refresh'))`

const isComing = `!document.getElementById('root')?.hasChildNodes() ||
  [...document.querySelectorAll('[role=status]')].some((each) => each.textContent === 'Loading the screen')`

/**
 * From now on, and on all pages of its context, `goto` and `reload` wait for a refresh that is under way before they
 * leave, and for the screen when they have arrived: a program that is still being loaded has no fault to be found.
 */
export function leaveInPeace(first: Page, consoleUrl: string): void {
  const teach = (page: Page) => {
    const { goto, reload } = page
    page.goto = async (...args) => {
      await whileOnConsole(page, consoleUrl, isRefreshing)
      const answer = await goto.apply(page, args)
      await whileOnConsole(page, consoleUrl, isComing)
      return answer
    }
    page.reload = async (...args) => {
      await whileOnConsole(page, consoleUrl, isRefreshing)
      const answer = await reload.apply(page, args)
      await whileOnConsole(page, consoleUrl, isComing)
      return answer
    }
  }
  teach(first)
  first.context().on('page', teach)
}

/** The console's page stands there, whichever it is, and not only its frame. */
export const hasArrived = (page: Page, consoleUrl: string): Promise<void> =>
  whileOnConsole(page, consoleUrl, isComing)

/** The refresh that a start makes at once (4) is over. */
export const isFresh = (page: Page, consoleUrl: string): Promise<void> =>
  whileOnConsole(page, consoleUrl, isRefreshing)

/** Waits while this is so of a page of the console; what does not end within ten seconds is held up by the test itself. */
async function whileOnConsole(page: Page, consoleUrl: string, expression: string): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; await page.waitForTimeout(50)) {
    if (!page.url().startsWith(consoleUrl)) return
    // A page that is on its way elsewhere cannot be asked.
    if (!(await page.evaluate<boolean>(expression).catch(() => true))) return
  }
}
