import { expectAccessible } from './support/accessibility.ts'
import { open } from './support/csr.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

// A plan goes by what agents said.
test.use({ worldName: 'listening' })

test('D61 a release in waves: planned, previewed, started, stopped, and taken back', async ({
  world,
  page,
}) => {
  await open(world, page)
  await expect(page.getByRole('row', { name: /csr-03/ })).toContainText(/\d+ panels/)
  await page.getByRole('button', { name: 'Release in waves…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release in waves' })
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const server = (name: string) => dialog.getByRole('checkbox', { name: new RegExp(name) })
  const preview = dialog.getByRole('button', { name: 'Preview' })
  const start = dialog.getByRole('button', { name: 'Start' })

  await test.step('5 what can never start is refused at its field, and nothing typed is lost', async () => {
    await expect(server('csr-03')).toHaveAccessibleName(/\d+ panels/)
    await server('csr-03').check()
    await server('csr-13').check()
    await field('Budget').fill('0')
    await preview.click()
    await expect(field('Budget')).toHaveAccessibleDescription(/Budget must be a whole number from 1 on\./)
    await field('Budget').fill('30')
    await preview.click()
    await expect(field('Budget')).toHaveAccessibleDescription(
      /Budget is too small: csr-\d\d alone has \d+ panels, the budget is 30\./,
    )
    await expect(server('csr-13')).toBeChecked()
    await expectAccessible(page)
  })

  await test.step('the preview says what each wave would do; another plan needs another one', async () => {
    await field('Budget').fill('300')
    await preview.click()
    await expect(dialog.getByRole('heading', { name: 'Wave 1: 1 server (1 so far of 2)' })).toBeVisible()
    await expect(dialog.getByRole('heading', { name: 'Wave 2: 1 server (2 so far of 2)' })).toBeVisible()
    await field('Waves').fill('2')
    await expect(dialog.getByRole('heading', { name: /^Wave 1/ })).toHaveCount(0)
    await preview.click()
    await expect(dialog.getByRole('heading', { name: 'Wave 1: 2 servers (2 so far of 2)' })).toBeVisible()
  })

  await start.click()
  await expect(page).toHaveURL(/\/releases\/[0-9a-f-]{36}$/)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })

  await test.step('its page follows each server without a reload, with its evidence', async () => {
    await expect(row('csr-03')).toContainText('Being judged')
    await expect(row('csr-13')).toContainText('Being judged')
    await expect(row('csr-03')).toContainText('Its agent says that the deployment succeeded.')
    await expect(row('csr-03')).toContainText('4.2.0')
    await expect(page.getByRole('table', { name: 'Each release with its servers and panels' })).toContainText(
      '5.0.0',
    )
    await expectAccessible(page)
  })

  await test.step('stopped, what was not judged is undecided', async () => {
    await page.getByRole('button', { name: 'Stop…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByText('Finished', { exact: true })).toBeVisible()
    await expect(row('csr-03')).toContainText('Undecided')
  })

  await test.step('the way back brings each to its own first release', async () => {
    await page.getByRole('button', { name: 'Way back…' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toHaveAccessibleName('Bring 2 servers back?')
    await question.getByRole('button', { name: 'Bring back' }).click()
    await expect(page.getByText('Brought back', { exact: true })).toBeVisible()
    await expect(row('csr-03')).toContainText('Returned')
    await expect(row('csr-13')).toContainText('Returned')
    await expect(page.getByRole('button', { name: 'Way back…' })).toHaveCount(0)
  })
})
