import type { Page } from '@playwright/test'

/**
 * From now on time passes in the page only as the test says, by `page.clock.runFor`, until `page.clock.resume`: what the
 * page shows for a while stays as long as the test looks at it, however slow the machine.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  // Ahead of the page's own time, since the clock cannot be put back.
  await page.clock.pauseAt(Date.now() + 15_000)
}
