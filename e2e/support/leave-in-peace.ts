import type { Page } from '@playwright/test'

const isRefreshing = `navigator.locks.query().then(({ held, pending }) =>
  [...held, ...pending].some(({ name }) => name === 'support-console-refresh'))`

/** From now on, and on all pages of its context, `goto` and `reload` wait for a refresh that is under way. */
export function leaveInPeace(first: Page, consoleUrl: string): void {
  const teach = (page: Page) => {
    const { goto, reload } = page
    const refreshed = async () => {
      // What does not end within ten seconds is held up by the test itself.
      for (const until = Date.now() + 10_000; Date.now() < until; await page.waitForTimeout(50)) {
        if (!page.url().startsWith(consoleUrl)) return
        // A page that is on its way elsewhere cannot be asked.
        if (!(await page.evaluate<boolean>(isRefreshing).catch(() => true))) return
      }
    }
    page.goto = async (...args) => {
      await refreshed()
      return goto.apply(page, args)
    }
    page.reload = async (...args) => {
      await refreshed()
      return reload.apply(page, args)
    }
  }
  teach(first)
  first.context().on('page', teach)
}
