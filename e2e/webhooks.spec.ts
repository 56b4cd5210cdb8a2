import { expectAccessible } from './support/accessibility.ts'
import { startReceiver } from './support/receiver.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test('D59 an engineer adds a webhook, tests it, sends again, changes its secret, and deletes it', async ({
  world,
  page,
}) => {
  const receiver = await startReceiver()
  await world.signIn(page, accounts.engineer, '/')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('There is no webhook.')).toBeVisible()

  await page.getByRole('button', { name: 'Add a webhook…' }).click()
  const form = page.getByRole('dialog', { name: 'Add a webhook' })
  await test.step('what cannot be is refused at its field, and what was typed stays', async () => {
    await form.getByLabel('Name').fill('Ticket system')
    await form.getByLabel('Address').fill('https://10.0.0.7/hook')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(form.getByText('Choose at least one event.')).toBeVisible()
    await form.getByLabel('A watch ended').check()
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(form.getByLabel('Address')).toHaveAccessibleDescription(/Must lead to the Internet/)
    await expect(form.getByLabel('Name')).toHaveValue('Ticket system')
  })
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = page.getByRole('dialog', { name: 'The secret of Ticket system' })
  await expect(secret.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await page.keyboard.press('Escape')
  await secret.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Ticket system' }).click()
  await expect(page.getByText('Not tried yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const row = page.getByRole('row', { name: /Test/ })
  await expect(row).toContainText('Delivered')
  await expect(row).toContainText('answered 204')
  await expectAccessible(page)

  await test.step('send again: under the same ID, after a warning that it was delivered', async () => {
    receiver.status = 500
    await row.getByRole('button', { name: /^Send again/ }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('The other system has taken it already')
    await question.getByRole('button', { name: 'Send again' }).click()
    await expect(row).toContainText('answered 500')
    await expect(row).toContainText('Delivered')
    expect(new Set(receiver.got.map((headers) => headers['webhook-id'])).size).toBe(1)
  })

  await test.step('a new secret beside the former one', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Change the secret…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change the secret' }).click()
    await expect(secret.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
    await secret.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(/^Two: the former one signs until/)).toBeVisible()
  })

  await test.step('off, and on again', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Switch off…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByText(/switched off by a person/)).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await expect(page.getByText(/switched off by a person/)).toBeHidden()
  })

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('There is no webhook.')).toBeVisible()
  await receiver.close()
})

test('D59 who may not manage webhooks finds no way to them', async ({ world, page }) => {
  await world.signIn(page, accounts.support, '/')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  const profile = page.getByRole('dialog', { name: 'Profile' })
  await expect(profile.getByRole('link', { name: 'Logout' })).toBeVisible()
  await expect(profile.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
  await page.goto(`${world.consoleUrl}/webhooks`)
  await expect(page.getByText("Sorry, you don't have access to this")).toBeVisible()
})
