import type { BrowserContext } from '@playwright/test'
import { isFresh, leaveInPeace } from './leave-in-peace.ts'
import { test as base } from './test.ts'

/**
 * The world's `test` with a `page` that is signed in as support: one sign-in for all tests of a worker in this world, a
 * page of its own for each of them. For specs that neither sign out nor change what the browser remembers.
 */
export const test = base.extend<{ signedIn: BrowserContext }>({
  signedIn: async ({ browser, world, signedInContexts }, use, { project }) => {
    const { viewport, locale, timezoneId, reducedMotion } = project.use
    let context = signedInContexts.get(world)
    if (!context) {
      for (const [former, itsContext] of signedInContexts)
        if (!former.server.running && signedInContexts.delete(former)) await itsContext.close()
      context = await browser.newContext({
        ...(viewport !== undefined && { viewport }),
        ...(locale !== undefined && { locale }),
        ...(timezoneId !== undefined && { timezoneId }),
        ...(reducedMotion !== undefined && { reducedMotion }),
      })
      const page = await context.newPage()
      leaveInPeace(page, world.consoleUrl)
      await world.signIn(page)
      await page.close()
      signedInContexts.set(world, context)
    }
    await use(context)
  },
  page: async ({ signedIn, world }, use) => {
    const page = await signedIn.newPage()
    await use(page)
    // Left in the middle of its refresh it would send the next test's page to the provider first (R18).
    await isFresh(page, world.consoleUrl)
    await page.close()
  },
})
