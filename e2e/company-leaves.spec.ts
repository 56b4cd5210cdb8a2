import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('U15 selected SIMs are one question and one page of batches', async ({ page, world }) => {
  const main = page.getByRole('main')
  // No row stands half under the bar at the foot.
  await page.setViewportSize({ width: 1280, height: 732 })
  await page.goto(`${world.consoleUrl}/companies/1`)
  await expect(main.getByText('1–50 of 410')).toBeVisible()
  await main.getByRole('checkbox').first().click({ force: true })
  await main.getByRole('button', { name: /^Select all/ }).click()
  await expect(main.getByText(/^4\d\d of 4\d\d selected/)).toBeVisible()
  await main.getByRole('button', { name: 'Deactivate…' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/Deactivate 4\d\d SIMs\?/)
  await expect(question).toContainText('The console does it in 5 batches')
  await expect(question).toContainText('already deactivated: 1')
  await expectAccessible(page)
  await question.getByRole('textbox', { name: 'Ticket' }).fill('INC-15')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page).toHaveURL(/\/simmanagement\/series\/[0-9a-f-]{36}$/)
  await expect(
    main.getByRole('table', { name: 'Batches that have started' }).getByText('1 of 5'),
  ).toBeVisible()
  await expect(main.getByText('INC-15')).toBeVisible()
  await expectAccessible(page)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page, `batches at ${width}`)
  }
  // What was asked may still take minutes, where the carrier does not answer.
  await main.getByRole('button', { name: 'Stop…' }).click()
  await question.getByRole('button', { name: 'Stop' }).click()
  await expect(main.getByText(/^310 SIMs are left out\./)).toBeVisible()
  await expect(main.getByText(/Stopped by/)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Stop…' })).toHaveCount(0)
})

test('brief 7 a company leaves: one question, a list to work through, and the proof', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${world.consoleUrl}/companies/3`)
  await main.getByRole('button', { name: 'More' }).click()
  await main.getByRole('button', { name: 'Company leaves us…' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('8 SIMs are deactivated from now on, in 1 batch')
  const begin = question.getByRole('button', { name: 'Deactivate and open the list' })
  await begin.click()
  await expect(question.getByText('Enter the ticket of the request.')).toBeVisible()
  await expect(question.getByRole('textbox', { name: 'Ticket' })).toBeFocused()
  await question.getByRole('textbox', { name: 'Ticket' }).fill('INC-7')
  await begin.click()
  await expect(page).toHaveURL(/\/company\/leaving\/[0-9a-f-]{36}$/)
  const lines = main.getByRole('list', { name: 'To be ended' }).getByRole('listitem')
  await expect(lines).toHaveCount(5)
  await expectAccessible(page)
  await expect(lines.filter({ hasText: 'SIMs' }).first()).toContainText('8 of 8 deactivated', {
    timeout: 90_000,
  })
  const vpn = lines.filter({ hasText: 'VPN accounts' })
  await vpn.getByRole('button', { name: 'Say it is done…' }).click()
  await question.getByRole('textbox', { name: /At whom/ }).fill('Network team, nothing to remove')
  await question.getByRole('button', { name: 'Note it' }).click()
  await expect(vpn).toContainText('Answered: Network team, nothing to remove')
  await expect(vpn).toContainText('support@example.com')
  await vpn.getByRole('button', { name: 'Not done' }).click()
  await expect(vpn.getByRole('button', { name: 'Say it is done…' })).toBeVisible()
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page, `the list at ${width}`)
  }
  await main.getByRole('button', { name: 'Finish…' }).click()
  await expect(question).toContainText('Still open: Management of panels, Users of the Remote Portal')
  await question.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(main.getByRole('heading', { name: /has left$/ })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Finish…' })).toHaveCount(0)
  // It prints on one sheet, without what can be pressed.
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
  expect(pages).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(main.getByRole('link', { name: 'Show the batches' })).toBeHidden()
})
