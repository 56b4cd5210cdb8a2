import { expect, type Locator, type Page } from '@playwright/test'
import type { World } from './world.ts'

/** AT&T, Harbor Security, Tier3 Standard, in panel CBS0000001. */
export const happy = '8901170000000000013'

/** The demo world's SIMs for batches: 200 of AT&T, 200 of Verizon, all active and Harbor Security's. */
export function batchSims(carrier: 'att' | 'vzn', from: number, count: number): string[] {
  const prefix = carrier === 'att' ? '8901170000000001' : '8914800000000001'
  return Array.from({ length: count }, (_, at) =>
    withCheckDigit(`${prefix}${String(from + at).padStart(3, '0')}`),
  )
}

/** With its Luhn digit (D24). */
function withCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

export const simId = (page: Page): Locator => page.getByRole('textbox', { name: 'SIM ID' })
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** The one that is open; one that fades away is no longer asked. */
export const dialog = (page: Page): Locator => page.getByRole('alertdialog').and(page.locator('[open]'))
/** The value beside a label of a key-value panel. */
export const factOf = (page: Page, label: string): Locator =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
/** The row of a SIM in the batch's table. */
export const rowOf = (page: Page, iccid: string): Locator =>
  section(page, 'SIMs of the batch').getByRole('row').filter({ hasText: iccid })

export async function query(page: Page, iccid: string): Promise<void> {
  await simId(page).fill(iccid)
  await page.getByRole('button', { name: 'Query', exact: true }).click()
}

/** Opens the dialog of Deactivate and leaves it open. */
export async function askToDeactivate(page: Page, iccid: string): Promise<void> {
  await simId(page).fill(iccid)
  await page.getByRole('button', { name: 'Deactivate…' }).click()
  await expect(dialog(page)).toBeVisible()
}

const mimeTypes: Record<string, string> = {
  '.csv': 'text/csv',
  '.png': 'image/png',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The dialog has come to rest: while it fades in, its colours are not what anybody reads. */
export async function atRest(page: Page): Promise<void> {
  await dialog(page).evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map((animation) => animation.finished)),
  )
}

export async function chooseFile(page: Page, content: string | Buffer, name = 'sims.txt'): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: mimeTypes[name.slice(name.lastIndexOf('.'))] ?? 'text/plain',
    buffer: Buffer.isBuffer(content) ? content : Buffer.from(content),
  })
}

/** Pastes by the clipboard, as a person does. */
export { paste } from './panels.ts'

/** Starts the batch of the file that was chosen. */
export async function startBatch(page: Page): Promise<void> {
  await section(page, 'Batch deactivate').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(page).toHaveURL(/[?&]batch=/)
}

/** How often the carriers were asked to deactivate a SIM, by the field's own count. */
export async function deactivationsOf(world: World, iccid: string): Promise<number> {
  const answer = await fetch(`${world.fieldUrl}/control/requests?iccid=${iccid}&limit=1`)
  const { counts } = (await answer.json()) as { counts: { action: string; count: number }[] }
  return counts.find(({ action }) => action === 'deactivate')?.count ?? 0
}
