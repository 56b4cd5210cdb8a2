import type { Page } from '@playwright/test'
import { violationsIn } from './support/accessibility.ts'
import { stopClock } from './support/clock.ts'
import { expect, test } from './support/diary.ts'

const file = (name: string, content = 'a', mimeType = '') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})
const heard = (page: Page) => page.getByTestId('files')
const one = (page: Page) => page.getByLabel('SIMs to deactivate')

/** Drops files on the target, as the browser reports it. */
async function drop(page: Page, label: string, files: { name: string; content: string; type: string }[]) {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, content, type } of given) transfer.items.add(new File([content], name, { type }))
    return transfer
  }, files)
  const target = page.getByLabel(label, { exact: true }).first()
  await target.dispatchEvent('dragover', { dataTransfer: data })
  await target.dispatchEvent('drop', { dataTransfer: data })
}

test.describe('4, 5 file uploader', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/parts/files')
  })

  test('5 reads as text, reports when loaded, can be removed and chosen again', async ({ page }) => {
    await one(page).setInputFiles(file('sims.CSV', '8901170000000000013'))
    await expect(heard(page)).toHaveText('8901170000000000013')
    await expect(page.getByRole('listitem').filter({ hasText: 'sims.CSV' })).toContainText('100 SIMs')
    await page.getByRole('button', { name: 'Remove sims.CSV' }).click()
    await expect(heard(page)).toBeEmpty()
    await expect(one(page)).toBeFocused()
    await one(page).setInputFiles(file('sims.CSV', 'again'))
    await expect(heard(page)).toHaveText('again')
  })

  test('5 a file of another kind is refused with InvalidFileSelectedSingle', async ({ page }) => {
    await one(page).setInputFiles(file('sims.xlsx', 'x', 'application/vnd.ms-excel'))
    await expect(one(page)).toHaveAccessibleDescription(
      'The file is of a kind that is not accepted. Choose CSV or text.',
    )
    await expect(heard(page)).toBeEmpty()
  })

  test('4, 5 dropped files replace the list; those of another kind are left out and said', async ({
    page,
  }) => {
    await drop(page, 'Several files', [
      { name: 'a.csv', content: 'a', type: '' },
      { name: 'b.exe', content: 'b', type: '' },
      { name: 'c.bin', content: 'c', type: 'IMAGE/png' },
    ])
    await expect(page.getByText('Files of a kind that is not accepted were left out.')).toBeVisible()
    await expect(heard(page)).toHaveText(/^a\.csv:data:.*;base64,YQ==\|c\.bin:data:image\/png;base64,Yw==$/)
    await drop(page, 'Several files', [{ name: 'd.csv', content: 'd', type: 'text/csv' }])
    await expect(page.getByRole('list', { name: 'Several files' }).getByRole('listitem')).toHaveText([
      /d\.csv/,
    ])
    await expect(heard(page)).toHaveText('d.csv:data:text/csv;base64,ZA==')
  })

  test('4 choosing again replaces the list, also where nothing can be removed, and keeps the focus', async ({
    page,
  }) => {
    const fixed = page.getByLabel('Not removable')
    await fixed.focus()
    await fixed.setInputFiles(file('first.txt', 'first'))
    await expect(heard(page)).toHaveText('first')
    await expect(page.getByRole('button', { name: 'Remove first.txt' })).toHaveCount(0)
    const again = page.getByRole('button', { name: 'Choose another Not removable' })
    await expect(again).toBeFocused()
    await again.setInputFiles(file('second.txt', 'second'))
    await expect(heard(page)).toHaveText('second')
    await expect(page.getByRole('list', { name: 'Not removable' }).getByRole('listitem')).toHaveText([
      'second.txt',
    ])

    await one(page).setInputFiles(file('sims.csv', 'a'))
    await page
      .getByRole('button', { name: 'Choose another SIMs to deactivate' })
      .setInputFiles(file('more.csv', 'b'))
    await expect(heard(page)).toHaveText('b')
    // A wrong choice empties the list and says why.
    await page
      .getByRole('button', { name: 'Choose another SIMs to deactivate' })
      .setInputFiles(file('more.exe', 'b'))
    await expect(one(page)).toHaveAccessibleDescription(/not accepted/)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violationsIn(page)).toEqual([])
    }
  })

  test('2.4 locked: nothing can be chosen', async ({ page }) => {
    await expect(page.getByLabel('Locked', { exact: true })).toBeDisabled()
    await expect(page.getByLabel('With an error')).toHaveAccessibleDescription('The file is empty.')
  })
})

test.describe('8 call banner and messages', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/parts/messages')
  })

  test('8 a failure interrupts, the next call takes its place, and it can be closed', async ({
    page,
    context,
  }) => {
    const area = page.locator('section[aria-label="Messages"]')
    await area.getByRole('button', { name: 'Call fails' }).click()
    await expect(area.getByRole('alert')).toHaveText(/503 Service Unavailable AT&T did not answer\./)
    // R32: the id by which the failure is found in the logs, whole in the copy.
    await expect(area.getByRole('alert')).toContainText('Transaction ID')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await area.getByRole('alert').getByRole('button', { name: 'Copy Transaction ID' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')
    expect(await violationsIn(page, { include: ['[role=alert]'] })).toEqual([])
    await area.getByRole('button', { name: 'No answer' }).click()
    await expect(area.getByRole('alert')).toHaveText(
      /Network Problem, Please Contact Admin! Please Contact Admin!/,
    )
    await area.getByRole('button', { name: 'Call warns' }).click()
    await expect(area.getByRole('alert')).toHaveCount(0)
    await expect(area.getByRole('status').filter({ hasText: 'Busy Row 7 runs' })).toBeVisible()
    await area.getByRole('button', { name: 'Call succeeds' }).click()
    const done = area.getByRole('status').filter({ hasText: 'Success Operation Done.' })
    await done.getByRole('button', { name: 'Close this message' }).click()
    await expect(done).toBeHidden()
  })

  test('D28 a toast goes after 4 s, but not from under the pointer', async ({ page }) => {
    await stopClock(page)
    await page.getByRole('button', { name: 'Toast' }).click()
    const toast = page.getByRole('status').getByText('ICCID copied')
    await toast.hover()
    await page.clock.runFor(10_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(4_100)
    await expect(toast).toBeHidden()
  })
})

test.describe('D29 values', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/parts/values')
  })

  test('D29 an identifier is one string for search, selection and copy', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const area = page.locator('section[aria-label="Values and states"]')
    await expect(area.getByText('8901170000000000013').first()).toBeVisible()
    const selected = await area
      .getByText('8901170000000000013')
      .first()
      .evaluate((element) => {
        getSelection()?.selectAllChildren(element)
        return String(getSelection())
      })
    expect(selected).toBe('8901170000000000013')
    const copy = area.getByRole('button', { name: 'Copy TransactionID' })
    await copy.focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')
    await expect(
      page.locator('[aria-live=polite]').filter({ hasText: 'TransactionID copied' }),
    ).toBeAttached()
  })

  test('D29 a password is shown, can be hidden, and the choice is remembered', async ({ page }) => {
    await expect(page.getByText('correct-horse-7')).toBeVisible()
    await page.getByRole('button', { name: 'Hide Password' }).click()
    await expect(page.getByText('correct-horse-7')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Show Password' })).toBeVisible()
    await page.getByRole('button', { name: 'Show Password' }).click()
    await expect(page.getByText('correct-horse-7')).toBeVisible()
  })

  test('4 process indicator: only completed and current steps can be clicked', async ({ page }) => {
    const steps = page.getByRole('list', { name: 'Batch deactivation' })
    await expect(steps.getByRole('button')).toHaveText([/Upload \(completed\)/, /Check rows/])
    await expect(steps.locator('[aria-current=step]')).toHaveText(/Check rows/)
    await steps.getByRole('button', { name: /Upload/ }).click()
    await expect(steps.locator('[aria-current=step]')).toHaveText(/Upload/)
    await expect(steps.getByRole('button')).toHaveCount(1)
  })

  test('2.4 progress: figures, time left, announced every tenth; segments filter', async ({ page }) => {
    const bar = page.getByRole('progressbar', { name: 'Batch deactivate' })
    await expect(bar).toHaveAttribute('aria-valuetext', '37 of 100 done')
    await expect(page.getByText('about 31 min left')).toBeVisible()
    await page.getByRole('button', { name: 'Ten more' }).click()
    await expect(page.locator('[aria-live=polite]').filter({ hasText: '47 of 100 done' })).toBeAttached()
    const segments = page.getByRole('group', { name: 'Rows shown' })
    await segments.getByRole('button', { name: 'Error 2' }).click()
    await expect(segments.getByRole('button', { pressed: true })).toHaveText('Error 2')
  })
})
