import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import {
  askToSave,
  change,
  choose,
  companyOf,
  dialog,
  field,
  holdNextCall,
  newSapId,
  openCompany,
  rows,
  saveButton,
  saveChanges,
  saved,
  search,
  serviceKey,
  showKey,
  subnet,
} from './support/companies.ts'
import { answerNextCalls } from './support/next-calls.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { accounts, expect, type World } from './support/world.ts'

const company = /companymanager\/v1\/companies\/(\d+\/)?rpscontrols(\?key=hidden)?$/

/** What was sent to be saved: the transaction id of each try. */
function watchSaves(page: Page): string[] {
  const ids: string[] = []
  page.on('request', (request) => {
    if (company.test(request.url()) && request.method() !== 'GET')
      ids.push(request.headers()['x-transaction-id'] ?? '')
  })
  return ids
}

/** The audit entries that the console posts. */
function watchActions(page: Page): string[] {
  const said: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/activitylog')) said.push(request.postDataJSON().ActionMessage)
  })
  return said
}

/** The field that both changed, in the panel. */
const dispute = (page: Page, label: string) => page.getByRole('group', { name: `Decision for ${label}` })

/** Another person, in a browser of their own, with a company open. */
async function another(world: World, page: Page, id: number) {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('no browser')
  const other = await context.newPage()
  await world.signIn(other, accounts.engineer, `/company/update/${id}`)
  await expect(serviceKey(other)).toBeVisible()
  return { other, close: () => context.close() }
}

test('2.6, D18 before saving a summary says what changes; nothing is sent before it is confirmed, and a double click saves once', async ({
  page,
  world,
}) => {
  const [saves, actions] = [watchSaves(page), watchActions(page)]
  await openCompany(page, world, 12)
  // A click on a field counts as a change (4); there is nothing to save yet.
  await field(page, 'Company name').click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await saveButton(page).click()
  await expect(page.getByText('No field has changed since the last save, so nothing was sent.')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await field(page, 'Company name').fill('Hesperfield "Söhne" <i>')
  await page.getByRole('checkbox', { name: 'Use CIAM' }).uncheck()
  await choose(page, 'Preferred language', 'fr-CA')
  await askToSave(page)
  await expect(dialog(page)).toHaveAccessibleName('Save these changes of Hesperfield Security?')
  await expect(dialog(page).locator('dl > div')).toHaveCount(3)
  await expect(change(page, 'Company name')).toContainText('Hesperfield Security → Hesperfield "Söhne" <i>')
  await expect(change(page, 'Use CIAM')).toContainText('on → off')
  await expect(change(page, 'Preferred language')).toContainText('en-US → fr-CA')
  await expect(dialog(page)).not.toContainText('SIM')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  expect(saves).toEqual([])

  await askToSave(page)
  const release = await holdNextCall(page, company)
  await dialog(page).getByRole('button', { name: 'Save' }).dblclick()
  release()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  expect(saves).toHaveLength(1)
  await expect.poll(() => actions).toContain('Save company Hesperfield "Söhne" <i> (SAP 1000012)')

  // Put back by hand: there is nothing to save, and nothing is sent.
  await page.getByRole('checkbox', { name: 'Use CIAM' }).check()
  await page.getByRole('checkbox', { name: 'Use CIAM' }).uncheck()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await saveButton(page).click()
  await expect(page.getByText('No field has changed since the last save, so nothing was sent.')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  expect(saves).toHaveLength(1)
})

test('D9 an answer that is lost: nothing typed is lost, and Save again makes one company under the same transaction', async ({
  page,
  world,
}) => {
  const [saves, actions] = [watchSaves(page), watchActions(page)]
  await page.goto(`${world.consoleUrl}/company/add`)
  const sap = newSapId()
  await field(page, 'Company name').fill('Lost & Found')
  await field(page, 'SAP company ID').fill(sap)
  await answerNextCalls(
    page,
    company,
    async (route) => {
      await route.fetch(reconnecting)
      await route.abort('connectionreset')
    },
    (route) =>
      route.fulfill({ status: 409, json: { status: 'Busy', message: 'It still runs.', data: null } }),
  )
  await saveButton(page).click()
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('Network Problem, Please Contact Admin!')
  await expect(failure).toContainText('The console does not know whether it was saved.')
  await expect(field(page, 'Company name')).toHaveValue('Lost & Found')
  await saveButton(page).click()
  await expect(failure).toContainText('It still runs.')
  await expect(failure).toContainText('The console does not know whether it was saved.')
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/company\/update\/\d+\/Lost/)
  await expect(saved(page)).toBeVisible()
  expect(saves).toHaveLength(3)
  expect(new Set(saves).size).toBe(1)
  // No one opened it: what follows a save is part of the save.
  await expect(field(page, 'Company name')).toHaveValue('Lost & Found')
  await expect
    .poll(() => actions.filter((said) => said.startsWith('Add company Lost & Found')))
    .toHaveLength(1)
  expect(actions.filter((said) => said.startsWith('Open'))).toEqual([])

  // A server that fails: the same, and other input is another action.
  await page.route(company, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, json: { status: 'Unavailable', message: 'Later.', data: null } }),
  )
  await field(page, 'Company name').fill('Lost and Found')
  await askToSave(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(failure).toContainText('503 Service Unavailable')
  await expect(failure).toContainText('Nothing was saved. Your input is kept. Save again.')
  await expect(dialog(page)).toHaveCount(0)
  await page.unroute(company)
  await field(page, 'Company name').fill('Lost and found')
  await saveChanges(page)
  expect(new Set(saves).size).toBe(3)
})

test('D10 two people edit the same company: who and when, theirs taken over where only they changed it, a choice where both did', async ({
  page,
  world,
}) => {
  test.slow()
  const { other, close } = await another(world, page, 16)
  await openCompany(page, world, 16)
  // A form that no one has touched would show at once what the other saves (D37).
  await field(page, 'Company name').fill('Brackwell of support')

  await field(other, 'Company name').fill('Brackwell of the engineer')
  await choose(other, 'Alert methodology', 'Every time')
  await field(other, 'Usage alert email').fill('engineer@brackwell.example')
  await saveChanges(other)

  await field(page, 'Usage alert email').fill('support@brackwell.example')
  const connector = page.getByRole('checkbox', { name: 'Use connector service' })
  const wasConnected = await connector.isChecked()
  await connector.click()
  await askToSave(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const panel = page.getByRole('region', { name: 'Saved by engineer@example.com meanwhile' })
  await expect(panel).toBeVisible()
  await expect(panel).toBeFocused()
  await expect(dialog(page)).toHaveCount(0)
  await expect(panel).toContainText('Alert methodology')
  await expect(panel).toContainText('Once a day → Every time')
  await expect(page.getByRole('combobox', { name: 'Alert methodology' })).toHaveText('Every time')
  // Nothing of mine is lost, and nothing is decided for me.
  await expect(field(page, 'Company name')).toHaveValue('Brackwell of support')
  await expect(connector).toBeChecked({ checked: !wasConnected })
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel).toContainText('Brackwell of the engineer')
  await expect(saveButton(page)).toHaveAccessibleDescription(
    'First decide on the fields that both of you changed',
  )
  await expectAccessible(page)

  await dispute(page, 'Company name').getByRole('button', { name: 'Use theirs' }).click()
  await expect(field(page, 'Company name')).toHaveValue('Brackwell of the engineer')
  await page.getByRole('button', { name: 'Usage alert email (changed by both)' }).click()
  await expect(dispute(page, 'Usage alert email')).toBeFocused()
  await dispute(page, 'Usage alert email').getByRole('button', { name: 'Keep mine' }).click()
  await askToSave(page)
  await expect(dialog(page).locator('dl > div')).toHaveCount(2)
  await expect(change(page, 'Usage alert email')).toContainText(
    'engineer@brackwell.example → support@brackwell.example',
  )
  await expect(change(page, 'Use connector service')).toContainText(wasConnected ? 'on → off' : 'off → on')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(saved(page)).toBeVisible()
  await expect(panel).toHaveCount(0)
  const now = await companyOf(page, world, 16)
  expect(now.companyInfo.companyName).toBe('Brackwell of the engineer')
  expect(now.companyMobileAlertSettings).toMatchObject({
    alertMethodology: 'EveryTime',
    usageAlertEmail: 'support@brackwell.example',
  })
  expect(now.rpsControlSettings.useConnectorService).toBe(!wasConnected)
  expect(now.facts.updatedBy).toBe(accounts.support)
  await close()
})

test('D10 subnets that two people add both stay; a key generated after someone else’s save overwrites nothing of theirs', async ({
  page,
  world,
}) => {
  test.slow()
  const { other, close } = await another(world, page, 6)
  await openCompany(page, world, 6)
  const addSubnet = async (to: Page, number: number, network: string) => {
    await to.getByRole('button', { name: 'Add subnet' }).click()
    await subnet(to, number).getByRole('textbox').fill(network)
    await to.keyboard.press('Tab')
  }
  // Both are at it: a form that no one has touched shows what others save (D37).
  await addSubnet(page, 2, '192.168.41.0/24')
  await addSubnet(other, 2, '192.168.40.0/24')
  await field(other, 'Usage alert email').fill('engineer@fennholt.example')
  await saveChanges(other)
  await field(other, 'Usage alert email').click()

  await showKey(other)
  await page.getByRole('button', { name: 'Generate…' }).click()
  await dialog(page).getByRole('button', { name: 'Generate' }).click()
  const panel = page.getByRole('region', { name: /meanwhile$/ })
  await expect(panel).toContainText('engineer@fennholt.example')
  await expect(page.getByRole('group', { name: /^Subnet \d$/ })).toHaveCount(3)
  await expect(field(page, 'Usage alert email')).toHaveValue('engineer@fennholt.example')
  await saveChanges(page)
  const now = await companyOf(page, world, 6)
  expect(now.companySubnets.map(({ domainIp }: { domainIp: string }) => domainIp).sort()).toEqual([
    '10.128.48.0',
    '192.168.40.0',
    '192.168.41.0',
  ])
  expect(now.companyMobileAlertSettings.usageAlertEmail).toBe('engineer@fennholt.example')
  expect(now.rpsControlSettings.onlineServiceKey).toBe(await serviceKey(page).inputValue())

  // The other one still sees the old key, as it was: a second one is not made unseen.
  await other.getByRole('button', { name: 'Generate…' }).click()
  await dialog(other).getByRole('button', { name: 'Generate' }).click()
  await expect(other.getByText(/Someone else replaced the key in the meantime/)).toBeVisible()
  await showKey(other)
  await expect(serviceKey(other)).toHaveValue(now.rpsControlSettings.onlineServiceKey)
  await close()
})

test('2.3 leaving a changed form asks first, Cancel as well, and a saved one is left without a question', async ({
  page,
  world,
}) => {
  await openCompany(page, world, 15)
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' }).and(page.locator('[open]'))
  // Two addresses of one company show the same form: what was typed stays in it, and is asked about again.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Companies' }).click()
  await search(page).fill('1000015')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link').click()
  await expect(page).toHaveURL(/\/company\/update\/15\/Lintgarth/)
  await field(page, 'Company name').fill('Lintgarth Limited')
  await page.evaluate(() => history.go(-2))
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/company\/update\/15$/)
  await expect(question).toHaveCount(0)
  await expect(field(page, 'Company name')).toHaveValue('Lintgarth Limited')
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)

  await field(page, 'Company name').fill('Lintgarth Ltd')
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toContainText('Changes you made may not be saved.')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(field(page, 'Company name')).toHaveValue('Lintgarth Ltd')
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await saveChanges(page)
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/company`)
  await expect(question).toHaveCount(0)
})

test('D16 who may only look sees every field and the key, and why nothing can be changed', async ({
  page,
  world,
}) => {
  await page.route(/session\/v1\/access$/, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    envelope.data.permissions = envelope.data.permissions.filter(
      (each: string) => each !== 'companies.change',
    )
    await route.fulfill({ json: envelope })
  })
  await openCompany(page, world, 13)
  const reason = 'You can view companies, but not change them'
  await expect(saveButton(page)).toHaveAccessibleDescription(reason)
  await expect(page.getByRole('button', { name: 'Generate…' })).toHaveAccessibleDescription(reason)
  await expect(field(page, 'Company name')).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Use CIAM' })).toHaveAccessibleDescription(reason)
  await showKey(page)
  await expect(page.getByRole('button', { name: 'Copy Installer service key' })).toBeEnabled()
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}/company`)
  await expect(page.getByRole('button', { name: 'Add company' })).toHaveAccessibleDescription(reason)
  await expect(page.getByRole('combobox', { name: 'Reservations' })).toBeDisabled()
})
