import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import {
  compare,
  compareButton,
  disagreeing,
  happy,
  head,
  row,
  settled,
  simId,
  titled,
} from './support/sim-information.ts'
import { exportMenu, saveAs, saveWorkbook } from './support/workbook.ts'
import { accounts, expect } from './support/world.ts'

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(simId(page)).toBeVisible()
})

test('2.5 compares MobileBroker, vendor and Connector data of a SIM, each with its icon, origin and time', async ({
  page,
}) => {
  await compare(page, happy)
  for (const [title, system] of [
    ['MobileBroker data', 'MobileBroker'],
    ['AT&T (ATT) data', 'AT&T'],
    ['Connector data', 'Connector'],
  ] as const) {
    await expect(head(page, titled(title, ' Success, \\d+\\.\\d s'))).toBeVisible()
    await expect(head(page, new RegExp(`From ${system} at \\d\\d:\\d\\d:\\d\\d UTC−0[45]:00`))).toBeVisible()
  }
  for (const field of ['Device status', 'IMEI', 'IP address', 'Phone number', 'Online status'])
    await expect(row(page, field).getByRole('cell').filter({ hasNotText: /^–?$/ })).toHaveCount(3)
  for (const field of ['Real IP', 'NAT IP'])
    await expect(row(page, field).getByRole('cell').nth(1)).toHaveText('–')
  await expect(row(page, 'Reference number').getByRole('cell').first()).toContainText('MB-')
  await expect(row(page, 'Activated by').getByRole('cell').first()).toContainText('@example.com')
  await expect(row(page, 'SAP company ID').getByRole('cell').nth(2)).toContainText('1000001')
  await expect(row(page, 'Company name').getByRole('cell').nth(2)).toContainText('Harbor Security')
  await expect(row(page, 'Account number')).toHaveCount(0)
  await expect(page.getByText('All shared fields agree')).toBeVisible()
})

test('2.5 marks fields that differ and the source that the others outvote, and lists them alone on demand', async ({
  page,
}) => {
  await compare(page, disagreeing)
  await expect(page.getByText('3 of 5 shared fields differ')).toBeVisible()
  await expect(page.getByText('Device status, IMEI, IP address', { exact: true })).toBeVisible()
  await expect(row(page, 'Device status').getByRole('cell').nth(1)).toContainText('Suspended')
  await expect(row(page, 'Device status').getByRole('cell').last()).toHaveText('Verizon')
  await expect(row(page, 'IP address').getByRole('cell').last()).toHaveText('Connector')
  await expect(row(page, 'IP address').locator('em')).toHaveText('22')
  await expect(row(page, 'Account number').getByRole('cell').nth(1)).toContainText('0342077109-00001')
  await expect(row(page, 'Description').getByRole('cell').nth(1)).toContainText('Harbor Security')

  await page.getByRole('checkbox', { name: 'Only differences' }).check()
  await expect(page.getByRole('rowheader')).toHaveText([/^Device status/, /^IMEI/, /^IP address/])
  await expect(page).toHaveURL(/simId=8914800000000000055&only=differences/)
  await page.reload()
  await expect(page.getByRole('rowheader')).toHaveText([/^Device status/, /^IMEI/, /^IP address/])
})

test('2.5, D25 a link with a SIM ID compares it, and Back brings the one before', async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}/sim-detail?simId=${happy}`)
  await expect(head(page, /^AT&T \(ATT\) data Success/)).toBeVisible()
  await compare(page, disagreeing)
  await expect(head(page, /^Verizon \(VZN\) data Success/)).toBeVisible()
  await page.goBack()
  await expect(head(page, /^AT&T \(ATT\) data Success/)).toBeVisible()
  await expect(simId(page)).toHaveValue(happy)
})

/** SIM, its carrier's column, and words that stand in the comparison. */
const demoSims = [
  ['8901170000000000021', 'AT&T (ATT) data', ['Success']],
  ['8914800000000000022', 'Verizon (VZN) data', ['Success']],
  ['8901170000000000039', 'AT&T (ATT) data', ['Success']],
  ['8914800000000000030', 'Verizon (VZN) data', ['not found']],
  ['8901170000000000047', 'AT&T (ATT) data', ['AT&T']],
  ['8914800000000000048', 'Verizon (VZN) data', ['Success']],
  ['8901170000000000054', 'AT&T (ATT) data', ['Success']],
  ['8932300000000000011', 'Aeris (AERIS) data', ['Success']],
  ['8946200000000000012', 'Wyless (WYLESS) data', ['Success']],
  ['8901170000000000062', 'AT&T (ATT) data', ['Success']],
  ['8901170000000000070', 'AT&T (ATT) data', ['Success']],
  ['89011700000000010011', 'AT&T (ATT) data', ['Success']],
] as const

test("2.5 shows what there is to know of the demo world's SIMs, one after the other", async ({ page }) => {
  for (const [id, title, words] of demoSims)
    await test.step(id, async () => {
      await compare(page, id)
      await expect(page.getByRole('table', { name: id })).toBeVisible()
      await expect(head(page, titled(title))).toBeVisible({ timeout: 40_000 })
      await settled(page)
      await expect(head(page, /^MobileBroker data Success/)).toBeVisible()
      await expect(head(page, /^Connector data Success/)).toBeVisible()
      for (const word of words) await expect(page.getByRole('table')).toContainText(word)
    })
})

test("2.5, 8 says 'not found' for a SIM that no one knows", async ({ page }) => {
  await compare(page, '8901170000000099999')
  await expect(
    page.getByText(/MobileBroker, the carrier and Connector do not know 8901170000000099999/),
  ).toBeVisible()
  await expect(page.getByText('not found', { exact: true })).toBeVisible()
})

test('2.5, 5, D24 asks for a SIM ID of 18 to 22 digits and warns of a check digit that does not fit', async ({
  page,
}) => {
  await compareButton(page).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await expect(simId(page)).toBeFocused()
  await simId(page).fill('12345')
  await expect(page.getByText('A SIM ID has 18 to 22 digits. This one has 5.')).toBeVisible()
  await simId(page).fill('89011700000000abc13')
  await expect(page.getByText('A SIM ID has digits only. This one also has “abc”.')).toBeVisible()
  await expect(simId(page)).toHaveValue('89011700000000abc13')
  await compareButton(page).click()
  await expect(page.getByRole('table')).toHaveCount(0)
  await simId(page).fill('8901170000000000014')
  await expect(page.getByText(/The check digit does not fit/)).toBeVisible()
  await compareButton(page).click()
  await expect(page.getByText(/MobileBroker, the carrier and Connector do not know/)).toBeVisible()
})

test('2.5, D24 drops the spaces and dashes of a paste', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText(' 8901 1700-0000 0000\u00a0013\n'))
  await simId(page).focus()
  await page.keyboard.press('Control+V')
  await expect(simId(page)).toHaveValue(happy)
  await page.keyboard.press('Enter')
  await expect(head(page, /^AT&T \(ATT\) data Success/)).toBeVisible()
})

test('2.5, 5 compares when Enter comes in the very moment of the last digit', async ({ page }) => {
  await simId(page).evaluate((field: HTMLInputElement, id) => {
    field.focus()
    document.execCommand('insertText', false, id)
    queueMicrotask(() => field.form?.requestSubmit())
  }, happy)
  await expect(head(page, /^AT&T \(ATT\) data Success/)).toBeVisible()
})

test('2.5 shows answers as they arrive and how long the others have been asked', async ({ world, page }) => {
  await world.fault({ system: 'att', fault: 'slow', seconds: 30 })
  await compare(page, happy)
  await expect(head(page, /^MobileBroker data Success/)).toBeVisible()
  await expect(head(page, /^AT&T \(ATT\) data Asking AT&T/)).toBeVisible()
  await expect(page.getByText('No difference so far')).toBeVisible()
  // No one has to wait for a slow carrier to compare another SIM.
  await compare(page, '8932300000000000011')
  await expect(head(page, /^Aeris \(AERIS\) data Success/)).toBeVisible()
})

test('2.5, 8 says that the network is the problem when our own server is away, and goes on when it is back', async ({
  world,
  page,
}) => {
  const tryAgain = (system: string) =>
    page.getByRole('button', { name: `Try again: ${system}` }).locator('visible=true')
  await world.server.stop()
  // Only the person's own try finds the server back, no other call of the page.
  const others = ({ pathname }: URL) => /^\/api\/(?!siminformation\/)/.test(pathname)
  await page.route(others, (route) => route.abort())
  await compare(page, happy)
  for (const system of ['MobileBroker', 'AT&T', 'Connector'])
    await expect(tryAgain(system)).toBeVisible({ timeout: 40_000 })
  await expect(
    page.getByText('Network Problem, Please Contact Admin!').locator('visible=true').first(),
  ).toBeVisible()
  await world.server.start()
  await tryAgain('MobileBroker').click()
  // It has answered: what the other two could not be asked is asked without a click.
  await expect(page.getByRole('columnheader').filter({ hasText: 'Success' })).toHaveCount(3)
})

test('2.5, D22 downloads the billing report of the chosen month under a sensible name', async ({ page }) => {
  await expect(page.getByRole('combobox', { name: 'Year' })).toHaveText('2020')
  await expect(page.getByRole('combobox', { name: 'Month' })).toHaveText('Aug')
  await page.getByRole('combobox', { name: 'Month' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
  ])
  await page.getByRole('option', { name: 'Mar' }).click()
  await page.getByRole('combobox', { name: 'Year' }).click()
  await expect(page.getByRole('option')).toHaveText(['2018', '2019', '2020', '2021'])
  await page.getByRole('option', { name: '2019' }).click()
  const file = await saveAs(page, 'CSV')
  await expect(page.getByText('billing-report-2019-03.csv saved')).toBeVisible()
  expect(file.suggestedFilename()).toBe('billing-report-2019-03.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines.length).toBeGreaterThan(100)
  const workbook = await saveWorkbook(page)
  expect(workbook.file.suggestedFilename()).toBe('billing-report-2019-03.xlsx')
  expect(workbook.cells).toHaveLength(lines.length)
  // SimId and SapCompanyId are text, Year, Month, Bytes and Amount numbers.
  expect(workbook.cells[1]?.map((cell) => typeof cell)).toEqual(
    'string string string string number number string number number string'.split(' '),
  )
  expect(lines[1]?.startsWith(`${workbook.cells[1]?.[0]},`)).toBe(true)
})

test('2.5, 8 says why a billing report could not be fetched', async ({ world, page }) => {
  await world.server.stop()
  await exportMenu(page).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Network Problem, Please Contact Admin!' }).first(),
  ).toBeVisible({ timeout: 40_000 })
  await world.server.start()
  const download = page.waitForEvent('download')
  await exportMenu(page).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('billing-report-2020-08.csv')
})

test('1, 7, D8 records the comparison under the transaction id of its calls', async ({ page }) => {
  const recorded = page.waitForRequest(
    (request) => request.url().includes('/activitylog') && (request.postData() ?? '').includes('Compare'),
  )
  const asked = page.waitForRequest(/simdetail/)
  await compare(page, happy)
  const entry = await recorded
  expect(entry.postDataJSON()).toMatchObject({
    Email: accounts.support,
    Activity: 'SIM Information',
    ActionMessage: `Compare SIM ${happy}`,
    Detailinfo: '',
  })
  expect(entry.headers()['x-transaction-id']).toBe((await asked).headers()['x-transaction-id'])
  expect((await entry.response())?.status()).toBe(200)
})

test('2.5, D28 is operated by the keyboard alone', async ({ page }) => {
  await simId(page).focus()
  await page.keyboard.type(disagreeing)
  await page.keyboard.press('Enter')
  await expect(head(page, /^Verizon \(VZN\) data Success/)).toBeVisible()
  const only = page.getByRole('checkbox', { name: 'Only differences' })
  for (let i = 0; i < 12 && !(await only.evaluate((element) => element === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('rowheader')).toHaveCount(3)
})

test('2.5, D28 copies the comparison as text', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await compare(page, disagreeing)
  await expect(head(page, /^Verizon \(VZN\) data Success/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy as text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('10.64.22.55')
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain(`SIM ${disagreeing}`)
  expect(text).toMatch(/IP address\s+10\.64\.18\.55\s+10\.64\.18\.55\s+10\.64\.22\.55\s+<- differs/)
})

test('2.5, D28 has no accessibility violation: empty, with differences, with a failure', async ({
  world,
  page,
}) => {
  await expectAccessible(page)
  await compare(page, disagreeing)
  await settled(page)
  await expectAccessible(page)
  await world.fault({ system: 'connector', fault: '500' })
  await compare(page, happy)
  await expect(
    page.getByRole('button', { name: 'Try again: Connector' }).locator('visible=true'),
  ).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
})

test('2.5, D28 fits 390, 720 and 1024 pixels without scrolling sideways', async ({ page }) => {
  await compare(page, disagreeing)
  await settled(page)
  for (const width of [390, 720, 1024]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(
      row(page, 'Device status').getByText('Verizon', { exact: true }).locator('visible=true').first(),
    ).toBeVisible()
    await expectNoSideways(page)
  }
})
