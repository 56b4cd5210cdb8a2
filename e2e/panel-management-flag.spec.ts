import { expectAccessible } from './support/accessibility.ts'
import { cloudId, dialog, flag, flagCall, open, row, toggle } from './support/panels.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

// Seconds that the server waits for the Remote Portal: few for one that hangs, many for a machine that stands still.
test.use({ worldName: 'impatient' })

const alert = (page: Parameters<typeof row>[0]) => page.getByRole('alert')

test('2.8, 4, 8 asks what it means, then the checkbox switches at once; the other way round too', async ({
  page,
  world,
}) => {
  const id = cloudId(101)
  await open(page, world.consoleUrl, id)
  await flag(page, id).click()
  await expect(dialog(page)).toHaveAccessibleName(`Disable management of panel ${id} in the Remote Portal?`)
  for (const fact of [id, 'RP-000101', 'The installer can no longer manage this panel in the Remote Portal.'])
    await expect(dialog(page)).toContainText(fact)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(flag(page, id)).not.toBeChecked()

  // The answer waits until what is shown meanwhile has been looked at.
  const looked = Promise.withResolvers<void>()
  await page.route(flagCall, async (route) => {
    await looked.promise
    await route.continue()
  })
  const sent = page.waitForRequest(flagCall)
  await toggle(page, id, 'Disable management')
  expect((await sent).method()).toBe('POST')
  await expect(flag(page, id)).toBeChecked()
  await expect(flag(page, id)).toHaveAccessibleDescription('Asking the Remote Portal…')
  looked.resolve()
  await expect(flag(page, id)).not.toHaveAttribute('aria-disabled')
  await expect(flag(page, id)).toBeChecked()
  await refreshIsOver(page)
  await page.reload()
  await expect(flag(page, id)).toBeChecked()

  const second = page.waitForRequest(flagCall)
  await flag(page, id).click()
  await expect(dialog(page)).toHaveAccessibleName(`Enable management of panel ${id} in the Remote Portal?`)
  await dialog(page).getByRole('button', { name: 'Enable management' }).click()
  expect((await second).method()).toBe('DELETE')
  await expect(flag(page, id)).not.toHaveAttribute('aria-disabled')
  await expect(flag(page, id)).not.toBeChecked()
  await expect(alert(page)).toHaveCount(0)
})

test('2.8, 4 goes back and says why where the Remote Portal refuses or does not know the panel', async ({
  page,
  world,
}) => {
  const [refused, unknown, nowhere] = [cloudId(5), cloudId(6), cloudId(7)]
  await open(page, world.consoleUrl, refused, unknown, nowhere)
  await toggle(page, refused, 'Disable management')
  await expect(alert(page)).toContainText('502 Bad Gateway')
  await expect(alert(page)).toContainText('Remote Portal')
  await expect(alert(page)).toContainText(
    `According to the console, management of panel ${refused} (Harbor Security) is enabled.`,
  )
  await expect(flag(page, refused)).not.toBeChecked()
  await expect(row(page, refused).getByText('failed')).toBeVisible()
  await expectAccessible(page)

  await toggle(page, unknown, 'Disable management')
  await expect(alert(page)).toHaveCount(2)
  await expect(flag(page, unknown)).not.toBeChecked()
  await alert(page).first().getByRole('button', { name: 'Close this message' }).click()
  await expect(alert(page)).toHaveCount(1)
  await expect(row(page, refused).getByText('failed')).toHaveCount(0)

  await expect(flag(page, nowhere)).toHaveAttribute('aria-disabled', 'true')
  await expect(flag(page, nowhere)).toHaveAccessibleDescription('This panel is not in a Remote Portal')
  await flag(page, nowhere).click({ force: true })
  await expect(dialog(page)).toHaveCount(0)
})

test('2.8, 4 a Remote Portal that never answers, or breaks off, or talks nonsense: the checkbox goes back with an explanation', async ({
  page,
  world,
}) => {
  const id = cloudId(102)
  await open(page, world.consoleUrl, id)
  for (const fault of ['hang', 'garbage'] as const) {
    await world.fault({ system: 'remote-portal', fault, method: 'PUT', times: 1 })
    await toggle(page, id, 'Disable management')
    await expect(alert(page)).toContainText(/50[23] /, { timeout: 60_000 })
    await expect(alert(page)).toContainText('Remote Portal')
    await expect(flag(page, id)).not.toBeChecked()
    await alert(page).getByRole('button', { name: 'Close this message' }).click()
  }
  await refreshIsOver(page)
  // It did what was asked, and its answer was lost: the server has looked again.
  await open(page, world.consoleUrl, cloudId(8))
  await toggle(page, cloudId(8), 'Disable management')
  await expect(flag(page, cloudId(8))).toBeChecked()
  await expect(flag(page, cloudId(8))).not.toHaveAttribute('aria-disabled')
  await expect(flag(page, cloudId(8))).toBeChecked()
  await expect(alert(page)).toHaveCount(0)
})

test('2.8, D9 an answer that is lost on its way to us can be asked for again, and nothing is done twice', async ({
  page,
  world,
}) => {
  const id = cloudId(103)
  await open(page, world.consoleUrl, id)
  const transactions: (string | undefined)[] = []
  page.on('request', (each) => {
    if (flagCall.test(each.url())) transactions.push(each.headers()['x-transaction-id'])
  })
  await page.route(flagCall, async (route) => {
    await route.fetch(reconnecting)
    await route.abort()
  })
  await toggle(page, id, 'Disable management')
  await expect(alert(page)).toContainText('Network Problem, Please Contact Admin!')
  await expect(row(page, id).getByText('not known')).toBeVisible()
  // The panel was read again: the console's own list knows better than the lost answer.
  await expect(flag(page, id)).toBeChecked()
  await page.unroute(flagCall)
  // The first run still works: nothing has failed yet.
  await page.route(flagCall, (route) =>
    route.fulfill({ status: 409, json: { status: 'Busy', message: 'It still runs.', data: null } }),
  )
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(alert(page)).toContainText('It still runs.')
  await expect(row(page, id).getByText('not known')).toBeVisible()
  await page.unroute(flagCall)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(alert(page)).toHaveCount(0)
  await expect(flag(page, id)).toBeChecked()
  expect(new Set(transactions).size).toBe(1)
  expect(transactions).toHaveLength(3)
})

test('2.8, 4 two agents with the same panel: each ends with what the server says', async ({
  page,
  signedIn,
  world,
}) => {
  const id = cloudId(104)
  // Without the news, which would show each at once what the other did.
  const news = '**/api/news/v1/stream'
  await signedIn.route(news, (route) => route.abort())
  const theirs = await signedIn.newPage()
  await open(page, world.consoleUrl, id)
  await open(theirs, world.consoleUrl, id)
  await toggle(page, id, 'Disable management')
  await expect(flag(page, id)).not.toHaveAttribute('aria-disabled')
  // The other one still sees it enabled, and wants the same.
  await expect(flag(theirs, id)).not.toBeChecked()
  await toggle(theirs, id, 'Disable management')
  await expect(flag(theirs, id)).not.toHaveAttribute('aria-disabled')
  await expect(flag(theirs, id)).toBeChecked()

  await refreshIsOver(theirs)
  await theirs.close()
  await toggle(page, id, 'Enable management')
  await expect(flag(page, id)).not.toHaveAttribute('aria-disabled')
  await expect(flag(page, id)).not.toBeChecked()
  await expect(alert(page)).toHaveCount(0)
  await signedIn.unroute(news)
})

test('2.8, 2.14, 8, use 3 several panels at once: how many is asked, how far it is, and what became of each', async ({
  page,
  world,
}) => {
  const [first, second, refused, disabled, nowhere] = [110, 111, 5, 2, 7].map(cloudId) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const all = page.getByRole('checkbox', { name: 'Select all rows' })
  await open(page, world.consoleUrl, first, second, refused, disabled, nowhere)
  await expect(button('Disable management…')).toHaveAccessibleDescription('Select panels first')
  await page.getByRole('checkbox', { name: `Select ${disabled}` }).check()
  await expect(all).toBeChecked({ indeterminate: true })
  await expect(button('Disable management…')).toHaveAccessibleDescription(
    'Management cannot be disabled for any selected panel',
  )
  await all.check()
  await expect(page.getByText('5 rows · 5 selected')).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 768 })
  await expectAccessible(page)
  // Both columns that stay in sight lie beside each other.
  const [box, id] = await row(page, first).getByRole('cell').all()
  const right = async () => (await box?.boundingBox().then((at) => at && at.x + at.width)) ?? 0
  const left = async () => (await id?.boundingBox())?.x ?? Number.NaN
  expect((await left()) - (await right())).toBeCloseTo(0, 0)
  await page.setViewportSize({ width: 1280, height: 720 })

  await button('Disable management…').click()
  await expect(dialog(page)).toHaveAccessibleName('Disable management of 3 panels in the Remote Portal?')
  for (const fact of [
    [refused, first, second].join(', '),
    'Left out: 2 of the selected, already disabled or not in the Remote Portal.',
    'Harbor Security: 1',
  ])
    await expect(dialog(page)).toContainText(fact)

  // The answers wait until what is shown meanwhile has been looked at.
  const looked = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(flagCall, async (route) => {
    asked.push(`${route.request().method()} ${route.request().url().split('/').at(-1)}`)
    await looked.promise
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Disable management' }).click()
  await expect(page.getByRole('progressbar', { name: 'Disable management' })).toHaveAttribute(
    'aria-valuetext',
    '0 of 3 done',
  )
  for (const id of [first, second, refused]) await expect(flag(page, id)).toBeChecked()
  // Who leaves now leaves some of them as they are.
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(dialog(page)).toContainText('Changes you made may not be saved.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  looked.resolve()

  const outcome = page.getByRole('status').filter({ hasText: 'Management of 2 of 3 panels' })
  await expect(outcome).toContainText('is now disabled in the Remote Portal. Failed or not known: 1.')
  await expect(row(page, first).getByText('disabled', { exact: true })).toBeVisible()
  await expect(row(page, second).getByText('disabled', { exact: true })).toBeVisible()
  await expect(row(page, refused).getByText('failed', { exact: true })).toBeVisible()
  await expect(flag(page, refused)).not.toBeChecked()
  await expect(alert(page)).toHaveCount(1)
  await expect(alert(page)).toContainText(
    `According to the console, management of panel ${refused} (Harbor Security) is enabled.`,
  )
  expect(asked.sort()).toEqual([refused, first, second].map((id) => `POST ${id}`))
  await alert(page).getByRole('button', { name: 'Close this message' }).click()
  await expect(row(page, refused).getByText('failed', { exact: true })).toBeVisible()
  await outcome.getByRole('button', { name: 'Close this message' }).click()
  await expect(row(page, refused).getByText('failed', { exact: true })).toHaveCount(0)

  await button('Enable management…').click()
  await expect(dialog(page)).toHaveAccessibleName('Enable management of 3 panels in the Remote Portal?')
  await dialog(page).getByRole('button', { name: 'Enable management' }).click()
  await expect(
    page.getByText('Management of 3 of 3 panels is now enabled in the Remote Portal.'),
  ).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  // A new search has nothing selected.
  await open(page, world.consoleUrl, first)
  await expect(all).not.toBeChecked()
  await toggle(page, cloudId(110), 'Disable management')
  await expect(flag(page, first)).toBeChecked()
  // Put back what the demo world has.
  await open(page, world.consoleUrl, disabled)
  await toggle(page, disabled, 'Disable management')
  await expect(flag(page, disabled)).not.toHaveAttribute('aria-disabled')
})

test('2.8, D16 someone who may only look finds the checkbox closed, with the reason', async ({
  page,
  world,
}) => {
  await page.route('**/api/session/v1/access', async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = (await answer.json()) as { data: { permissions: string[] } }
    envelope.data.permissions = envelope.data.permissions.filter((each) => each !== 'panels.change')
    await route.fulfill({ response: answer, json: envelope })
  })
  await open(page, world.consoleUrl, cloudId(1))
  await expect(flag(page, cloudId(1))).toHaveAttribute('aria-disabled', 'true')
  await expect(flag(page, cloudId(1))).toHaveAccessibleDescription('You can view panels, but not change them')
})

test('1, 7, D8 a switch is recorded under the transaction of its call', async ({ page, world }) => {
  const id = cloudId(105)
  await open(page, world.consoleUrl, id)
  const [entry, sent] = await Promise.all([
    page.waitForRequest((each) => (each.postData() ?? '').includes('Disable management of panel')),
    page.waitForRequest(flagCall),
    toggle(page, id, 'Disable management'),
  ])
  expect(entry.postDataJSON()).toMatchObject({
    Activity: 'Panel Info (CBS)',
    ActionMessage: `Disable management of panel ${id} in the Remote Portal`,
  })
  expect(entry.headers()['x-transaction-id']).toBe(sent.headers()['x-transaction-id'])
})
