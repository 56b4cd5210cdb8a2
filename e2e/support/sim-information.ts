import { expect, type Locator, type Page } from '@playwright/test'

/** AT&T: all three systems agree. */
export const happy = '8901170000000000013'
/** Verizon: the three systems disagree. */
export const disagreeing = '8914800000000000055'

export const simId = (page: Page): Locator => page.getByRole('textbox', { name: 'SIM ID' })
export const compareButton = (page: Page): Locator => page.getByRole('button', { name: 'Compare' })
export const row = (page: Page, field: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${field}`) }) })
/** A column that begins with its title, and then with `rest`, a pattern. */
export const titled = (title: string, rest = ''): RegExp =>
  new RegExp(`^${title.replaceAll(/[()]/g, '\\$&')}${rest}`)

export const head = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('columnheader', { name: title })

export async function compare(page: Page, id: string): Promise<void> {
  await simId(page).fill(id)
  await compareButton(page).click()
}

/** All three columns have their final word. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByText(/^Asking /)).toHaveCount(0)
}
