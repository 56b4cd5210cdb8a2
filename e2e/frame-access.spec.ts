import { refreshIsOver } from './support/session.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

const guarded = [
  '/sim-detail?simId=8901170000000000013',
  '/simmanagement',
  '/company/update/1/Harbor%20Security/77',
  '/simactivationdetail',
  '/simactivitylog?txid=79e8af3e-0000-4000-8000-0000000061ff',
  '/wc-metrics',
]

test('2.3 a visitor who is not signed in is sent to /login with the way back, replacing the history entry', async ({
  context,
  world,
}) => {
  for (const path of guarded) {
    const page = await context.newPage()
    await page.goto(world.consoleUrl)
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    await page.goto(world.consoleUrl + path)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(visited).toContain(`${world.consoleUrl}/login?return-url=${encodeURIComponent(path)}`)
    // One step back is where they were before, not the address that was refused.
    await page.goBack()
    await expect(page).toHaveURL(`${world.consoleUrl}/`)
    await page.close()
  }
})

test('2.3 after sign-in the address that was asked for opens, query included', async ({ page, world }) => {
  const path = '/simactivationdetail?simId=8901170000000000013&status=Error'
  await page.goto(world.consoleUrl + path)
  await page.getByLabel('Email').fill(accounts.support)
  await page.getByLabel('Password', { exact: true }).fill('console')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(world.consoleUrl + path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sim Activity Logs')
})

test('2.3, R6 someone who is signed in and opens /login goes to the return-url, or home when it leads nowhere good', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  for (const [returnUrl, ends] of [
    ['/csr-management', '/csr-management'],
    ['', '/'],
    ['/login', '/'],
    ['/logout', '/'],
    ['//example.com/', '/'],
    ['/\\example.com', '/'],
    ['https://example.com/', '/'],
    // R6: only where a page of ours is.
    ['/no-such-page?x=1', '/'],
    ['/company/update/1/St.%20Mary/77?tab=rps', '/company/update/1/St.%20Mary/77?tab=rps'],
    ['/wc-metrics-redirect', '/wc-metrics'],
  ]) {
    await page.goto(`${world.consoleUrl}/login?return-url=${encodeURIComponent(returnUrl ?? '')}`)
    await expect(page).toHaveURL(world.consoleUrl + ends)
    await expect(page.getByRole('banner')).toBeVisible()
    await refreshIsOver(page)
  }
})

test('2.3 home asks a visitor to log in, and offers the way in two places', async ({ page, world }) => {
  await page.goto(world.consoleUrl)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Welcome to the Installer Services Support Console',
  )
  await expect(page.getByRole('heading', { name: 'Please login first!!!' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/login',
  )
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test("2.3 home shows 'Session Expire On' from the token, in local time", async ({ page, world }) => {
  await world.signIn(page)
  const facts = page.getByRole('main').locator('section', { hasText: 'Your session' })
  await expect(facts).toContainText('Session Expire On')
  const shown = await facts.getByRole('time').getAttribute('datetime')
  const left = (Date.parse(shown ?? '') - Date.now()) / 1000
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(301)
  await expect(facts).toContainText(/UTC−0[45]:00/)
  await expect(facts).toContainText(accounts.support)
})

test("2.3 a token that has expired leads home, where the reason stands and 'Login' leads back", async ({
  page,
  world,
}) => {
  await world.signIn(page, accounts.support, '/csr-management')
  await page.clock.install()
  await world.fault({ system: 'sign-on', fault: 'refuse' })
  await page.clock.fastForward('00:06:00')
  await expect(page).toHaveURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Your session has expired')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/login?return-url=%2Fcsr-management',
  )
  // robustness 8: the sentence does not touch the button.
  const said = await page.getByText('Your session has expired').boundingBox()
  const button = await page.getByRole('main').getByRole('link', { name: 'Login' }).boundingBox()
  if (!said || !button) throw new Error('one of them is not there')
  const apart = [
    button.y - said.y - said.height,
    said.y - button.y - button.height,
    button.x - said.x - said.width,
  ]
  expect(Math.max(...apart)).toBeGreaterThanOrEqual(8)
  // The sign-on service is back: the session is renewed, and the person is where they were.
  await world.clearFaults()
  await page.clock.fastForward('00:05:00')
  await expect(page).toHaveURL(`${world.consoleUrl}/csr-management`)
})

test('2.3, 4 Logout ends the session, comes back by /logout and shows home', async ({ page, world }) => {
  await world.signIn(page, accounts.support, '/csr-management')
  await page.getByRole('button', { name: 'Profile of Support Desk' }).click()
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Please login first!!!' })).toBeVisible()
  await expect(page).toHaveURL(`${world.consoleUrl}/`)
})

test('2.3 an address that leads nowhere shows 404, the address and the way home', async ({ page, world }) => {
  await world.signIn(page)
  await page.goto(`${world.consoleUrl}/simmanagment?x=1`)
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('There is no page at /simmanagment?x=1.')
  await page.getByRole('link', { name: 'Back home' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/`)
})

test('2.3 /simactivitylog has the content without the frame, after the same check of access', async ({
  page,
  world,
}) => {
  await world.signIn(page, accounts.support, '/csr-management')
  await page.goto(`${world.consoleUrl}/simactivitylog`)
  await expect(page.getByRole('main', { name: 'Sim Activity Logs' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
})

test('6, D16 an auditor sees the no-access page where reading is refused, and the navigation stays', async ({
  page,
  world,
}) => {
  await world.signIn(page, accounts.auditor, '/simmanagement')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading')).toHaveText("Sorry, you don't have access to this page.")
  await expect(main).toContainText('Please Contact Admin!')
  await expect(main).toContainText(accounts.auditor)
  await expect(main).toContainText('support or eng-admin')
  const menu = page.getByRole('navigation', { name: 'Screens' })
  for (const label of ['SIM Management', 'Panel Environment', 'CSR Management'])
    await expect(menu.getByRole('link', { name: label })).toBeVisible()
  for (const label of ['SIM Information', 'Sim Activity Logs', 'User Action Detail']) {
    await menu.getByRole('link', { name: label }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(label)
    await expect(page.getByText("Sorry, you don't have access")).toBeHidden()
  }
})

test('6, D16 someone without a role may open home and nothing else', async ({ page, world }) => {
  await world.signIn(page, accounts.newcomer)
  await expect(page.getByRole('heading', { name: 'Your session' })).toBeVisible()
  for (const path of [
    '/sim-detail',
    '/company/update/1',
    '/wc-metrics',
    '/panel-environment',
    '/simactivitylog',
  ]) {
    await page.goto(world.consoleUrl + path)
    await expect(page.getByText("Sorry, you don't have access to this page.")).toBeVisible()
    await expect(page.getByRole('main')).toContainText('none')
    await refreshIsOver(page)
  }
})
