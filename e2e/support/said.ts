import type { Locator, Page } from '@playwright/test'

/**
 * What the page said to those who listen to it. It stays until the next sentence, unlike the toast that shows the same
 * for four seconds: a test that looked for that could come too late.
 */
export function saidToListeners(page: Page, sentence: string | RegExp): Locator {
  return page.locator('[data-live-announcer]').filter({ hasText: sentence })
}
