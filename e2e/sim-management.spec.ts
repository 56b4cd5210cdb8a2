import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { test } from './support/signed-in.ts'
import {
  askToDeactivate,
  atRest,
  batchSims,
  deactivationsOf,
  dialog,
  expectNoSideways,
  factOf,
  happy,
  query,
  section,
  simId,
} from './support/sim-management.ts'
import { accounts, expect } from './support/world.ts'

const [first = '', second = '', third = '', fourth = '', fifth = ''] = batchSims('att', 150, 5)
const [verizon = ''] = batchSims('vzn', 150, 1)

const online = (page: Page) => page.getByRole('button', { name: 'Check online status' })
const deactivate = (page: Page) => page.getByRole('button', { name: 'Deactivate…' })
const usability = (page: Page) => section(page, 'Mark unusable')

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}/simmanagement`)
})

test('2.4, 4 queries the VPN info of a SIM, then checks its online status; another SIM resets both', async ({
  page,
}) => {
  await expect(online(page)).toHaveAccessibleDescription('Type a SIM ID first')
  await simId(page).fill(happy)
  await expect(page).toHaveURL(`?simId=${happy}`.replace(/^/, `${new URL(page.url()).origin}/simmanagement`))
  await expect(page.getByText('AT&T by prefix 890117. Check digit fits.')).toBeVisible()
  await expect(online(page)).toHaveAttribute('aria-disabled', 'true')
  await online(page).focus()
  await expect(online(page)).toHaveAccessibleDescription('Query the SIM first')

  const recorded = page.waitForRequest(
    (request) => request.url().includes('/activitylog') && (request.postData() ?? '').includes('Query'),
  )
  const asked = page.waitForRequest(/querydevice\//)
  await query(page, happy)
  for (const [label, value] of [
    ['Network model', 'Tier3 Standard'],
    ['VPN gateway', /\S/],
    ['User name', /\S/],
    ['Password', /\S{8}/],
    ['IP address', /\d+\.\d+\.\d+\.\d+/],
    ['Phone number', /\d{10}/],
    ['Device status', /^Active/],
    ['Vendor code', 'ATT AT&T'],
    ['IMEI', /\d{15}/],
    ['Last status time', /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .*ago/],
    ['Online status', /queried \d\d:\d\d:\d\d/],
  ] as const)
    await expect(factOf(page, label).locator('dd').first()).toHaveText(value)
  const entry = await recorded
  expect(entry.postDataJSON()).toMatchObject({
    Email: accounts.support,
    Activity: 'SIM Management',
    ActionMessage: `Query SIM ${happy}`,
    Detailinfo: '',
  })
  expect(entry.headers()['x-transaction-id']).toBe((await asked).headers()['x-transaction-id'])

  await online(page).click()
  await expect(factOf(page, 'Online status')).toContainText(/Online\s*checked \d\d:\d\d:\d\d/)

  // D29: shown, as the specification says; the eye hides it, and the choice stays.
  const password = await factOf(page, 'Password').locator('dd').first().innerText()
  await page.getByRole('button', { name: 'Hide Password' }).click()
  await page.reload()
  await expect(simId(page)).toHaveValue(happy)
  await expect(online(page)).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Query', exact: true }).click()
  await expect(factOf(page, 'Password')).toContainText('hidden')
  await page.getByRole('button', { name: 'Show Password' }).click()
  await expect(factOf(page, 'Password')).toContainText(password)

  await simId(page).fill('8914800000000000014')
  await expect(factOf(page, 'Network model')).toHaveCount(0)
  await expect(online(page)).toHaveAttribute('aria-disabled', 'true')
  await simId(page).press('Enter')
  await expect(factOf(page, 'Vendor code')).toContainText('VZN Verizon')
  await online(page).click()
  await expect(factOf(page, 'Online status')).toContainText(/Offline\s*checked/)
})

test('2.4, 8 warns of another network model, marks a missing one, and says what a carrier said', async ({
  page,
}) => {
  const vpn = section(page, 'Query VPN info')
  for (const [iccid, model] of [
    ['8901170000000000021', 'Tier2 Standard'],
    ['8914800000000000022', 'Tier2 No NAT'],
    ['8946200000000000012', 'Tier2 Standard'],
  ] as const) {
    await query(page, iccid)
    await expect(factOf(page, 'Network model')).toContainText(model)
    await expect(vpn.getByRole('status').filter({ hasText: 'Warning' })).toContainText('not Tier3 Standard')
    await expect(factOf(page, 'VPN gateway')).toHaveCount(0)
    await expect(factOf(page, 'Password')).toHaveCount(0)
  }
  await query(page, '8901170000000000039')
  await expect(factOf(page, 'Network model')).toContainText('No network model')
  await expect(factOf(page, 'IP address')).toBeVisible()
  await query(page, '8932300000000000011')
  await expect(factOf(page, 'Vendor code')).toContainText('AERIS Aeris')
  for (const [iccid, heading] of [
    ['8914800000000000030', '404 Not Found'],
    ['8901170000000099999', '404 Not Found'],
    ['8901170000000000047', /50\d /],
  ] as const) {
    await query(page, iccid)
    await expect(vpn.getByRole('alert')).toContainText(heading, { timeout: 30_000 })
    await expect(vpn.getByRole('alert')).toContainText('Transaction ID')
    await expect(online(page)).toHaveAttribute('aria-disabled', 'true')
  }
})

test('2.4, 9 says what a query asks and for how long; Cancel, another SIM and leaving the page end it', async ({
  world,
  page,
}) => {
  await world.fault({ system: 'att', fault: 'slow', seconds: 30 })
  const vpn = section(page, 'Query VPN info')
  const ended = () => page.waitForEvent('requestfailed', (request) => request.url().includes('querydevice'))
  await query(page, happy)
  await expect(vpn.getByText('Asking AT&T…')).toBeVisible()
  await expect(vpn.getByText(/[1-9] s so far\./)).toBeVisible()
  await expect(vpn.getByText(/more than 2 minutes because an external provider is queried/)).toBeVisible()
  await expect(online(page)).toHaveAccessibleDescription('The query still runs')
  let end = ended()
  await page.getByRole('button', { name: 'Cancel the query' }).click()
  await end
  await expect(page.getByText('The query was cancelled.')).toBeVisible()
  await expect(vpn.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'Query', exact: true }).click()
  await expect(vpn.getByText('Asking AT&T…')).toBeVisible()
  end = ended()
  await simId(page).fill('8914800000000000014')
  await end
  await expect(vpn.getByText('Asking AT&T…')).toHaveCount(0)

  await query(page, happy)
  await expect(vpn.getByText('Asking AT&T…')).toBeVisible()
  end = ended()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await end
})

test('2.4, 4 marks a SIM unusable and usable after a Check, and does not undo what somebody else did', async ({
  world,
  page,
}) => {
  const check = usability(page).getByRole('button', { name: 'Check' })
  const toggle = usability(page).getByRole('button', { name: /^Mark / })
  await simId(page).fill(fourth)
  await expect(usability(page).getByText('Unknown')).toBeVisible()
  await toggle.focus()
  await expect(toggle).toHaveAccessibleDescription('Check the SIM first')
  await check.click()
  await expect(usability(page).getByText('Usable', { exact: true })).toBeVisible()
  await expect(toggle).toHaveAccessibleName('Mark unusable')
  await toggle.dblclick()
  await expect(usability(page).getByText('Unusable', { exact: true })).toBeVisible()
  await expect(toggle).toHaveAccessibleName('Mark usable')

  const other = await page.context().newPage()
  await other.goto(`${world.consoleUrl}/simmanagement?simId=${fourth}`)
  await usability(other).getByRole('button', { name: 'Check' }).click()
  await usability(other).getByRole('button', { name: 'Mark usable' }).click()
  await expect(usability(other).getByText('Usable', { exact: true })).toBeVisible()
  await other.close()

  await toggle.click()
  await expect(usability(page).getByText(/Somebody else has changed it meanwhile/)).toBeVisible()
  await expect(usability(page).getByText('Usable', { exact: true })).toBeVisible()
  await expect(toggle).toHaveAccessibleName('Mark unusable')

  await simId(page).fill('8901170000000000062')
  await expect(usability(page).getByText('Unknown')).toBeVisible()
  await expect(usability(page).getByText(/Somebody else/)).toHaveCount(0)
  await check.click()
  await expect(toggle).toHaveAccessibleName('Mark usable')
  await simId(page).fill('8901170000000099999')
  await check.click()
  await expect(usability(page).getByRole('alert')).toContainText('404 Not Found')
  await expect(usability(page).getByText('Unknown')).toBeVisible()
})

test('2.4, 8 asks before it deactivates: whom it cuts off, what is lost, and the focus on Cancel', async ({
  page,
}) => {
  await askToDeactivate(page, happy)
  await expect(dialog(page)).toHaveAccessibleName('Deactivate SIM 8901…0013?')
  for (const words of [
    'Caution: This operation will deactivate a SIM, be careful.',
    happy,
    'AT&T',
    'Harbor Security',
    'CBS0000001',
  ])
    await expect(dialog(page)).toContainText(words)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await atRest(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(deactivate(page)).toBeFocused()

  await askToDeactivate(page, verizon)
  await expect(dialog(page)).toContainText('Verizon')
  await expect(dialog(page)).toContainText(/phone number/)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await simId(page).fill('8901170000000099999')
  await deactivate(page).click()
  await expect(section(page, 'Deactivate').getByRole('alert')).toContainText('404 Not Found')
  await expect(dialog(page)).toHaveCount(0)
})

test('2.4, D9 deactivates once, by a double click as with Enter held down, and shows it in the activity logs', async ({
  world,
  page,
}) => {
  await askToDeactivate(page, first)
  await dialog(page).getByRole('button', { name: 'Deactivate' }).dblclick()
  const banner = section(page, 'Deactivate').getByRole('status').filter({ hasText: 'Success' })
  await expect(banner).toBeVisible()
  expect(await deactivationsOf(world, first)).toBe(1)

  // Held down from the button on: the dialog stays until it is answered by a press of its own.
  await simId(page).fill(second)
  await deactivate(page).focus()
  for (let i = 0; i < 6; i++) await page.keyboard.down('Enter')
  await expect(dialog(page)).toBeVisible()
  for (let i = 0; i < 6; i++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(dialog(page)).toBeVisible()
  expect(await deactivationsOf(world, second)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Deactivate' })).toBeFocused()
  for (let i = 0; i < 8; i++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(banner).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await deactivationsOf(world, second)).toBe(1)

  await banner.getByRole('link', { name: /^Transaction .* in Sim Activity Logs$/ }).click()
  await expect(page).toHaveURL(/\/simactivationdetail\?txid=/)
  await expect(page.getByRole('row').filter({ hasText: second }).first()).toContainText('Deactivated')
})

test('2.4, D5, D9 a refusal, a silent carrier and a lost answer: each says what is so, nothing is done twice', async ({
  world,
  page,
}) => {
  const part = section(page, 'Deactivate')
  const confirm = () => dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await askToDeactivate(page, '8901170000000000054')
  await confirm()
  await expect(part.getByText(/refused/)).toBeVisible()
  await expect(part.getByRole('link', { name: /^Transaction/ })).toBeVisible()

  // The carrier did it, and its answer was lost: the SIM is read to find out.
  await askToDeactivate(page, '8901170000000000070')
  await confirm()
  await expect(part.getByRole('status').filter({ hasText: 'Success' })).toBeVisible({ timeout: 30_000 })
  expect(await deactivationsOf(world, '8901170000000000070')).toBe(1)

  // Our own answer is lost on the way to the browser; the repeat runs under the same transaction.
  const ids: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/deactivate/')) ids.push(request.headers()['x-transaction-id'] ?? '')
  })
  await page.route(
    '**/deactivate/*',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await askToDeactivate(page, third)
  await confirm()
  await expect(part.getByText(/Whether it was done is not known here/)).toBeVisible()
  await part.getByRole('button', { name: 'Ask again' }).click()
  await expect(part.getByRole('status').filter({ hasText: 'Success' })).toBeVisible()
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(2)
  expect(await deactivationsOf(world, third)).toBe(1)
})

test('2.4, 8, D9 explains that a deactivation whose answer was lost still runs, and tells its end when asked again', async ({
  world,
  page,
}) => {
  const part = section(page, 'Deactivate')
  await world.fault({ system: 'att', fault: 'slow', seconds: 3 })
  await page.route(
    '**/deactivate/*',
    async (route) => {
      // Sent, and cut while the carrier is being asked.
      const { url, headers } = { url: route.request().url(), headers: await route.request().allHeaders() }
      void fetch(url, { method: 'POST', headers }).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await askToDeactivate(page, fifth)
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  const again = part.getByRole('button', { name: 'Ask again' })
  await again.click()
  await expect(part.getByRole('alert')).toContainText('409 Conflict')
  await expect(part.getByText(/Ask again in a moment: it runs under the same transaction/)).toBeVisible()
  await expect(async () => {
    if (await again.isVisible()) await again.click()
    await expect(part.getByRole('status').filter({ hasText: 'Success' })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  expect(await deactivationsOf(world, fifth)).toBe(1)
})

test('2.4, 5, D24, D25 a link fills in the SIM ID; a wrong one keeps the buttons closed and says why', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/simmanagement?simId=12345`)
  await expect(page.getByText('A SIM ID has 18 to 22 digits. This one has 5.')).toBeVisible()
  for (const name of ['Query', 'Check', 'Deactivate…']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await expect(button).toHaveAccessibleDescription('Correct the SIM ID first')
  }
  await simId(page).fill('8901170000000000014')
  await expect(page.getByText(/The check digit does not fit/)).toBeVisible()
  await expect(page).toHaveURL(/simId=8901170000000000014$/)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.goBack()
  await expect(simId(page)).toHaveValue('8901170000000000014')
  await page.getByRole('button', { name: 'Clear SIM ID' }).click()
  await expect(page).toHaveURL(/\/simmanagement$/)
})

test('2.4, D16 somebody who may only look finds the changing buttons closed, with the reason', async ({
  page,
}) => {
  await page.route('**/api/session/v1/access', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: { permissions: string[] } }
    envelope.data.permissions = envelope.data.permissions.filter((each) => each !== 'sim-management.change')
    await route.fulfill({ response: answer, json: envelope })
  })
  await page.reload()
  await simId(page).fill(happy)
  await expect(page.getByRole('button', { name: 'Query', exact: true })).not.toHaveAttribute('aria-disabled')
  for (const button of [
    deactivate(page),
    usability(page).getByRole('button', { name: 'Mark unusable' }),
    section(page, 'Batch deactivate').getByRole('button', { name: 'Deactivate' }),
  ]) {
    await button.focus()
    await expect(button).toHaveAccessibleDescription('You may look at SIMs, but not change them')
  }
  await expect(page.locator('input[type=file]')).toBeDisabled()
})

test('2.4, D28 has no accessibility violation and fits 390, 1024 and 1440 pixels, empty and filled', async ({
  page,
}) => {
  const fits = async () => {
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSideways(page)
    }
  }
  await expectAccessible(page)
  await fits()
  await query(page, '8901170000000000021')
  await expect(factOf(page, 'Network model')).toBeVisible()
  await usability(page).getByRole('button', { name: 'Check' }).click()
  await expect(usability(page).getByText('Usable', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await query(page, happy)
  await expect(factOf(page, 'VPN gateway')).toBeVisible()
  await fits()
})
