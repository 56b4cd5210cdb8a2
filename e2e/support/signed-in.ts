import type { BrowserContext } from '@playwright/test'
import { leaveInPeace } from './leave-in-peace.ts'
import { refreshIsOver } from './session.ts'
import { test as base } from './world.ts'

/**
 * The world's `test` with a `page` that is signed in as support: one sign-in for all tests of a worker, a page of its
 * own for each of them. For specs that neither sign out nor change what the browser remembers.
 */
export const test = base.extend<object, { signedIn: BrowserContext }>({
  signedIn: [
    async ({ browser, world }, use, { project }) => {
      const { viewport, locale, timezoneId } = project.use
      const context = await browser.newContext({
        ...(viewport !== undefined && { viewport }),
        ...(locale !== undefined && { locale }),
        ...(timezoneId !== undefined && { timezoneId }),
      })
      const page = await context.newPage()
      leaveInPeace(page, world.consoleUrl)
      await world.signIn(page)
      await page.close()
      await use(context)
      await context.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  page: async ({ signedIn }, use) => {
    const page = await signedIn.newPage()
    await use(page)
    // Left in the middle of its refresh it would send the next test's page to the provider first (R18).
    await refreshIsOver(page).catch(() => undefined)
    await page.close()
  },
})
