import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { more, pressInMore } from './support/more.ts'
import { test } from './support/signed-in.ts'
import { titled } from './support/titled.ts'
import { accounts, expect } from './support/world.ts'

const panel = 'CBS0000001'

test('use 2, 16 a panel’s page: what it is, what each source says and how old that is, what it belongs to, what happened; by keyboard, at 390, for axe', async ({
  world,
  page,
}) => {
  await test.step('any form of the address leads to the one', async () => {
    await page.goto(`${world.consoleUrl}/panels/cbs0000001`)
    await expect(page).toHaveURL(`${world.consoleUrl}/panels/${panel}`)
    await expect(page).toHaveTitle(titled(`${panel} · Panel`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Panel ${panel}`)
  })
  const main = page.getByRole('main')
  const environment = main.getByRole('group', { name: 'Environment' })
  const services = main.getByRole('group', { name: 'Services' })
  await expect(environment).toContainText('Points toPROD')
  await expect(environment).toContainText(/Pathfinder · \d+ s ago · live/)
  await expect(services).toContainText('Management in Remote PortalEnabledRemote Portal')
  await expect(main.getByRole('group', { name: 'Facts' })).toContainText(
    '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  )
  const belongs = main.getByRole('region', { name: 'Belongs to' })
  await expect(belongs.getByRole('link', { name: 'Harbor Security' })).toBeVisible()
  await expect(belongs.getByRole('link', { name: '8901170000000000013' })).toBeVisible()
  // Each count leads to its list.
  await expect(belongs.getByRole('link', { name: '1 user' })).toHaveAttribute('href', '/companies/1/users')
  await expect(belongs.getByRole('link', { name: '6 panels' })).toHaveAttribute('href', '/companies/1/panels')

  await test.step('the screens’ own actions and dialogs; what changed is said, by whom, and in the timeline', async () => {
    const disable = main.getByRole('button', { name: 'Disable management…' })
    await pressInMore(page, disable)
    await expect(page.getByRole('alertdialog')).toContainText('Disable management of panel CBS0000001')
    await page.keyboard.press('Escape')
    await expect(more(page)).toBeFocused()
    await pressInMore(page, disable)
    const question = page.getByRole('alertdialog')
    await question.getByRole('textbox', { name: 'Reason' }).fill('Installer tests the panel')
    await question.getByRole('textbox', { name: 'Ticket' }).fill('INC-4711')
    await question.getByRole('button', { name: 'Disable management' }).press('Enter')
    await expect(services).toContainText(/Management in Remote PortalDisabledRemote Portal · \d+ s ago/)
    await expect(services.getByRole('link', { name: accounts.support })).toBeVisible()
    const timeline = main.getByRole('region', { name: 'Timeline' })
    await timeline.getByRole('button', { name: /new entr/ }).click()
    await expect(timeline).toContainText('Disable management in the Remote Portal')
    await expect(timeline).toContainText('Reason: Installer tests the panel · Ticket INC-4711')
    await expect(timeline.getByRole('term').filter({ hasText: 'Tickets' })).toBeVisible()
    await expect(timeline.getByRole('definition').first()).toContainText('INC-4711')
    await pressInMore(page, main.getByRole('button', { name: 'Enable management…' }))
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enable management' }).press('Enter')
    await expect(services).toContainText('Management in Remote PortalEnabledRemote Portal')
  })
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await more(page).click()
  await expect(main.getByRole('link', { name: 'Point to environment…' })).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)

  await test.step('what was observed is there while Pathfinder is asked; where it is away its word stays, with the reason', async () => {
    await main.getByRole('link', { name: 'Point to environment…' }).press('Enter')
    await expect(page).toHaveURL(/\/panel-environment\?physicalId=6f9619ff-8b86-d011-b42d-00c04fc964ff$/)
    // Only then has the page been left.
    await expect(page.getByRole('textbox', { name: 'Physical panel ID' })).toBeVisible()
    const held = Promise.withResolvers<void>()
    await page.route(/\/pathfinder$/, async (route) => {
      await held.promise
      await route.fulfill({ status: 502, json: { status: 'CarrierError', message: 'Away.', data: null } })
    })
    await page.goBack()
    await expect(environment).toContainText(/Points toPROD.*asking/)
    held.resolve()
    await expect(environment.getByRole('status')).toContainText('Away.')
    await expect(environment).toContainText('Points toPROD')
  })
})

test('use 2, D16 an address of no panel says what is like it; without the right it says nothing of it', async ({
  world,
  page,
  browser,
}) => {
  await page.goto(`${world.consoleUrl}/panels/CBS0009999`)
  const main = page.getByRole('main')
  await expect(
    main.getByText('Neither the inventory nor WebConnect has ever reported panel CBS0009999.'),
  ).toBeVisible()
  // A physical ID is another form of it, and no address.
  await page.goto(`${world.consoleUrl}/panels/6f9619ff-8b86-d011-b42d-00c04fc964ff`)
  await main.getByRole('link', { name: panel }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/panels/${panel}`)

  const other = await browser.newPage()
  await world.signIn(other, accounts.auditor, `/panels/${panel}`)
  for (const id of [panel, 'CBS0009999']) {
    await other.goto(`${world.consoleUrl}/panels/${id}`)
    await expect(other.getByText("Sorry, you don't have access to this page.")).toBeVisible()
    await expect(other.getByText('Harbor Security')).toHaveCount(0)
  }
  await other.close()
})
