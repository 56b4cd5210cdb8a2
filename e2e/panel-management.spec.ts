import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import {
  cloudId,
  dialog,
  field,
  flag,
  getLocate,
  headers,
  locate,
  locateCall,
  notFound,
  open,
  paste,
  row,
  rows,
  save,
  screen,
} from './support/panels.ts'
import { reconnecting } from './support/reconnecting.ts'
import { saidToListeners } from './support/said.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { exportMenu, saveWorkbook } from './support/workbook.ts'
import { accounts, expect } from './support/world.ts'

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}${screen}`)
  await expect(field(page)).toBeVisible()
  await refreshIsOver(page)
})

test('2.8 Get Locate shows the panels with their services and names the ids not found', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panel Info (CBS)')
  await expect(page.getByRole('radio', { name: 'Cloud ID' })).toBeChecked()
  const asked: string[] = []
  page.on('request', (request) => locateCall.test(request.url()) && asked.push(request.url()))
  await field(page).fill('CBS0000003,CBS9999999,CBS0000001,cbs0000002,Unknown')
  await expect(page.getByText('5 IDs', { exact: true })).toBeVisible()
  expect(asked).toEqual([])
  await getLocate(page).click()
  await expect(headers(page)).toHaveText([
    'Select all rows',
    'Cloud ID',
    'Company name',
    'SAP number',
    'Remote portal ID',
    'Disable Management in Remote Portal',
    'Panel info',
    'State',
    'Remote connect cloud',
    'Remote connect RSC mobile app',
    'Remote alert push',
  ])
  await expect(rows(page)).toHaveCount(3)
  // News of one of them brings the states again.
  expect(new Set(asked).size).toBe(1)
  await expect(row(page, cloudId(1)).getByRole('cell')).toContainText([
    'Select CBS0000001',
    'CBS0000001',
    'Harbor Security',
    '1000001',
    'RP-000001',
    'Disable Management in Remote Portal of CBS0000001',
    'Details…',
    /^Reporting/,
    /^activated$/,
    /^activated$/,
    /^activated$/,
  ])
  const services = row(page, cloudId(3)).getByText(/^(not )?activated$/)
  await expect(services).toHaveText(['not activated', 'not activated', 'activated'])
  await expect(flag(page, cloudId(1))).not.toBeChecked()
  await expect(flag(page, cloudId(2))).toBeChecked()
  await expect(page.getByText('2 IDs were not found')).toBeVisible()
  await expect(notFound(page).getByRole('listitem')).toHaveText(['CBS9999999', 'Unknown'])
  await expect(page).toHaveURL(/by=cloudId&ids=CBS0000003\+CBS9999999\+CBS0000001\+cbs0000002\+Unknown$/)
})

test("2.8, 5 the ids are required, 'Alphanumeric only', and at most 500", async ({ page, world }) => {
  await getLocate(page).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await expect(field(page)).toBeFocused()
  const asked: string[] = []
  page.on('request', (request) => locateCall.test(request.url()) && asked.push(request.url()))
  for (const typed of ['CBS-1', 'A B-1', "1' OR '1'='1", '<b>', 'Größe', '../../etc']) {
    await locate(page, typed)
    await expect(page.getByText('Alphanumeric only')).toBeVisible()
  }
  await locate(page, ',,')
  await expect(page.getByText('Only commas. Type at least one ID.')).toBeVisible()
  await locate(page, Array.from({ length: 501 }, (_, n) => cloudId(n)).join(','))
  await expect(page.getByText('At most 500 IDs in one search. These are 501.')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  // A link with such ids is shown and not asked.
  await page.goto(`${world.consoleUrl}${screen}?by=cloudId&ids=CBS1%27--+%3Cimg%3E`)
  await expect(page.getByText('Alphanumeric only')).toBeVisible()
  await expect(page.getByText('Type IDs or paste a list')).toBeVisible()
  expect(asked).toEqual([])
})

test('2.8 a pasted list in any mixture of lines, commas, spaces, semicolons and quotes becomes a comma-separated one', async ({
  page,
}) => {
  await paste(page, field(page), '\ufeff"CBS0000001"\t\'CBS0000002\';\r\nCBS0000003 , CBS0000001\n\n')
  await expect(field(page)).toHaveValue('CBS0000001,CBS0000002,CBS0000003')
  await expect(page.getByText('3 IDs', { exact: true })).toBeVisible()
  await paste(page, field(page), 'CBS0000004\nCBS0000005')
  await expect(field(page)).toHaveValue('CBS0000001,CBS0000002,CBS0000003,CBS0000004,CBS0000005')
  // A paste can be taken back (use 2).
  await page.keyboard.press('Control+Z')
  await expect(field(page)).toHaveValue('CBS0000001,CBS0000002,CBS0000003')
  await page.keyboard.press('Control+Shift+Z')
  await expect(field(page)).toHaveValue('CBS0000001,CBS0000002,CBS0000003,CBS0000004,CBS0000005')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(5)
  // Remote Portal IDs lose their dash, pasted or typed.
  await page.getByRole('radio', { name: 'Remote Portal ID' }).check()
  await field(page, 'Remote Portal').fill('')
  await paste(page, field(page, 'Remote Portal'), 'RP-000001\nRP–000002')
  await expect(field(page, 'Remote Portal')).toHaveValue('RP000001,RP000002')
  await page.keyboard.type(',RP-000003')
  await expect(field(page, 'Remote Portal')).toHaveValue('RP000001,RP000002,RP000003')
  const asked = page.waitForRequest(locateCall)
  await page.keyboard.press('Enter')
  expect((await asked).url()).toContain('queryType=remoteId')
  await expect(row(page, cloudId(3))).toContainText('RP-000003')
  await expect(rows(page)).toHaveCount(3)
})

test('2.8, 9, D25 500 cloud IDs fit into one address: 50 a page, sorted, shared as a link, also with someone signed out', async ({
  page,
  world,
  browser,
}) => {
  const ids = [
    ...Array.from({ length: 480 }, (_, n) => cloudId(1001 + n)),
    ...Array.from({ length: 20 }, (_, n) => `CBS8${String(n).padStart(6, '0')}`),
  ]
  await paste(page, field(page), ids.join('\n'))
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByRole('main').getByText('1–50 of 480')).toBeVisible()
  // Many ids that were not found fold up.
  await expect(page.getByText('20 IDs were not found')).toBeVisible()
  await expect(notFound(page).getByRole('listitem')).toHaveCount(12)
  await page.getByRole('button', { name: 'Show all 20' }).click()
  await expect(notFound(page).getByRole('listitem')).toHaveCount(20)
  await page.getByRole('button', { name: 'Copy IDs that were not found' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ids.slice(480).join(','))

  await expect(rows(page).first()).toContainText(cloudId(1001))
  await page.getByRole('columnheader', { name: 'Cloud ID' }).getByRole('button').click()
  await expect(rows(page).first()).toContainText(cloudId(1480))
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/sort=cloudId&direction=desc&page=2$/)
  await expect(rows(page).first()).toContainText(cloudId(1430))

  const link = page.url()
  expect(link.length).toBeLessThan(6000)
  const colleague = await browser.newContext()
  const theirs = await colleague.newPage()
  await world.signIn(theirs, accounts.engineer, link.slice(world.consoleUrl.length))
  await expect(rows(theirs).first()).toContainText(cloudId(1430))
  await expect(field(theirs)).toHaveValue(ids.join(','))
  await colleague.close()
})

test('2.8 searches by SAP Company ID and Remote Portal ID, without the extras of cloud IDs; a company leads to its panels', async ({
  page,
}) => {
  await locate(page, cloudId(3))
  await row(page, cloudId(3))
    .getByRole('link', { name: /1000002/ })
    .click()
  await expect(page.getByRole('radio', { name: 'SAP Company ID' })).toBeChecked()
  await expect(field(page, 'SAP Company')).toHaveValue('1000002')
  await expect(headers(page)).toHaveText([
    'Select all rows',
    'Cloud ID',
    'Company name',
    'SAP number',
    'Remote portal ID',
    'Disable Management in Remote Portal',
    'State',
  ])
  for (const panel of await rows(page).all()) await expect(panel).toContainText('Prairie Alarm')
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Cloud ID' })).toBeChecked()
  await expect(row(page, cloudId(3))).toBeVisible()
  await page.getByRole('radio', { name: 'SAP Company ID' }).check()
  await field(page, 'SAP Company').fill('999,998')
  await getLocate(page).click()
  await expect(page.getByText('No items found')).toBeVisible()
  await expect(notFound(page).getByRole('listitem')).toHaveText(['999', '998'])
  await expect(exportMenu(page)).toHaveCount(0)
})

test('2.8 details show the panel info as formatted text to copy', async ({ page, world }) => {
  await open(page, world.consoleUrl, cloudId(1), cloudId(2))
  const button = page.getByRole('button', { name: 'Details of CBS0000001…' })
  await button.click()
  const details = page.getByRole('dialog', { name: 'Panel info of CBS0000001' })
  const text = details.locator('pre')
  await expect(text).toContainText(/^physicalPanelId: 6f9619ff-8b86-d011-b42d-00c04fc964ff$/m)
  await expect(text).toContainText(/serviceStates:\n {2}- serviceName: REMOTE_CONNECT\n {4}activated: {3}yes/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await details.getByRole('button', { name: 'Copy' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe((await text.textContent()) ?? '')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(button).toBeFocused()
  // Both IDs, and the way to the panel's environment (use 2).
  await button.click()
  await details.getByRole('link', { name: '6f9619ff-8b86-d011-b42d-00c04fc964ff' }).click()
  await expect(page).toHaveURL(/panel-environment\?physicalId=6f9619ff-8b86-d011-b42d-00c04fc964ff$/)
  await expect(page.getByText('PROD', { exact: true }).first()).toBeVisible()
})

test('2.8, D22 the download is the server’s file with all that was found', async ({ page, world }) => {
  await open(page, world.consoleUrl, cloudId(1), cloudId(2), cloudId(3))
  const byCloudId = await save(page)
  await expect(saidToListeners(page, /^panels-.*\.csv saved$/)).toBeAttached()
  expect(byCloudId.name).toMatch(/^panels-.*\.csv$/)
  const [titles = [], ...lines] = byCloudId.lines
  expect(titles.slice(0, 4)).toEqual(['CloudId', 'CompanyName', 'SapNumber', 'RemotePortalId'])
  expect(lines.map((line) => line.slice(0, 4))).toEqual([
    ['CBS0000001', 'Harbor Security', '1000001', 'RP-000001'],
    ['CBS0000002', 'Harbor Security', '1000001', 'RP-000002'],
    ['CBS0000003', 'Prairie Alarm', '1000002', 'RP-000003'],
  ])
  const workbook = await saveWorkbook(page)
  expect(workbook.file.suggestedFilename()).toBe(byCloudId.name.replace(/csv$/, 'xlsx'))
  expect(workbook.cells.map((cells) => cells.map((cell) => cell ?? ''))).toEqual(byCloudId.lines)

  await page.route(/panelmanagement\/v1\/export\//, (route) =>
    route.fulfill({ status: 503, json: { status: 'Unavailable', message: 'Try again soon.', data: null } }),
  )
  await exportMenu(page).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect(page.getByRole('alert')).toContainText('503 Service Unavailable Try again soon.')
  await page.unroute(/panelmanagement\/v1\/export\//)
  expect((await save(page)).lines).toEqual(byCloudId.lines)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test("8 a failed search says 'Error occured', Try again brings the panels; what does not fit into one answer is said", async ({
  page,
}) => {
  await page.route(locateCall, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await locate(page, cloudId(1))
  await expect(page.getByText('Error occured')).toBeVisible()
  await expect(page.getByText('500 Internal Server Error. Something went wrong.')).toBeVisible()
  await page.unroute(locateCall)
  await page.route(locateCall, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    envelope.data.hasMore = true
    await route.fulfill({ response: answer, json: envelope })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('main').getByText(/only the first 1 panel; the download has all/)).toBeVisible()
})

test('1, 7, D8 searches, details and downloads are recorded, under the transaction of their calls', async ({
  page,
}) => {
  const recorded = (words: string) =>
    page.waitForRequest((each) => /activitylog/.test(each.url()) && (each.postData() ?? '').includes(words))
  const [entry, asked] = await Promise.all([
    recorded('Locate panels'),
    page.waitForRequest(locateCall),
    locate(page, `${cloudId(1)},${cloudId(2)}`),
  ])
  expect(entry.postDataJSON()).toMatchObject({
    Email: accounts.support,
    Activity: 'Panel Info (CBS)',
    ActionMessage: 'Locate panels by Cloud ID: CBS0000001, CBS0000002',
    Detailinfo: '',
  })
  expect(entry.headers()['x-transaction-id']).toBe(asked.headers()['x-transaction-id'])
  await Promise.all([
    recorded('View the panel info of CBS0000002'),
    page.getByRole('button', { name: 'Details of CBS0000002…' }).click(),
  ])
  await page.keyboard.press('Escape')
  const [download, exported] = await Promise.all([
    recorded('Download panels by Cloud ID'),
    page.waitForRequest(/panelmanagement\/v1\/export\//),
    save(page),
  ])
  expect(download.headers()['x-transaction-id']).toBe(exported.headers()['x-transaction-id'])
})

test('2.8, D28 has no accessibility violation and fits 390, 1024 and 1440 pixels; works by the keyboard alone', async ({
  page,
}) => {
  test.slow()
  await expectAccessible(page)
  await field(page).focus()
  await page.keyboard.type(`${cloudId(1)},${cloudId(7)},Unknown`)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expectAccessible(page)
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
  }
  // At 1024 the checkbox and Details are seen without scrolling (use 2).
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(page.getByRole('button', { name: 'Details of CBS0000001…' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  // At 1440 pixels not even the table scrolls.
  const table = page.getByRole('region', { name: 'Panels' })
  await expect
    .poll(() => table.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBeLessThanOrEqual(0)
  await flag(page, cloudId(1)).focus()
  await page.keyboard.press('Space')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(flag(page, cloudId(1))).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Panel info of CBS0000001' })).toBeVisible()
  await expectAccessible(page)
})
