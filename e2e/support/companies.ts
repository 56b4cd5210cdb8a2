import { expect, type Locator, type Page } from '@playwright/test'
import { answerNextCalls } from './next-calls.ts'
import { reconnecting } from './reconnecting.ts'
import type { World } from './world.ts'

/** Tier3 Standard, with hundreds of SIMs. */
export const harbor = { id: 1, name: 'Harbor Security', sap: '1000001' }
/** Tier2 Standard, 10.20.0.0/16, with three SIMs. */
export const prairie = { id: 2, name: 'Prairie Alarm', sap: '1000002' }

export const rows = (page: Page): Locator => page.locator('tbody tr[data-key]')
export const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search companies' })
export const names = (page: Page): Promise<string[]> =>
  page.locator('tbody tr[data-key] > td:first-child').allInnerTexts()

export const field = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true })
/** A value that cannot be changed in this mode. */
export const fixed = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label, exact: true })
export const saveButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Save', exact: true })
/** The dialog that is open; one that fades away is no longer asked. */
export const dialog = (page: Page): Locator => page.getByRole('alertdialog').and(page.locator('[open]'))
export const subnet = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: `Subnet ${number}`, exact: true })
export const serviceKey = (page: Page): Locator => field(page, 'Installer service key')

/** Asks to see the installer service key, which is put on record. */
export async function showKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect(serviceKey(page)).toHaveValue(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
}

/** Opens a company's update screen and waits for its form. */
export async function openCompany(page: Page, world: World, id: number): Promise<void> {
  await page.goto(`${world.consoleUrl}/company/update/${id}`)
  await expect(page.getByRole('button', { name: 'Generate…' })).toBeVisible()
}

/** Opens the summary of what will change. */
export async function askToSave(page: Page): Promise<void> {
  await saveButton(page).click()
  await expect(dialog(page)).toBeVisible()
}

/** Saves an existing company, summary and all. */
export async function saveChanges(page: Page): Promise<void> {
  await askToSave(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
}

/**
 * The next call to this address is under way until the function that comes back is called: a second click falls into that
 * time, however fast the server is.
 */
export async function holdNextCall(page: Page, address: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await answerNextCalls(page, address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The banner of a save that went through; a new key has one of its own. */
export const saved = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^Success.*(is saved|is created|stays as it is)/ })

/** A line of the summary: what changes from what to what. */
export const change = (page: Page, label: string): Locator =>
  dialog(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

let given = 3_000_000
/** A SAP Company ID that no company of this world has. */
export const newSapId = (): string => String(++given)

/** The server's own word on a company, for what a screen does not show. */
export async function companyOf(page: Page, world: World, id: number) {
  const cookies = await page.context().cookies(world.consoleUrl)
  const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value
  const answer = await page.request.get(
    `${world.consoleUrl}/api/companymanager/v1/companies/${id}/rpscontrols`,
    { ...reconnecting, headers: { authorization: `Bearer ${token}` } },
  )
  return (await answer.json()).data
}
