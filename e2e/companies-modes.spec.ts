import { expectAccessible } from './support/accessibility.ts'
import {
  change,
  choose,
  companyOf,
  dialog,
  field,
  fixed,
  harbor,
  holdNextCall,
  newSapId,
  openCompany,
  prairie,
  rows,
  saveButton,
  saveChanges,
  saved,
  search,
  serviceKey,
  showKey,
} from './support/companies.ts'
import { expectNoSideways } from './support/layout.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

// A world of its own: what these tests save is what other specs look for.
test.use({ worldName: 'development' })

test('2.6, 9 add mode: all editable, the defaults, Save refused until it is whole, then the update screen with its message', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/company`)
  await page.getByRole('button', { name: 'Add company' }).click()
  await expect(page).toHaveURL(/\/company\/add$/)
  await expect(field(page, 'Company name')).toHaveValue('')
  for (const name of [
    'Aeris',
    'Wyless',
    'Verizon',
    'Service portal onboarded',
    'Remote portal read-only',
    'Email',
  ])
    await expect(page.getByRole('checkbox', { name, exact: true })).toBeChecked()
  for (const name of ['Use CIAM', 'Allow upload of panel info', 'Use connector service', /CBS auth/])
    await expect(page.getByRole('checkbox', { name })).toBeChecked()
  for (const name of ['Usage monitoring', 'SMS'])
    await expect(page.getByRole('checkbox', { name, exact: true })).not.toBeChecked()
  await expect(field(page, 'Alert threshold')).toHaveValue('100')
  await expect(field(page, 'Warning threshold')).toHaveValue('75')
  await expect(page.getByRole('combobox', { name: 'Alert methodology' })).toHaveText('Once a day')
  await expect(page.getByRole('combobox', { name: 'Preferred language' })).toHaveText('en-US')
  await expect(page.getByRole('radio', { name: /Tier3 Standard/ })).toBeChecked()
  await expect(field(page, 'VPN endpoint')).toHaveValue('vpn.installer-services.example')
  await expect(page.getByText('The key is made when the company is saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate…' })).toHaveCount(0)
  for (const name of ['Company Settings', 'RPS Control Settings', 'Network Model Settings'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  for (const words of [
    'Small or medium companies using an on-demand VPN client.',
    'A dedicated persistent tunnel with NAT IPs.',
    'No translation (rarely used).',
    'Traffic exits to the internet, and NAT is used only to reach the device.',
  ])
    await expect(page.getByText(words)).toBeVisible()

  await saveButton(page).click()
  await expect(field(page, 'Company name')).toBeFocused()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  const sap = newSapId()
  // Pasted white space does not stay.
  await field(page, 'Company name').fill('  Añadida "GmbH" <b>& Söhne</b>  ')
  await field(page, 'SAP company ID').fill(` ${sap}\t`)
  await choose(page, 'Sales region', 'ca')
  await choose(page, 'Device region', 'Canada')
  await saveButton(page).click()

  await expect(page).toHaveURL(/\/company\/update\/\d+\/A%C3%B1adida/)
  await expect(saved(page)).toContainText('is created')
  await expect(field(page, 'Company name')).toHaveValue('Añadida "GmbH" <b>& Söhne</b>')
  await showKey(page)
  // The message was for this once; Back leads to the list, which has the new one.
  await page.goBack()
  await search(page).fill(sap)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Añadida "GmbH" <b>& Söhne</b>')
  await page.goForward()
  await expect(serviceKey(page)).toBeVisible()
  await expect(saved(page)).toHaveCount(0)
})

test('2.6, specification 13 reservation mode: from the list’s menu, name, SAP ID and sales region fixed, device region editable; then it is used up', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/company`)
  await page.getByRole('combobox', { name: 'Reservations' }).click()
  await page.getByRole('option', { name: 'Lakeside Guard · 1000902 · ca' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/company/add/1000902/ca/Lakeside%20Guard/ca`)
  await expect(fixed(page, 'Company name')).toContainText('Lakeside Guard')
  await expect(fixed(page, 'SAP company ID')).toContainText('1000902')
  await expect(fixed(page, 'Sales region')).toContainText('ca')
  await expect(page.getByRole('combobox', { name: 'Device region' })).toHaveText('Canada')
  await choose(page, 'Device region', 'United States')
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/company\/update\/\d+\/Lakeside%20Guard\/1000902$/)
  await expect(saved(page)).toBeVisible()
  await expect(fixed(page, 'Device region')).toContainText('United States')

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Companies' }).click()
  await page.getByRole('combobox', { name: 'Reservations' }).click()
  await expect(page.getByRole('option', { name: /Summit Protection/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Lakeside Guard/ })).toHaveCount(0)
})

test('2.3 the add address decides the mode: what is no open reservation fills in the add form, and what is malformed breaks nothing', async ({
  page,
  world,
}) => {
  const open = async (path: string) => {
    await refreshIsOver(page)
    await page.goto(world.consoleUrl + path)
  }
  await page.goto(`${world.consoleUrl}/company/add/7654321/ca/Caf%C3%A9%2FBar/ca`)
  await expect(field(page, 'Company name')).toHaveValue('Café/Bar')
  await expect(field(page, 'SAP company ID')).toHaveValue('7654321')
  await expect(page.getByRole('combobox', { name: 'Sales region' })).toHaveText('ca')
  await expect(page.getByRole('combobox', { name: 'Device region' })).toHaveText('Canada')
  await open('/company/add/abc/mars/%3Cb%3Ex/nowhere')
  await expect(page.getByText('A SAP company ID has 1 to 10 digits')).toBeVisible()
  await expect(field(page, 'Company name')).toHaveValue('<b>x')
  await expect(page.getByRole('combobox', { name: 'Sales region' })).toHaveText('us')
  await expect(page.getByRole('combobox', { name: 'Device region' })).toHaveText('United States')
  // The reservation's own data decide, not the address.
  await open('/company/add/1000901/ca/Someone%20Else')
  await expect(fixed(page, 'Company name')).toContainText('Summit Protection')
  await expect(fixed(page, 'Sales region')).toContainText('us')
})

test('2.6, 3 update mode: SAP ID, network model and device region are fixed, and every field is saved and loaded without loss', async ({
  page,
  world,
}) => {
  await openCompany(page, world, 9)
  await expect(fixed(page, 'SAP company ID')).toContainText('1000009')
  await expect(fixed(page, 'Device region')).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Network model' })).toHaveAttribute(
    'aria-readonly',
    'true',
  )
  await expect(page.getByRole('radio', { name: /Tier2 No NAT/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /Tier3 Standard/ })).toBeDisabled()
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true')

  const before = await companyOf(page, world, 9)
  await field(page, 'Company name').fill('Pellbrook 安全')
  await choose(page, 'Sales region', before.companyInfo.sapSalesRegion === 'us' ? 'ca' : 'us')
  const boxes = page.getByRole('main').getByRole('checkbox')
  const flipped = await boxes.evaluateAll((all) => all.map((box) => !(box as HTMLInputElement).checked))
  for (const box of await boxes.all()) await box.click()
  await field(page, 'Warning threshold').fill('60')
  await field(page, 'Alert threshold').fill('80')
  await field(page, 'Usage alert email').fill('alerts@pellbrook.example')
  await choose(page, 'Alert methodology', 'Once a month')
  await choose(page, 'Preferred language', 'fr-CA')
  await saveChanges(page)
  // The address follows the name.
  await expect(page).toHaveURL(/\/company\/update\/9\/Pellbrook%20/)
  await expect(page.getByText(/^Last saved .* by support@example.com$/)).toBeVisible()

  await refreshIsOver(page)
  await page.reload()
  await expect(field(page, 'Company name')).toHaveValue('Pellbrook 安全')
  await expect(saved(page)).toHaveCount(0)
  expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual(
    flipped,
  )
  await expect(field(page, 'Warning threshold')).toHaveValue('60')
  await expect(field(page, 'Alert threshold')).toHaveValue('80')
  await expect(field(page, 'Usage alert email')).toHaveValue('alerts@pellbrook.example')
  await expect(page.getByRole('combobox', { name: 'Alert methodology' })).toHaveText('Once a month')
  await expect(page.getByRole('combobox', { name: 'Preferred language' })).toHaveText('fr-CA')
  const after = await companyOf(page, world, 9)
  expect(after.companySettings.mnvOsInUse).toEqual([])
  expect(after.companySubnets).toEqual(before.companySubnets)
  expect(after.rpsControlSettings.onlineServiceKey).toBe(before.rpsControlSettings.onlineServiceKey)
})

test('2.3 an unknown company, a malformed id and none: not found, not found, the list', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/company/update/999999/Gone/1`)
  await expect(page.getByRole('heading', { name: 'Company not found' })).toBeVisible()
  await expect(page.getByText(/no company with the ID 999999/)).toBeVisible()
  await expectAccessible(page)
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}/company/update/%3Cscript%3E/x`)
  await expect(page.getByText('<script> is not a company ID. The link is incomplete.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to companies' }).click()
  await expect(rows(page).first()).toBeVisible()
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}/company/update`)
  await expect(page).toHaveURL(`${world.consoleUrl}/company`)
  await expect(rows(page).first()).toBeVisible()
})

test('5, D26 Email is invalid: Save is disabled while it is; thresholds keep their rule; the save bar leads to the fields', async ({
  page,
  world,
}) => {
  await openCompany(page, world, prairie.id)
  await field(page, 'Usage alert email').fill('alerts@prairie-alarm')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Usage alert email')).toHaveAccessibleDescription('Email is invalid')
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await saveButton(page).click({ force: true })
  await expect(dialog(page)).toHaveCount(0)
  await field(page, 'Warning threshold').fill('120')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Enter 100 or less')).toBeVisible()
  await field(page, 'Warning threshold').fill('90')
  await field(page, 'Alert threshold').fill('80')
  await expect(
    page.getByText('The warning threshold must be below or equal to the alert threshold'),
  ).toBeVisible()
  await expect(page.getByText('2 fields need attention:')).toBeVisible()
  await page.getByRole('button', { name: 'Usage alert email' }).click()
  await expect(field(page, 'Usage alert email')).toBeFocused()
  await page.keyboard.type('.com')
  await expect(page.getByText('1 field needs attention:')).toBeVisible()
  await expect(saveButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  await saveButton(page).click()
  await expect(field(page, 'Warning threshold')).toBeFocused()
  await expect(dialog(page)).toHaveCount(0)
})

test('2.6 Generate asks, names the three facts, replaces the key at once and leaves the form’s input alone', async ({
  page,
  world,
}) => {
  let reads = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/rpscontrols')) reads++
  })
  await openCompany(page, world, 11)
  // 54.11: the key is read when it is asked for.
  await expect(serviceKey(page)).toHaveValue('')
  expect(reads).toBe(0)
  await showKey(page)
  expect(reads).toBe(1)
  const old = await serviceKey(page).inputValue()
  await expect(serviceKey(page)).toHaveAttribute('readonly', '')
  await field(page, 'Usage alert email').fill('new@corrimoor.example')
  await page.getByRole('button', { name: 'Generate…' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Are you sure?')
  for (const words of [/Earlier keys stop linking/, /stay linked/, /Only one key/])
    await expect(dialog(page)).toContainText(words)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(serviceKey(page)).toHaveValue(old)
  await page.getByRole('button', { name: 'Generate…' }).click()
  const release = await holdNextCall(page, /\/isk$/)
  await dialog(page).getByRole('button', { name: 'Generate' }).dblclick()
  release()
  await expect(page.getByText('The new installer service key is now in effect.')).toBeVisible()
  await expect(serviceKey(page)).not.toHaveValue(old)
  const shown = await serviceKey(page).inputValue()
  expect((await companyOf(page, world, 11)).rpsControlSettings.onlineServiceKey).toBe(shown)
  await expect(page.getByText(/Made .* by support@example.com/)).toBeVisible()
  // The save that follows is no conflict.
  await expect(field(page, 'Usage alert email')).toHaveValue('new@corrimoor.example')
  await saveChanges(page)
  await expect(serviceKey(page)).toHaveValue(shown)
})

test('2.6, D28 the form has no accessibility violation, nothing scrolls sideways, and the keyboard alone does it all', async ({
  page,
  world,
}) => {
  test.slow()
  await openCompany(page, world, harbor.id)
  const name = `${'Langer Name Ø '.repeat(14)}ab`.slice(0, 200)
  await field(page, 'Company name').fill(name)
  await field(page, 'Usage alert email').fill('x')
  await page.keyboard.press('Tab')
  await expectAccessible(page)
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSideways(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await field(page, 'Usage alert email').fill('')
  await field(page, 'VPN endpoint').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('vpn2.installer-services.example')
  // Held down: the summary opens once and is answered by a press of its own.
  for (let i = 0; i < 5; i++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect(change(page, 'VPN endpoint')).toContainText('vpn2.installer-services.example')
  await expect(dialog(page)).toContainText(/The VPN clients of 4\d\d SIMs/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(saved(page)).toBeVisible()
  await expect(field(page, 'Company name')).toHaveValue(name)
  await expectNoSideways(page)
})
