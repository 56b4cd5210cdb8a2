import { setTimeout as wait } from 'node:timers/promises'
import { errors, type Page } from '@playwright/test'

/**
 * True once no refresh is under way, nor waits, in any tab: asked of a page of the console, it takes a place in their
 * queue. No `waitForFunction`: that takes a promise for a yes. No timer of the page's either: its clock may be the test's.
 */
export const afterRefreshes = (): Promise<boolean> =>
  navigator.locks.request('support-console-refresh', { mode: 'shared' }, () => true)

const isThereOrElsewhere = (consoleUrl: string): boolean => {
  if (!location.href.startsWith(consoleUrl)) return true
  const signs = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)
  return document.getElementById('root')?.hasChildNodes() === true && !signs.includes('Loading the screen')
}

/** What does not come within ten seconds is held up by the test itself. */
const PATIENCE = 10_000

/**
 * From now on, and on all pages of its context, `goto` and `reload` wait for a refresh that is under way before they
 * leave, and for the screen when they have arrived: a program that is still being loaded has no fault to be found.
 */
export function leaveInPeace(first: Page, consoleUrl: string): void {
  const teach = (page: Page) => {
    const { goto, reload } = page
    page.goto = async (...args) => {
      await isFresh(page, consoleUrl)
      const answer = await goto.apply(page, args)
      await hasArrived(page, consoleUrl)
      return answer
    }
    page.reload = async (...args) => {
      await isFresh(page, consoleUrl)
      const answer = await reload.apply(page, args)
      await hasArrived(page, consoleUrl)
      return answer
    }
  }
  teach(first)
  first.context().on('page', teach)
}

const isOnConsole = (page: Page, consoleUrl: string): boolean =>
  !page.isClosed() && page.url().startsWith(consoleUrl)

/** The console's page stands there, whichever it is, and not only its frame. */
export async function hasArrived(page: Page, consoleUrl: string): Promise<void> {
  if (!isOnConsole(page, consoleUrl)) return
  // No expression: it is compiled at each look, which the page's policy allows the first time only (R20).
  await page
    .waitForFunction(isThereOrElsewhere, consoleUrl, { polling: 20, timeout: PATIENCE })
    .catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError) && !page.isClosed()) throw error
    })
}

/** The refresh that a start makes at once (4) is over. */
export async function isFresh(page: Page, consoleUrl: string): Promise<void> {
  const until = Date.now() + PATIENCE
  while (isOnConsole(page, consoleUrl) && Date.now() < until) {
    const isOver = page.evaluate(afterRefreshes).catch((error: unknown) => {
      if (!page.isClosed() && !/context was destroyed|navigat/.test(String(error))) throw error
      return false
    })
    if (await Promise.race([isOver, wait(until - Date.now(), true, { ref: false })])) return
    // A page that is on its way cannot be asked before it has arrived.
    await wait(50)
  }
}
