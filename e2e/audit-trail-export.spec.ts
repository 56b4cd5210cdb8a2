import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { claim, ownWord, screen } from './support/audit-trail.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

const exportCall = '**/api/useractiondetail/v1/export?**'
const trailCall = '**/api/useractiondetail/v1/trail'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export for an auditor' })
const exportButton = (page: Page) => dialog(page).getByRole('button', { name: 'Export', exact: true })

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export for an auditor…' }).click()
  await expect(dialog(page)).toBeVisible()
}

test('D19, R41 the export is a signed file that audit:verify finds whole, and is recorded', async ({
  page,
  world,
}) => {
  await page.goto(world.consoleUrl + screen)
  const word = ownWord()
  const transaction = await claim(world, page, `Compare ${word}`)
  await open(page)
  await expect(dialog(page).getByText('Note it down:')).toBeVisible()
  const hash = await dialog(page)
    .getByText(/^[\da-f]{64}$/)
    .textContent()
  const thumbprint =
    (await dialog(page)
      .getByText(/^[\w-]{43}$/)
      .first()
      .textContent()) ?? ''
  await expect(dialog(page).getByText(/^The auditor or the operator of the servers checks it/)).toBeVisible()
  await dialog(page).getByText('Commands for the check').click()
  for (const name of ['Number', 'Hash', 'Later check of the chain', 'Key thumbprint', 'Check of the file'])
    await expect(dialog(page).getByRole('button', { name: `Copy ${name}` })).toBeVisible()

  const recorded = page.waitForRequest((request) =>
    (request.postData() ?? '').includes('Export user actions of'),
  )
  const asked = page.waitForRequest(exportCall)
  const [file] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()])
  await expect(dialog(page).getByText(`${file.suggestedFilename()} saved`)).toBeVisible()
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.ndjson$/)
  expect((await recorded).headers()['x-transaction-id']).toBe((await asked).headers()['x-transaction-id'])
  expect((await recorded).postDataJSON()).toMatchObject({ Activity: 'User Action Detail' })

  const path = await file.path()
  const lines = (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const own = lines.find((line) => line.entry?.message === `Compare ${word}`)
  expect(own?.entry).toMatchObject({ source: 'console', transactionId: transaction })
  expect(lines.map((line) => line.hash)).toContain(hash)
  expect(lines.at(-1)).toEqual({ jws: expect.any(String) })
  const verify = join(import.meta.dirname, '../apps/server/src/programs/audit.ts')
  const args = [verify, 'verify', '--file', path, `--thumbprint=${thumbprint}`]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).not.toBe('')
})

test('D19, 8 while the file is made the dialog says so and can stop it; a refusal is shown with its sentence', async ({
  page,
  world,
}) => {
  await page.goto(world.consoleUrl + screen)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(exportCall, async (route) => {
    await promise
    await route.abort().catch(() => undefined)
  })
  await open(page)
  await exportButton(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Exporting…' })).toBeVisible()
  await expect(dialog(page).getByText(/s so far\. Many days can take minutes/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Stop' }).click()
  await expect(dialog(page).getByText('Stopped. No file was saved.')).toBeVisible()
  resolve()
  await page.unroute(exportCall)
  const message = 'The server has no key to sign with.'
  await page.route(exportCall, (route) =>
    route.fulfill({ status: 503, json: { status: 'Unavailable', message, data: null } }),
  )
  await exportButton(page).click()
  await expect(dialog(page).getByText(message)).toBeVisible()
  await expect(dialog(page).getByText('503 Service Unavailable')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export for an auditor…' })).toBeFocused()
})

test('R41 without a key nothing can be exported, and the dialog says why; axe is clean in both themes', async ({
  page,
  world,
}) => {
  // Axe takes its time on a busy machine.
  test.slow()
  await page.goto(world.consoleUrl + screen)
  await open(page)
  await expect(dialog(page).getByText('Key thumbprint', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.route(trailCall, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    await route.fulfill({ json: { ...envelope, data: { ...envelope.data, key: null } } })
  })
  await open(page)
  await expect(
    dialog(page)
      .getByText(/has no key to sign with \(AUDIT_SIGNING_KEY\)/)
      .first(),
  ).toBeVisible()
  await expect(exportButton(page)).toHaveAttribute('aria-disabled', 'true')
})
