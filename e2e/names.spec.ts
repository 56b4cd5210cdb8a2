import { test } from './support/signed-in.ts'
import { titled } from './support/titled.ts'
import { accounts, expect } from './support/world.ts'

const sim = '8901170000000000013'

test('use 2 names of companies, SIMs, panels, people and transactions lead to the screens that show them, wherever they stand', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/sim-detail?simId=${sim}`)
  const main = page.getByRole('main')
  // The tabs of what someone has open tell themselves apart.
  await expect(page).toHaveTitle(titled('SIM 8901…0013 · SIM Information'))
  await main.getByRole('link', { name: 'Harbor Security' }).click()
  // A company is known by its SAP company ID everywhere; its page has an id of its own.
  await expect(page).toHaveURL(/\/companies\/1$/)
  await expect(page).toHaveTitle(titled('Harbor Security · Company'))
  await page.goBack()
  await expect(page).toHaveURL(/sim-detail/)

  await page.goto(`${world.consoleUrl}/company/sap/9999999999`)
  await expect(page).toHaveURL(/\/company\?search=9999999999$/)
  await expect(main.getByText('No items found')).toBeVisible()

  await page.goto(`${world.consoleUrl}/simmanagement?simId=${sim}`)
  await main.getByRole('button', { name: 'Query', exact: true }).click()
  // use 3: whose password it is stands beside it.
  await expect(main.getByText('Password', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Harbor Security' })).toHaveCount(2)
  await main.getByRole('link', { name: 'CBS0000001' }).click()
  await expect(page).toHaveURL(/\/panels\/CBS0000001$/)
  await main.getByRole('link', { name: 'Harbor Security' }).first().click()
  await expect(page).toHaveURL(/\/companies\/1$/)

  await page.goto(`${world.consoleUrl}/simmanagement?simId=8901170000000099998`)
  await main.getByRole('button', { name: 'Check', exact: true }).click()
  const failure = main.getByRole('alert')
  await expect(failure.getByRole('link', { name: '8901170000000099998' })).toBeVisible()
  await failure.getByRole('link').last().click()
  await expect(page).toHaveURL(/\/transactions\/[\da-f-]{36}$/)
  await main.getByRole('link', { name: 'Open in User Action Detail' }).click()
  await expect(page).toHaveURL(/user-action-detail\?txid=/)
  await main.getByRole('link', { name: 'The whole transaction' }).click()
  await expect(page).toHaveURL(/\/transactions\/[\da-f-]{36}$/)
  await page.goBack()
  await main.getByRole('row').getByRole('link', { name: '8901170000000099998' }).first().click()
  await expect(page).toHaveURL(/\/sims\/8901170000000099998$/)

  await page.goBack()
  await main.getByRole('row').getByRole('link', { name: 'support@example.com' }).first().click()
  await expect(page).toHaveURL(/\/user-action-detail\?email=support%40example\.com$/)

  await page.goto(`${world.consoleUrl}/panel-management?by=sapNumber&ids=1000001`)
  await main.getByRole('row').getByRole('link', { name: 'CBS0000001', exact: true }).click()
  await expect(page).toHaveURL(/\/panels\/CBS0000001$/)
})

test('use 2, D16 a name is no link for who may not read what it leads to', async ({ world, browser }) => {
  const page = await browser.newPage()
  await world.signIn(page, accounts.auditor, `/sim-detail?simId=${sim}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Harbor Security')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Harbor Security' })).toHaveCount(0)
  await page.close()
})

test('whole 7 a link to a thing reads its page ahead when it has the focus, and visits nothing', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/companies/1/panels`)
  const link = page.getByRole('main').getByRole('link', { name: 'CBS0000002' })
  await expect(link).toBeVisible()
  const visits: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/search/v1/recent') && request.method() === 'POST') visits.push(request.url())
  })
  const [read] = await Promise.all([page.waitForResponse(/things\/v1\/panels\/CBS0000002/), link.focus()])
  expect(read.status()).toBe(200)
  expect(visits).toEqual([])
  await link.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('CBS0000002')
  await expect.poll(() => visits.length).toBe(1)
})
