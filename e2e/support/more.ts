import { expect, type Locator, type Page } from '@playwright/test'

/** 'More' in the head of a thing's page. */
export const more = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'More', exact: true })

/** Presses what stands behind 'More', once it can be pressed. */
export async function pressInMore(page: Page, button: Locator): Promise<void> {
  await more(page).press('Enter')
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await button.press('Enter')
}
