import { expectAccessible } from './support/accessibility.ts'
import { choiceOf, choose, deployOf, descriptionOf, open, question, rowOf } from './support/csr.ts'
import { expectNoSideways, expectSeenWhole } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

// The world of csr-deployments.spec.ts: what is changed here no other spec looks at.
test.use({ worldName: 'impatient' })

test('2.10, 4, D25 shows the servers by name with their rules; the address holds the order', async ({
  world,
  page,
}) => {
  await open(world, page)
  for (const column of [
    'CSR instance',
    'IP address',
    'Description',
    'Release',
    'By its agent',
    'Replace With',
    'Deploy',
    'Status',
  ])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  const names = page.locator('tbody [data-row-link]')
  await expect(names).toHaveCount(20)
  expect(await names.allInnerTexts()).toEqual(
    Array.from({ length: 20 }, (_, at) => expect.stringMatching(`^csr-${String(at + 1).padStart(2, '0')}`)),
  )
  await expect(rowOf(page, 'csr-01')).toContainText('127.0.40.1')
  await expect(rowOf(page, 'csr-01')).toContainText('Succeeded')
  await expect(rowOf(page, 'csr-01')).toHaveAttribute('data-state', 'success')
  await expect(descriptionOf(page, 'csr-01')).toHaveValue('Harbor and coast')
  await expect(rowOf(page, 'csr-01').getByRole('cell').nth(4)).toHaveText(
    /^In order\d+ panels · (yesterday )?\d\d:\d\d$/,
    {
      timeout: 60_000,
    },
  )

  await expect(choiceOf(page, 'csr-01')).toHaveText('5.0.0')
  await deployOf(page, 'csr-01').focus()
  await expect(deployOf(page, 'csr-01')).toHaveAccessibleDescription(
    'First choose a release other than 5.0.0',
  )
  await choose(page, 'csr-01', '4.1.0')
  await expect(deployOf(page, 'csr-01')).toBeEnabled()
  await choose(page, 'csr-01', '5.0.0')
  await expect(deployOf(page, 'csr-01')).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('columnheader', { name: 'Release', exact: true }).getByRole('button').click()
  await expect(page).toHaveURL(/[?&]sort=release/)
  await expect(names.first()).toHaveText(/^csr-(05|15)/)
  await rowOf(page, 'csr-05')
    .getByRole('button', { name: /history/ })
    .click()
  await expect(page).toHaveURL(/[?&]history=csr-05/)
  await expect(page).toHaveURL(/[?&]sort=release/)
})

test('4 a description is saved when its field is left or by Enter, put back by Escape', async ({
  world,
  page,
}) => {
  await open(world, page)
  const field = descriptionOf(page, 'csr-13')
  const saved = () => page.waitForResponse(/\/desc$/)
  const [first] = await Promise.all([
    saved(),
    (async () => {
      await field.fill('  Great plains  ')
      await field.press('Tab')
    })(),
  ])
  expect(first.request().postDataJSON()).toEqual({ Description: 'Great plains' })
  await expect(field).toHaveValue('Great plains')
  await field.fill('Thrown away')
  await expect(rowOf(page, 'csr-13')).toContainText('Enter saves, Escape reverts')
  await field.press('Escape')
  await expect(field).toHaveValue('Great plains')
  await field.fill('Great plains, north')
  await Promise.all([saved(), field.press('Enter')])
  await refreshIsOver(page)
  await page.reload()
  await expect(field).toHaveValue('Great plains, north')
  await field.fill('x'.repeat(201))
  await field.press('Enter')
  await expect(rowOf(page, 'csr-13')).toContainText('Enter at most 200 characters')
  await field.press('Escape')
})

test('4 a description that cannot be saved reverts, says why, and is not lost; a look takes nothing away', async ({
  world,
  page,
}) => {
  await open(world, page)
  const field = descriptionOf(page, 'csr-18')
  await page.route(/\/desc$/, (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'Error', message: 'Something went wrong.', data: null },
    }),
  )
  await field.fill('Mountains and valleys')
  await field.press('Enter')
  const alert = page.getByRole('alert')
  await expect(rowOf(page, 'csr-18')).toContainText('Not saved')
  await expect(alert).toContainText('500 Internal Server Error')
  // use 3: what the trail has about it is one click away.
  await expect(alert.getByRole('link', { name: /^[\da-f-]{36}$/ })).toHaveAttribute(
    'href',
    /^\/transactions\/[\da-f-]{36}$/,
  )
  await expect(alert).toContainText('Not saved: “Mountains and valleys”.')
  await expect(field).toHaveValue('Mountain region')
  await page.unroute(/\/desc$/)
  await page.getByRole('button', { name: 'Save the description of csr-18 again' }).click()
  await expect(field).toHaveValue('Mountains and valleys')
  await expect(alert).toHaveCount(0)

  const other = descriptionOf(page, 'csr-19')
  await other.fill('Typed before')
  const read = page.waitForResponse(/getall$/)
  // By its keyboard shortcut nothing would lose the focus; here the field keeps what is typed all the same.
  await page.getByRole('button', { name: 'Refresh' }).evaluate((button: HTMLElement) => button.click())
  await read
  await expect(other).toHaveValue('Typed before')
  await expect(other).toBeFocused()
  await other.press('Escape')
})

test('D16 who may only look finds each control disabled with its reason', async ({ world, page }) => {
  await page.route(/\/session\/v1\/access$/, async (route) => {
    const response = await route.fetch(reconnecting)
    const json = await response.json()
    const permissions = json.data.permissions.filter((each: string) => each !== 'csr.change')
    await route.fulfill({ response, json: { ...json, data: { ...json.data, permissions } } })
  })
  await open(world, page)
  const reason = 'You can view CSR servers, but not change them'
  for (const control of [choiceOf(page, 'csr-03'), deployOf(page, 'csr-03')]) {
    await control.focus()
    await expect(control).toHaveAccessibleDescription(reason)
    await expect(control).toHaveAttribute('aria-disabled', 'true')
  }
  await choiceOf(page, 'csr-03').press('ArrowDown')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(descriptionOf(page, 'csr-03')).toHaveCount(0)
  await expect(rowOf(page, 'csr-03')).toContainText('Prairie provinces, standby')
})

test('8, D28 a list that fails says so and is read again; accessible in both themes, three widths, by keyboard', async ({
  world,
  page,
}) => {
  // All servers at once: no row stands half under the table's head.
  await page.setViewportSize({ width: 1440, height: 1200 })
  await page.route(/getall$/, (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'Error', message: 'Something went wrong.', data: null },
    }),
  )
  await page.goto(`${world.consoleUrl}/csr-management`)
  await expect(page.getByText('Error occured')).toBeVisible()
  // How many there are is not known (robust 4).
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0)
  await page.unroute(/getall$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'csr-01')).toBeVisible()

  await expectAccessible(page)
  await choiceOf(page, 'csr-20').focus()
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await expect(choiceOf(page, 'csr-20')).not.toHaveText('5.0.0')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(deployOf(page, 'csr-20')).toBeFocused()
  await rowOf(page, 'csr-10')
    .getByRole('button', { name: /history/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Deployments on csr-10' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
    // use 1: a primary and its standby read differently, whatever the room.
    await expectSeenWhole(page.locator('tbody textarea'), `${width} px`)
  }
})
