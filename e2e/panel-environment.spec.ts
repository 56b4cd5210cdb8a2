import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import {
  ask,
  confirm,
  dialog,
  failing,
  happy,
  inDev,
  inTest,
  lookUp,
  open,
  panelId,
  pathfinder,
  pathfinderCall,
  physicalId,
  physicalIdOf,
  refused,
  screen,
  search,
  update,
  value,
} from './support/panel-environment.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test("2.9, 5 a physical ID is a GUID, with braces or without; otherwise 'Physical Id is invalid' and both buttons are closed", async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}${screen}?physicalId=nonsense`)
  await expect(physicalId(page)).toHaveAccessibleDescription('Physical Id is invalid')
  await physicalId(page).fill('')
  for (const button of [search(pathfinder(page)), update(page)]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription('Type a physical panel ID first')
  }
  for (const typed of [`{${happy}`, `${happy}0`, 'g'.repeat(36)]) {
    await physicalId(page).fill(typed)
    await physicalId(page).blur()
    await expect(physicalId(page)).toHaveAccessibleDescription('Physical Id is invalid')
    await expect(search(pathfinder(page))).toHaveAttribute('aria-disabled', 'true')
    await expect(update(page)).toHaveAccessibleDescription('Physical Id is invalid')
  }
  await physicalId(page).fill(`{${happy.toUpperCase()}}`)
  await expect(update(page)).toHaveAccessibleDescription('Choose PROD, TEST or DEV first')
  await physicalId(page).press('Enter')
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('PROD')
  await expect(page).toHaveURL(new RegExp(`physicalId=${happy}$`))
})

test('2.9, 8, D25 a link shows the environment of its panel; one that Pathfinder does not know has no environment', async ({
  page,
  world,
}) => {
  await open(page, world.consoleUrl, inDev, 'DEV')
  await physicalId(page).fill('00000000-0000-0000-0000-000000000000')
  await search(pathfinder(page)).click()
  await expect(page.getByRole('alert')).toContainText('404 Not Found')
  await expect(pathfinder(page).getByText('MQTT environment', { exact: true })).toHaveCount(0)
  await page.goBack()
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('DEV')
  await expect(physicalId(page)).toHaveValue(inDev)

  // An update whose panel is left by Back, while it is asked where that points, is forgotten.
  const left = Promise.withResolvers<void>()
  await page.route(pathfinderCall, async (route) => {
    await left.promise
    // The console has given up the one of the panel that was left.
    await route.continue().catch(() => undefined)
  })
  const other = physicalIdOf(124)
  await physicalId(page).fill(other)
  await ask(page, 'DEV')
  await expect(page).toHaveURL(new RegExp(`physicalId=${other}$`))
  await expect(page.getByRole('button', { name: 'Asking…' })).toBeVisible()
  await page.goBack()
  await expect(physicalId(page)).toHaveValue(inDev)
  left.resolve()
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('DEV')
  await expect(update(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('2.9, 4, 8 an update names panel, from, to and consequence, then says that it succeeded and took effect', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}${screen}`)
  // No one has to search first.
  await physicalId(page).fill(inTest)
  await ask(page, 'DEV')
  await expect(dialog(page)).toHaveAccessibleName('Point the panel to DEV?')
  for (const fact of [inTest, 'TEST', 'DEV', 'goes to DEV and no longer reports in TEST'])
    await expect(dialog(page)).toContainText(fact)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('TEST')

  await update(page).click()
  const sent = page.waitForRequest((each) => each.method() === 'PUT')
  await confirm(page)
  expect((await sent).postDataJSON()).toEqual({ Env: 'dev' })
  await expect(page.getByText('pathfinder updated successfully')).toBeVisible()
  await expect(page.getByText('Update pathfinder successfully.')).toBeVisible()
  await expect(page.getByText('Read back from Pathfinder: DEV. The update took effect.')).toBeVisible()
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('DEV')

  // Where it points there already nothing is asked and nothing changed.
  await update(page).click()
  await expect(
    page.getByText('Pathfinder already sends this panel to DEV. Nothing was changed.'),
  ).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('pathfinder updated successfully')).toHaveCount(0)
})

test("2.9, 4, 8 500 is 'pathfinder update failed', 403 the no-access message, and Pathfinder is read back", async ({
  page,
  world,
}) => {
  await open(page, world.consoleUrl, failing, 'PROD')
  await ask(page, 'TEST')
  await expect(dialog(page)).toContainText('Alarms and messages of a panel that leaves PROD')
  await confirm(page)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('pathfinder update failed')
  await expect(alert).toContainText('Update pathfinder failed.')
  await expect(alert).toContainText(`${failing}, PROD → TEST`)
  await expect(page.getByText('Read back from Pathfinder: still PROD. Nothing was changed.')).toBeVisible()
  await expectAccessible(page)

  await physicalId(page).fill(refused)
  await ask(page, 'TEST')
  await expect(alert).toHaveCount(0)
  await confirm(page)
  await expect(alert).toContainText("Sorry, you don't have access to this page.")
  await expect(alert).toContainText('Please Contact Admin!')
  await expect(alert).toContainText('The panel still points to PROD.')
  await expect(page.getByText('Read back from Pathfinder: still PROD. Nothing was changed.')).toBeVisible()
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('PROD')
})

test("2.9, 4, 8 anything else is 'please contact admin', with what was said and what holds now", async ({
  page,
  world,
}) => {
  await open(page, world.consoleUrl, physicalIdOf(107), 'PROD')
  await ask(page, 'TEST')
  await world.fault({ system: 'pathfinder', fault: 'refuse', method: 'PUT', times: 1 })
  await confirm(page)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('please contact admin')
  await expect(alert).toContainText('503 Service Unavailable')
  await expect(page.getByText('Read back from Pathfinder: still PROD. Nothing was changed.')).toBeVisible()

  // An update that Pathfinder says it made, and has not.
  await page.route(pathfinderCall, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    if (route.request().method() === 'GET') envelope.data.environment = 'prod'
    await route.fulfill({ response: answer, json: envelope })
  })
  await update(page).click()
  await confirm(page)
  await expect(page.getByText('pathfinder updated successfully')).toBeVisible()
  await expect(
    page.getByText('Read back from Pathfinder: still PROD. The update has not taken effect.'),
  ).toBeVisible()
  await page.unroute(pathfinderCall)
  await search(pathfinder(page)).click()
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('TEST')
})

test('2.9, D9 an answer that is lost on its way to us can be asked for again; what holds is read meanwhile', async ({
  page,
  world,
}) => {
  await open(page, world.consoleUrl, physicalIdOf(113), 'DEV')
  await ask(page, 'TEST')
  await page.route(pathfinderCall, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch(reconnecting)
    return route.abort()
  })
  await confirm(page)
  await expect(page.getByRole('alert')).toContainText('please contact admin')
  await expect(
    page.getByText('Read back from Pathfinder: TEST. The update took effect anyway.'),
  ).toBeVisible()
  await page.unroute(pathfinderCall)
  // The first run still works; after that, one that takes too long.
  for (const [code, status] of [
    [409, 'Busy'],
    [503, 'Unsettled'],
  ] as const) {
    await page.route(pathfinderCall, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: code, json: { status, message: `${status}, still.`, data: null } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(page.getByRole('alert')).toContainText(`${status}, still.`)
    await page.unroute(pathfinderCall)
  }
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText('pathfinder updated successfully')).toBeVisible()
  await expect(page.getByText('Read back from Pathfinder: TEST. The update took effect.')).toBeVisible()
})

test('2.9, 8 a Pathfinder that does not answer: the query says so, an update asks nothing blindly, what is read back is said to be unknown', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}${screen}`)
  await world.fault({ system: 'pathfinder', fault: '500', method: 'GET' })
  await physicalId(page).fill(physicalIdOf(122))
  await ask(page, 'DEV')
  await expect(page.getByRole('alert')).toContainText('502 Bad Gateway')
  await expect(dialog(page)).toHaveCount(0)
  await world.clearFaults()
  await expect(async () => {
    await search(pathfinder(page)).click()
    await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('TEST', { timeout: 5000 })
  }).toPass()
  await ask(page, 'DEV')
  await expect(dialog(page)).toBeVisible()
  await page.route(pathfinderCall, (route) =>
    route.request().method() === 'PUT'
      ? route.continue()
      : route.fulfill({
          status: 503,
          json: { status: 'Unavailable', message: 'Pathfinder rests.', data: null },
        }),
  )
  await confirm(page)
  await expect(page.getByText('pathfinder updated successfully')).toBeVisible()
  await expect(
    page.getByText('Whether it took effect could not be read back from Pathfinder: Pathfinder rests.'),
  ).toBeVisible()
})

test('2.9, 3, D25, specification 11 any panel ID brings all four, to copy; the physical ID goes into the Pathfinder helper, the cloud ID to its panel', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}${screen}`)
  await expect(search(lookUp(page))).toHaveAttribute('aria-disabled', 'true')
  await expect(search(lookUp(page))).toHaveAccessibleDescription('Type a panel ID first')
  // On the test host only test (2.9).
  await expect(lookUp(page).getByRole('radio')).toHaveCount(1)
  await expect(lookUp(page).getByRole('radio', { name: 'TEST' })).toBeChecked()
  // The first panel, which the field below the form names (specification 11).
  await expect(panelId(page)).toHaveAccessibleDescription(/CBS0000001/)
  await panelId(page).fill('CBS0000001')
  await search(lookUp(page)).click()
  await expect(value(lookUp(page), 'Physical ID')).toHaveText(happy)
  // Most generated panels are in TEST.
  const known = { cloud: 'CBS0000027', product: 'PID00000027', device: 'DEV-00000027' }
  for (const id of [known.cloud, known.product, known.device, known.cloud.toLowerCase()]) {
    await panelId(page).fill(` ${id} `)
    await search(lookUp(page)).click()
    await expect(page).toHaveURL(new RegExp(`panelId=${id}&env=test$`))
    await expect(value(lookUp(page), 'Cloud ID')).toHaveText(known.cloud)
    await expect(value(lookUp(page), 'Product ID (PID)')).toHaveText(known.product)
    await expect(value(lookUp(page), 'Device ID')).toHaveText(known.device)
  }
  const physical = (await value(lookUp(page), 'Physical ID').textContent()) ?? ''
  await panelId(page).fill(`{${physical.toUpperCase()}}`)
  await search(lookUp(page)).click()
  await expect(value(lookUp(page), 'Cloud ID')).toHaveText(known.cloud)
  for (const label of ['Cloud ID', 'Physical ID', 'Product ID (PID)', 'Device ID'])
    await expect(lookUp(page).getByRole('button', { name: `Copy ${label}` })).toBeVisible()

  await value(lookUp(page), 'Physical ID').getByRole('link').click()
  await expect(physicalId(page)).toHaveValue(physical)
  await expect(physicalId(page)).toBeFocused()
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('TEST')
  await refreshIsOver(page)
  await page.reload()
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('TEST')
  await value(lookUp(page), 'Cloud ID').getByRole('link').click()
  await expect(page).toHaveURL(/\/panels\/CBS0000027$/)
})

test("2.9, 8 a panel that never connected there is 'not found'; a look-up that fails says why", async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}${screen}?panelId=CBS0000003`)
  await expect(lookUp(page).getByText('not found', { exact: true })).toBeVisible()
  await expect(lookUp(page)).toContainText('CBS0000003 in TEST. It may never have connected there.')
  await expect(lookUp(page)).toContainText('Only panels that have connected to the system can be found.')
  for (const typed of ["x' OR 1=1 --", '../..', '<script>', '%2e%2e/', '…']) {
    await panelId(page).fill(typed)
    await search(lookUp(page)).click()
    await expect(lookUp(page)).toContainText(`${typed} in TEST.`)
  }
  await panelId(page).fill(' .. ')
  await panelId(page).blur()
  await expect(panelId(page)).toHaveAccessibleDescription(/This is not a panel ID/)
  await expect(search(lookUp(page))).toHaveAccessibleDescription('This is not a panel ID')
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}${screen}?panelId=..`)
  await expect(panelId(page)).toHaveAccessibleDescription(/This is not a panel ID/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await world.fault({ system: 'pathfinder', fault: 'refuse', method: 'GET' })
  await panelId(page).fill('CBS0000006')
  await search(lookUp(page)).click()
  await expect(lookUp(page).getByRole('alert')).toContainText('503 Service Unavailable')
})

test('1, 7, D8 queries, updates and look-ups are recorded; a read-back travels under its update', async ({
  page,
  world,
}) => {
  const recorded = (words: string) =>
    page.waitForRequest((each) => /activitylog/.test(each.url()) && (each.postData() ?? '').includes(words))
  const id = physicalIdOf(123)
  const [query] = await Promise.all([
    recorded('Query the Pathfinder environment'),
    page.goto(`${world.consoleUrl}${screen}?physicalId=${id}`),
  ])
  expect(query.postDataJSON()).toMatchObject({ Activity: 'Panel Environment' })
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('TEST')
  await ask(page, 'DEV')
  await expect(dialog(page)).toBeVisible()
  const [entry, sent, readBack] = await Promise.all([
    recorded('Point panel'),
    page.waitForRequest((each) => each.method() === 'PUT'),
    page.waitForRequest((each) => each.method() === 'GET' && pathfinderCall.test(each.url())),
    confirm(page),
  ])
  expect(entry.postDataJSON().ActionMessage).toBe(`Point panel ${id} from TEST to DEV in Pathfinder`)
  for (const request of [sent, readBack])
    expect(request.headers()['x-transaction-id']).toBe(entry.headers()['x-transaction-id'])
  await panelId(page).fill('CBS0000027')
  await Promise.all([recorded('Look up panel ID CBS0000027 in TEST'), search(lookUp(page)).click()])
})

test('2.9, D28 has no accessibility violation and fits 390, 1024 and 1440 pixels; works by the keyboard alone', async ({
  page,
  world,
}) => {
  test.slow()
  await page.goto(`${world.consoleUrl}${screen}`)
  await expect(physicalId(page)).toBeVisible()
  await expectAccessible(page)
  await physicalId(page).focus()
  await page.keyboard.type(refused)
  await page.keyboard.press('Enter')
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('PROD')
  await panelId(page).focus()
  await page.keyboard.type('CBS0000027')
  await page.keyboard.press('Enter')
  await expect(value(lookUp(page), 'Device ID')).toHaveText('DEV-00000027')
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
  }
  await expectAccessible(page)
  await pathfinder(page).getByRole('radio', { name: 'PROD' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Point the panel to DEV?')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(update(page)).toBeFocused()
})

test('39.1 a panel’s own page points it back, says what came of it, and looks again', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/panels/CBS0000001`)
  const verdict = page.getByRole('group', { name: 'Verdict' })
  const pointBack = async () => {
    await verdict.getByRole('button', { name: 'Point to TEST…' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Point the panel to TEST?')
    await confirm(page)
  }
  await pointBack()
  await expect(page.getByText('Read back from Pathfinder: TEST. The update took effect.')).toBeVisible()
  await expect(verdict).toHaveAttribute('data-state', 'fine')

  await world.enterSituation('panel-in-another-environment')
  await page.reload()
  await pointBack()
  // The situation answers about another environment, whatever was asked.
  await expect(
    page.getByRole('main').getByText('Pathfinder answered about something other').first(),
  ).toBeVisible()
})
