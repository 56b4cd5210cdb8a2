import type { Locator, Page } from '@playwright/test'

/** 'More' in the head of a thing's page. */
export const more = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'More', exact: true })

/** Presses what stands behind 'More'. */
export async function pressInMore(page: Page, button: Locator): Promise<void> {
  await more(page).press('Enter')
  await button.press('Enter')
}
