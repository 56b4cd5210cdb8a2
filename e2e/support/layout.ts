import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Nothing makes the page scroll sideways; a table has a region of its own for that. Asked until it is so: the frame hears of
 * a new width a frame after the page has it.
 */
export async function expectNoSideways(page: Page, where?: string): Promise<void> {
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      where,
    )
    .toBeLessThanOrEqual(0)
}

/** Every line and letter of each, of one at least, is seen: what it holds is no larger than it is. */
export async function expectSeenWhole(those: Locator, where?: string): Promise<void> {
  await expect(those).not.toHaveCount(0)
  const cut = () =>
    those.evaluateAll((all) =>
      all
        .filter((it) => it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth)
        .map((it) => it.textContent),
    )
  await expect.poll(cut, where).toEqual([])
}
