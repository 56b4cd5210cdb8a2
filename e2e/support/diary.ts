import type { EventEmitter } from 'node:events'
import { type BrowserContext, test as base, type ConsoleMessage, type Request } from '@playwright/test'

export { expect } from '@playwright/test'

/** The last so many lines of a page are shown, and of what happened. */
const MOST_LINES = 70

/**
 * Playwright's `test`, which explains a failure by itself: what stands on every page then, and what had happened
 * before (addresses, calls, the browser's complaints), in milliseconds since the test's start. `failure-reporter.ts`
 * prints it, so that a failure that comes once in a thousand runs is understood from the log alone.
 */
export const test = base.extend<{ diary: undefined }>({
  diary: [
    // After `page`, so that this ends while the page still stands.
    async ({ browser, page }, use, testInfo) => {
      const began = Date.now()
      const lines: string[] = []
      const tell = (line: string) => lines.push(`${String(Date.now() - began).padStart(6)} ${short(line)}`)
      const watched: BrowserContext[] = []
      const watch = (context: BrowserContext) => {
        watched.push(context)
        for (const [name, listener] of Object.entries(listeners)) eventsOf(context).on(name, listener)
      }
      const listeners = {
        console: (message: ConsoleMessage) =>
          ['error', 'warning'].includes(message.type()) && tell(`${message.type()}: ${message.text()}`),
        weberror: (error: { error(): Error }) => tell(`uncaught: ${error.error().stack}`),
        request: (request: Request) => isWorthTelling(request) && tell(`> ${nameOf(request)}`),
        requestfailed: (request: Request) => tell(`! ${nameOf(request)}: ${request.failure()?.errorText}`),
        response: (response: { request(): Request; status(): number }) =>
          (isWorthTelling(response.request()) || response.status() >= 400) &&
          tell(`< ${response.status()} ${nameOf(response.request())}`),
        framenavigated: (frame: { parentFrame(): unknown; url(): string }) =>
          frame.parentFrame() === null && tell(`at ${frame.url()}`),
      }
      for (const context of new Set([page.context(), ...browser.contexts()])) watch(context)
      browser.on('context', watch)
      await use(undefined)
      browser.off('context', watch)
      for (const context of watched)
        for (const [name, listener] of Object.entries(listeners)) eventsOf(context).off(name, listener)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('what happened', { body: lines.slice(-MOST_LINES).join('\n') })
      for (const each of watched.flatMap((context) => context.pages())) {
        const stands = await each.ariaSnapshot({ timeout: 5000 }).catch((error: unknown) => String(error))
        // The menu is the same everywhere.
        const shown = stands.replace(/^(- navigation "Screens"):\n(?: .*\n)*/m, '$1\n')
        await testInfo.attach('page', { body: `${each.url()}\n${firstLines(shown)}` })
      }
    },
    { auto: true },
  ],
})

/** Its events by name; the types of Playwright know one name at a time. */
const eventsOf = (context: BrowserContext) => context as unknown as EventEmitter
const firstLines = (lines: string) => lines.split('\n').slice(0, MOST_LINES).join('\n')
const short = (line: string) => (line.length > 400 ? `${line.slice(0, 400)} …` : line)
const nameOf = (request: Request) => `${request.method()} ${request.url().replace(/(\/auth\?).*/, '$1…')}`
/** Calls and pages; styles, programs and pictures only when they fail. */
const isWorthTelling = (request: Request) => ['fetch', 'xhr', 'document'].includes(request.resourceType())
