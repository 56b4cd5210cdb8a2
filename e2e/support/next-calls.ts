import type { Page, Route } from '@playwright/test'

/**
 * The next calls to this address are answered by `answers`, one by each in this order; the calls after them go through.
 * The route stays. Once a page has none, Playwright stops to intercept, and a request that is being sent just then is
 * announced to no one: a route with `times` goes in the middle of the page's own calls.
 */
export async function answerNextCalls(
  page: Page,
  address: string | RegExp,
  ...answers: ((route: Route) => Promise<void>)[]
): Promise<void> {
  const left = [...answers]
  await page.route(address, (route) => (left.shift() ?? (() => route.fallback()))(route))
}
