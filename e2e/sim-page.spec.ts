import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { more, pressInMore } from './support/more.ts'
import { test } from './support/signed-in.ts'
import { titled } from './support/titled.ts'
import { accounts, expect } from './support/world.ts'

const sim = '8914800000000000055'

test('use 2, 16 a SIM’s page: what it is, what three systems say, what it belongs to, what happened; by keyboard, at 390, for axe', async ({
  world,
  page,
}) => {
  await test.step('any form of the address leads to the one', async () => {
    await page.goto(`${world.consoleUrl}/sims/8914-8000-0000-0000-055`)
    await expect(page).toHaveURL(`${world.consoleUrl}/sims/${sim}`)
    await expect(page).toHaveTitle(titled(`${sim} · SIM`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`SIM ${sim}`)
  })
  const main = page.getByRole('main')
  const known = main.getByRole('region', { name: 'What is known' })
  const belongs = main.getByRole('region', { name: 'Belongs to' })
  const timeline = main.getByRole('region', { name: 'Timeline' })
  await expect(known.getByText('3 of 5 shared fields differ')).toBeVisible()
  await expect(belongs.getByRole('link', { name: 'Harbor Security' })).toBeVisible()
  await expect(timeline.getByRole('listitem').first()).toBeVisible()

  await test.step('fields of one source are folded; a source is asked again alone', async () => {
    const fold = known.getByRole('button', { name: 'fields of one source only' })
    await fold.focus()
    await page.keyboard.press('Enter')
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await known.getByRole('button', { name: 'Ask Verizon again' }).press('Enter')
    await expect(known.getByRole('columnheader', { name: 'Verizon · 0 s ago · live' })).toBeVisible()
    // What stands alone is named once.
    await expect(
      known
        .getByRole('row', { name: /^Device status/ })
        .getByRole('cell')
        .last(),
    ).toHaveText('Verizon')
    await expect(
      known
        .getByRole('row', { name: /^IP address/ })
        .getByRole('cell')
        .last(),
    ).toHaveText('Connector')
  })

  await test.step('the screens’ own actions and dialogs', async () => {
    await pressInMore(page, main.getByRole('button', { name: 'Check online status' }))
    await expect(main.getByRole('status').filter({ hasText: 'Online status Offline' })).toBeVisible()
    const deactivate = main.getByRole('button', { name: 'Deactivate…' })
    await pressInMore(page, deactivate)
    await expect(page.getByRole('alertdialog', { name: /^Deactivate SIM/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(more(page)).toBeFocused()
  })
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await more(page).click()
  await expect(deactivateOf(page)).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
})

const deactivateOf = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Deactivate…' })

test('use 2, 16 what was observed is there at once, a source that is away holds up nothing', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${world.consoleUrl}/sims/${sim}`)
  await expect(main.getByText('3 of 5 shared fields differ')).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route(/simdetail.*source=vendor/, async (route) => {
    await held.promise
    await route.fulfill({ status: 502, json: { status: 'CarrierError', message: 'Away.', data: null } })
  })
  await page.reload()
  // Its carrier is still waited for.
  await expect(main.getByRole('cell', { name: 'Suspended suspend' })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toBeVisible()
  held.resolve()
  await expect(main.getByRole('button', { name: 'Try again: Verizon' })).toBeVisible()
  await expect(main.getByRole('cell', { name: 'Suspended suspend' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Harbor Security' }).first()).toBeVisible()
})

test('issue 38 the timeline says a look in the words of the screens; its filter is in the address', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/sims/${sim}`)
  const main = page.getByRole('main')
  const timeline = main.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').first()).toBeVisible()
  const search = timeline.getByRole('searchbox', { name: 'Search the timeline' })
  await search.fill('rate plan')
  await expect(page).toHaveURL(/[?&]text=rate\+plan/)
  await timeline.getByRole('button', { name: /^SIM \d/ }).press('Enter')
  await expect(page).toHaveURL(/[?&]kind=Sim/)
  // Anyone who gets the link sees the same.
  await page.reload()
  await expect(search).toHaveValue('rate plan')
  await expect(timeline.getByRole('button', { name: /^SIM \d/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(timeline.getByRole('listitem').first()).toContainText(/rate plan/i)
  await expect(timeline.getByText('This is the first entry.')).toHaveCount(0)
  await search.fill('natIp')
  await expect(timeline.getByText('No entry matches')).toBeVisible()
  await timeline.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(page).not.toHaveURL(/kind=|text=/)
  await expect(timeline.getByText(sim)).toHaveCount(0)
})

test('use 2, D16 an address of no SIM says what is like it; without the right it says nothing of it', async ({
  world,
  page,
  browser,
}) => {
  await page.goto(`${world.consoleUrl}/sims/8914800000000000155`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await expect(main.getByRole('link', { name: sim })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: sim }).press('Enter')
  await expect(page).toHaveURL(`${world.consoleUrl}/sims/${sim}`)

  const other = await browser.newPage()
  await world.signIn(other, accounts.newcomer, `/sims/${sim}`)
  for (const id of [sim, '8914800000000000155']) {
    await other.goto(`${world.consoleUrl}/sims/${id}`)
    await expect(other.getByText("Sorry, you don't have access to this page.")).toBeVisible()
    await expect(other.getByText('Harbor Security')).toHaveCount(0)
  }
  await other.close()
})

test('38.7, brief 12 a SIM and a panel print on one sheet, without anything to press', async ({
  world,
  page,
}) => {
  for (const path of ['/sims/8914800000000000055', '/panels/CBS0000001']) {
    await page.goto(world.consoleUrl + path)
    const main = page.getByRole('main')
    await expect(main.getByText(/took \d/)).toBeVisible()
    await expect(main.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toBeVisible()
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), path).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    await expect(
      main
        .locator('button:not([data-row-link], th button), input, [data-row-link] > svg:last-child')
        .filter({ visible: true }),
    ).toHaveCount(0)
    await page.emulateMedia({ media: null })
  }
})
