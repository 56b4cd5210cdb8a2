import { expectAccessible } from './support/accessibility.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/test.ts'
import { titled } from './support/titled.ts'
import { accounts, expect } from './support/world.ts'

/** Label, path and title of every entry (2.2), in order; the path is the one that the browser ends on. */
const entries = [
  ['Home', '/', 'Welcome to the Installer Services Support Console'],
  ['SIM Information', '/sim-detail', 'SIM Information'],
  ['SIM Management', '/simmanagement', 'SIM Management'],
  ['Company Management', '/company', 'Company Management'],
  ['Sim Activity Logs', '/simactivationdetail', 'Sim Activity Logs'],
  ['Panel Management', '/panel-management', 'Panel Info (CBS)'],
  ['Panel Environment', '/panel-environment', 'Panel Environment'],
  ['CSR Management', '/csr-management', 'Virtual CSR Management'],
  ['User Management', '/user-management', 'User Info (CBS)'],
  ['User Action Detail', '/user-action-detail', 'User Action Detail'],
  ['WebConnect Metrics', '/wc-metrics', 'WebConnect Metrics'],
] as const

test('2.2 the side menu leads to every screen by its label, path and title, and marks the one that is open', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  const menu = page.getByRole('navigation', { name: 'Screens' })
  // In the specification's order; what came after it may stand between.
  const labels: readonly string[] = entries.map(([label]) => label)
  await expect(menu.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  const listed = await menu.getByRole('link').allTextContents()
  expect(listed.filter((label) => labels.includes(label))).toEqual(labels)
  for (const [label, path, title] of entries) {
    await menu.getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(world.consoleUrl + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(titled(title))
    await expect(menu.locator('[aria-current=page]')).toHaveText(label)
  }
})

test('2.2 the WebConnect entry carries /wc-metrics-redirect, which leaves no step to go back to', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  const link = page.getByRole('navigation').getByRole('link', { name: 'WebConnect Metrics' })
  await expect(link).toHaveAttribute('href', '/wc-metrics-redirect')
  await link.click()
  await expect(page).toHaveURL(`${world.consoleUrl}/wc-metrics`)
  await page.goBack()
  await expect(page).toHaveURL(`${world.consoleUrl}/`)
})

test('2.3 company addresses take all, some or none of their parameters', async ({ page, world }) => {
  await world.signIn(page)
  for (const path of [
    '/company/update',
    '/company/update/1',
    '/company/update/1/Harbor%20Security/77',
    '/company/add',
    '/company/add/1000901/us/Summit%20Protection/us',
  ]) {
    await page.goto(world.consoleUrl + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company Management')
    const menu = page.getByRole('navigation', { name: 'Screens' })
    await expect(menu.locator('[aria-current=page]')).toHaveText('Company Management')
    await refreshIsOver(page)
  }
})

test('2.1 the frame has brand, title, environment, who is signed in, copyright and version', async ({
  page,
  world,
}) => {
  await world.signIn(page, accounts.support, '/simmanagement')
  const header = page.getByRole('banner')
  await expect(header.getByRole('heading')).toHaveText('SIM Management')
  await expect(header).toContainText('TEST')
  await expect(header.getByRole('button', { name: 'Profile of Support Desk' })).toContainText('SD')
  await expect(page.getByRole('contentinfo')).toHaveText(/© 2021 The manufacturer\s*Version \d+\.\d+\.\d+/)
  await header.getByRole('link', { name: 'Installer Services, home' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/`)
})

test('2.1 the brand logo leads where the installation says, or home', async ({ page, world }) => {
  await page.route('**/api/configuration/v1/runtime', async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    await route.fulfill({
      response: answer,
      json: { ...envelope, data: { ...envelope.data, brandUrl: 'https://brand.example/start' } },
    })
  })
  await page.goto(world.consoleUrl)
  const brand = page.getByRole('banner').getByRole('link', { name: 'Installer Services' })
  await expect(brand).toHaveAttribute('href', 'https://brand.example/start')
  await page.unrouteAll()
  await page.reload()
  await expect(brand).toHaveAttribute('href', '/')
})

test('2.1 the navigation is open at start, collapses to a rail with tooltips, and the browser remembers it', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  const menu = page.getByRole('navigation', { name: 'Screens' })
  await expect(menu).toHaveCSS('width', '224px')
  const count = await menu.getByRole('link').count()
  await page.getByRole('button', { name: 'Collapse the side navigation' }).click()
  await expect(menu).toHaveCSS('width', '48px')
  await menu.getByRole('link', { name: 'SIM Information' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('SIM Information')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()

  await page.reload()
  await expect(menu).toHaveCSS('width', '48px')
  const expand = page.getByRole('button', { name: 'Expand the side navigation' })
  await expect(expand).toHaveAttribute('aria-expanded', 'false')
  // Every icon keeps its name, and shows it to the keyboard too.
  await expect(menu.getByRole('link')).toHaveCount(count)
  await expand.focus()
  // Brand, search, work, Logout, profile, then the first screen.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expand.click()
  await refreshIsOver(page)
  await page.reload()
  await expect(menu).toHaveCSS('width', '224px')
})

test('2.1 below 700 px the header keeps its parts; the navigation is a drawer that gives the focus back', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await world.signIn(page, accounts.support, '/simmanagement')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Installer Services, home' }).locator('svg')).toBeVisible()
  await expect(header.getByText('TEST')).toBeVisible()
  await expect(header.getByRole('button', { name: /Profile of/ })).toBeVisible()
  const open = page.getByRole('button', { name: 'Open the menu' })
  const drawer = page.getByRole('dialog', { name: 'Screens' })
  await expect(drawer).toBeHidden()
  await open.click()
  await expect(drawer).toBeVisible()
  await expect(drawer.locator('[aria-current=page]')).toHaveText('SIM Management')

  // The page behind is inert: wherever Tab leads, it is in the drawer (or in the browser's own bars).
  for (let step = 0; step < 16; step++) {
    await page.keyboard.press('Tab')
    // Focus is in the drawer, or in the browser's own bars: then nothing on the page has it.
    const outside = page.locator(':focus:not(dialog[open], dialog[open] *)')
    await expect(outside).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  await expect(drawer).toBeVisible()
  await page.mouse.click(340, 400)
  await expect(drawer).toBeHidden()

  await open.click()
  await drawer.getByRole('link', { name: 'CSR Management' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virtual CSR Management')
})

test('2.1 the keyboard alone reaches content, menu and profile', async ({ page, world }) => {
  await world.signIn(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your session' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(`${world.consoleUrl}/`)
  const screen = page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'SIM Information' })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Search' })).toBeFocused()
  // Backwards: the menu lies before the content.
  for (let at = 0; at < 40 && !(await screen.evaluate((link) => link === document.activeElement)); at++)
    await page.keyboard.press('Shift+Tab')
  await expect(screen).toBeFocused()
  await page.keyboard.press('Enter')
  // The new page has the focus, and with it its name is read out.
  await expect(page.getByRole('main', { name: 'SIM Information' })).toBeVisible()
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)

  // What keys do is listed, by the key and in the pop-over behind the name; a letter leads to each screen.
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByRole('definition')).toContainText(['?', 'gh', 'gi'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('main', { name: 'SIM Management' })).toBeVisible()
  // Who comes by keys stays with them: the field that the screen begins with would take the next ones.
  await expect(page.getByRole('textbox', { name: 'SIM ID' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('main', { name: 'SIM Information' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  // Both screens have such a field.
  await page.getByRole('main', { name: 'SIM Management' }).getByRole('textbox', { name: 'SIM ID' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/simmanagement/)

  const profile = page.getByRole('button', { name: 'Profile of Support Desk' })
  await profile.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Profile' })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(profile).toBeFocused()
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
  await expect(shortcuts).toBeVisible()
})

test('D25 Back and Forward move between screens', async ({ page, world }) => {
  await world.signIn(page)
  const menu = page.getByRole('navigation', { name: 'Screens' })
  await menu.getByRole('link', { name: 'Panel Management' }).click()
  // A screen is a step of its own once its program has come.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panel Info (CBS)')
  await menu.getByRole('link', { name: 'User Management' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Info (CBS)')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panel Info (CBS)')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Info (CBS)')
})
