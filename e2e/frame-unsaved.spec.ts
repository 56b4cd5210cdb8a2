import { expectAccessible } from './support/accessibility.ts'
import { stopClock } from './support/clock.ts'
import { serveModules } from './support/development.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test('2.3 while a form is dirty leaving asks first, Logout is refused with the reason, and a new route clears the mark', async ({
  page,
  world,
}) => {
  await world.signIn(page, accounts.support, '/company/add')
  const name = page.getByRole('textbox', { name: 'Company name' })
  await name.fill('Half typed')

  const menu = page.getByRole('navigation', { name: 'Screens' })
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await menu.getByRole('link', { name: 'User Management' }).click()
  await expect(question).toContainText('Changes you made may not be saved.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(`${world.consoleUrl}/company/add`)
  await expect(name).toHaveValue('Half typed')

  await page.getByRole('button', { name: 'Profile of Support Desk' }).click()
  const logout = page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Logout' })
  await expect(logout).toHaveAttribute('aria-disabled', 'true')
  await expect(logout).toHaveAccessibleDescription('Save or discard your changes first.')
  await logout.click({ force: true })
  await expect(page).toHaveURL(`${world.consoleUrl}/company/add`)
  await page.keyboard.press('Escape')

  // The browser's own question on unload; a click made the page one that may ask.
  const asked = page.waitForEvent('dialog')
  await page.evaluate('setTimeout(() => location.reload())')
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await menu.getByRole('link', { name: 'User Management' }).click()
  await question.getByRole('button', { name: 'Leave page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Info (CBS)')
  await menu.getByRole('link', { name: 'Company Management' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company Management')

  // The mark drops with the route also when Back leads away.
  await page.getByRole('button', { name: 'Add company' }).click()
  await expect(name).toHaveValue('')
  await name.fill('Half typed')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave page' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/company`)
  await page.getByRole('button', { name: 'Profile of Support Desk' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Profile' }).getByRole('link', { name: 'Logout' }),
  ).toBeVisible()
})

test('54.5 a note that is being written asks before the page is left', async ({ page, world }) => {
  await world.signIn(page, accounts.support, '/panels/CBS0000020')
  await page.getByRole('button', { name: 'Write a note…' }).click()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('The installer calls back at four.')
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Fleet' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  // It closed when the link was pressed, and kept what was typed.
  await page.getByRole('button', { name: 'Write a note…' }).click()
  await expect(note).toHaveValue('The installer calls back at four.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Fleet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fleet')
})

test('D28 a toast is seen and announced over the frame, and over the page without it', async ({
  page,
  world,
}) => {
  test.slow()
  await world.signIn(page, accounts.support)
  const end = await serveModules(page, world.consoleUrl)
  for (const path of ['/', '/simactivitylog']) {
    await page.goto(world.consoleUrl + path)
    await expect(page.getByRole('main').getByRole('heading').last()).toBeVisible()
    await refreshIsOver(page)
    // A toast goes by itself after some seconds; these do not pass while it is looked at.
    await stopClock(page)
    await page.evaluate("import('/src/ui/toast-store.ts').then((it) => it.showToast('ICCID copied'))")
    // Its program is loaded with the first of them, and React shows what was waited for a moment later.
    await expect(async () => {
      await page.clock.runFor(100)
      await expect(page.getByRole('status').getByText('ICCID copied')).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.locator('[aria-live=polite]').filter({ hasText: 'ICCID copied' })).toBeAttached()
    await page.clock.resume()
  }
  await end()
})
