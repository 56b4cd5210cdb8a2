import { expect, type Locator, type Page } from '@playwright/test'
import { seedPanels } from '../../apps/field/src/world/panels.ts'
import { cloudId } from './panels.ts'

export const screen = '/panel-environment'
export const pathfinderCall = /panelenvironment\/v1\/[^/]+\/pathfinder/

/** Physical IDs of the demo world. */
export const happy = '6f9619ff-8b86-d011-b42d-00c04fc964ff'
export const failing = '6f9619ff-8b86-d011-b42d-00c04fc96404'
export const refused = '6f9619ff-8b86-d011-b42d-00c04fc96409'
export const inTest = '6f9619ff-8b86-d011-b42d-00c04fc96406'
export const inDev = '6f9619ff-8b86-d011-b42d-00c04fc96407'

/** The physical ID of a generated panel, for a test that points its own panel elsewhere. */
export function physicalIdOf(n: number): string {
  const panel = seedPanels().find((each) => each.cloudId === cloudId(n))
  if (!panel) throw new Error(`the demo world has no panel ${n}`)
  return panel.physicalId
}

export const pathfinder = (page: Page): Locator => page.getByRole('region', { name: 'Pathfinder helper' })
export const lookUp = (page: Page): Locator => page.getByRole('region', { name: 'Panel ID look-up helper' })
export const physicalId = (page: Page): Locator => page.getByRole('textbox', { name: 'Physical panel ID' })
export const panelId = (page: Page): Locator => page.getByRole('textbox', { name: 'Panel ID', exact: true })
export const search = (within: Locator): Locator => within.getByRole('button', { name: 'Search' })
export const update = (page: Page): Locator => page.getByRole('button', { name: 'Update…' })
export const dialog = (page: Page): Locator => page.getByRole('alertdialog')

/** The value beside a label of a key-value panel. */
export const value = (within: Locator, label: string): Locator =>
  within
    .locator('dl > div')
    .filter({ has: within.page().getByText(label, { exact: true }) })
    .locator('dd')
    .first()

/** Opens the link to a panel in the Pathfinder helper. */
export async function open(page: Page, consoleUrl: string, id: string, environment: string): Promise<void> {
  await page.goto(`${consoleUrl}${screen}?physicalId=${id}`)
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText(environment)
}

/** Asks for an update, up to the dialog. */
export async function ask(page: Page, environment: 'PROD' | 'TEST' | 'DEV'): Promise<void> {
  await pathfinder(page).getByRole('radio', { name: environment }).check()
  await update(page).click()
}

export async function confirm(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Update', exact: true }).click()
}
