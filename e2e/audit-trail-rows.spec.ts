import { expectAccessible } from './support/accessibility.ts'
import {
  call,
  claim,
  ownWord,
  refusedDeactivation,
  refusedSim,
  screen,
  searchFor,
  shownRows,
} from './support/audit-trail.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { openSubRows, rows, save, transactionLinks } from './support/sim-activity.ts'
import { saveWorkbook, wallClock } from './support/workbook.ts'
import { accounts, expect } from './support/world.ts'

test("2.12, D18 a transaction has the console's claim and below it the server's outcomes; a refusal is seen while closed", async ({
  page,
  world,
}) => {
  await page.goto(world.consoleUrl + screen)
  const transaction = await refusedDeactivation(world, page)
  await page.goto(`${world.consoleUrl}${screen}?txid=${transaction}`)
  await expect(page.getByRole('radio', { name: 'TransactionID' })).toBeChecked()
  await expect(rows(page)).toHaveCount(1)
  const [main] = await shownRows(page)
  expect(main).toMatchObject({
    email: accounts.support,
    page: 'SIM Management',
    transactionId: transaction,
    isError: true,
  })
  expect(main?.description).toMatch(
    new RegExp(`^As the console says: Deactivate SIM ${refusedSim} ?Outcome: CarrierError$`),
  )
  await openSubRows(page)
  const [, ...below] = await shownRows(page)
  expect(below.length).toBeGreaterThan(1)
  expect(below[0]?.description).toMatch(/^Started.*AT&T/)
  expect(below[0]?.isError).toBe(false)
  const last = below.at(-1)
  expect(last?.description).toMatch(new RegExp(`^CarrierError.*sim ${refusedSim} · AT&T refused`))
  expect(last).toMatchObject({ email: '', page: '', transactionId: '', isError: true })
  // What the mark stands for is explained in the tool bar.
  const about = page.getByRole('button', { name: 'About the marks in Action Description' })
  const note = page.getByText(/what the user set out to do/)
  await expect(note).toBeHidden()
  await about.click()
  await expect(note).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
})

test('2.12, D16 a transaction leads to its SIM activity and back', async ({ page, world }) => {
  await page.goto(world.consoleUrl + screen)
  const transaction = await refusedDeactivation(world, page)
  const quiet = await claim(world, page, 'Compare nothing')
  await page.goto(`${world.consoleUrl}${searchFor('deactivate', 'SIM Management')}`)
  await page
    .locator(`tr[data-key="${transaction}"]`)
    .getByRole('link', { name: /^SIM activity of/ })
    .click()
  await expect(page).toHaveURL(`${world.consoleUrl}/simactivationdetail?txid=${transaction}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(refusedSim)
  await page.getByRole('link', { name: 'User actions of this transaction' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}${screen}?txid=${transaction}`)
  await expect(transactionLinks(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'SIM activity of this transaction' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sim Activity Logs')
  await rows(page).first().hover()
  await rows(page)
    .first()
    .getByRole('link', { name: /^User actions of/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`${screen}\\?txid=${transaction}$`))
  // What no SIM was part of has no such link.
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}${screen}?txid=${quiet}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^SIM activity/ })).toHaveCount(0)
})

test('2.12, D22, D35 the file holds exactly the rows of the table, sub rows too, and no formula', async ({
  page,
  world,
}) => {
  await page.goto(world.consoleUrl + screen)
  const transaction = await refusedDeactivation(world, page)
  await page.goto(`${world.consoleUrl}${screen}?txid=${transaction}`)
  const { file, lines } = await save(page)
  expect(file.suggestedFilename()).toBe(`user-actions-transaction-${transaction}.csv`)
  await openSubRows(page)
  const shown = await shownRows(page)
  const [head, ...body] = lines
  expect(head).toEqual(['Email', 'ActionPage', 'UTCDate', 'LocalDate', 'TransactionID', 'ActionDescription'])
  const workbook = await saveWorkbook(page)
  expect(workbook.file.suggestedFilename()).toBe(`user-actions-transaction-${transaction}.xlsx`)
  const offset = / [-+]\d\d:\d\d$/
  for (const line of body) expect(line[3]).toMatch(offset)
  const timeless = body.map((line) => line.map((cell) => cell.replace(offset, '')))
  expect(workbook.cells[0]?.[3]).toMatch(/^LocalDate \(UTC[−+]\d\d:\d\d\)$/)
  expect(workbook.cells.slice(1).map((cells) => cells.map((cell) => wallClock(cell) ?? ''))).toEqual(timeless)
  expect(timeless.map((line) => line.slice(0, 5))).toEqual(
    shown.map((row) => [accounts.support, 'SIM Management', row.date, row.localTime, transaction]),
  )
  expect(body[0]?.[5]).toBe(`Deactivate SIM ${refusedSim}`)
  expect(body.at(-1)?.[5]).toMatch(/^CarrierError · .* · sim 8901170000000000054 · AT&T refused/)

  const word = ownWord()
  await claim(world, page, `=HYPERLINK("http://x") ${word}, "quoted", last`)
  await claim(world, page, `+1 ${word}`)
  await page.goto(world.consoleUrl + searchFor(word))
  const own = await save(page)
  expect(own.file.suggestedFilename()).toMatch(
    /^user-actions-everyone-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/,
  )
  expect(own.lines.slice(1).map((line) => line[5])).toEqual([
    `'+1 ${word}`,
    `'=HYPERLINK("http://x") ${word}, "quoted", last`,
  ])
})

test('2.12, R32 texts of others are shown as they are, without harm, and cut', async ({ page, world }) => {
  // What no call takes any more stands in older entries.
  const tricks = {
    'TRICK 1': '\\r\\nSuccess forged\\u001b[31m\\u202eturned',
    'TRICK 2': '\\u202e\\u200fforged',
  }
  await page.route(call, async (route) => {
    const answer = await route.fetch(reconnecting)
    let body = await answer.text()
    for (const [word, trick] of Object.entries(tricks)) body = body.replaceAll(word, trick)
    await route.fulfill({ response: answer, body })
  })
  await page.goto(world.consoleUrl + screen)
  const word = ownWord()
  const markup = `<img src=x onerror=alert(1)> ${word} שלום`
  await claim(world, page, `${markup}TRICK 1`)
  const long = `${word} ${'letters '.repeat(1240)}the end`
  await claim(world, page, long)
  // Even the page is the browser's word.
  const activity = 'SessionTRICK 2'
  const ofPage = await claim(world, page, `Compare ${ownWord()}`, { activity })
  await page.goto(world.consoleUrl + searchFor(word))
  await expect(rows(page)).toHaveCount(2)
  const [cut, harmless] = await shownRows(page)
  expect(harmless?.description).toBe(
    `As the console says: ${markup}\\r\\nSuccess forged\\u001b[31m\\u202eturned`,
  )
  expect(cut?.description.length).toBeLessThan(400)
  const all = page.getByRole('button', { name: `Show all ${long.length.toLocaleString('en-US')} characters` })
  await all.click()
  await expect(rows(page).first()).toContainText('the end')
  await page.getByRole('button', { name: 'Show less' }).click()
  await expect(all).toBeVisible()
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}${screen}?txid=${ofPage}`)
  await expect(rows(page)).toHaveCount(1)
  expect((await shownRows(page))[0]?.page).toBe('Session\\u202e\\u200fforged')
})

test("2.12 what one answer does not hold is said: 'and N more' leads to the transaction, older ones have a note", async ({
  page,
  world,
}) => {
  await page.goto(world.consoleUrl + screen)
  const word = ownWord()
  const transaction = await claim(world, page, `Compare ${word}`)
  await page.route(call, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    const { email, status, statusDesc, source, object, detail, date, localDate } = envelope.data.items[0]
    const entry = { email, status, statusDesc, source, object, detail, date, localDate, subtransId: '' }
    envelope.data.items[0].subRows = [
      { ...entry, source: 'server', result: 'Success', object: 'sim 1' },
      { ...entry, source: 'server', result: 'Stopped', email: accounts.engineer, status: 'Session' },
    ]
    envelope.data.items[0].moreSubRows = 1234
    envelope.data.hasMore = true
    await route.fulfill({ json: envelope })
  })
  await page.goto(world.consoleUrl + searchFor(word))
  await expect(page.getByText(/only the newest 1 transaction; choose fewer days/).first()).toBeVisible()
  await openSubRows(page)
  const [main, first, second] = await shownRows(page)
  // Neither success nor a stop is an error.
  expect([main?.isError, first?.isError, second?.isError]).toEqual([false, false, false])
  expect(main?.description).toMatch(/Outcome: Stopped$/)
  expect(first).toMatchObject({ email: '', page: '' })
  expect(second).toMatchObject({ email: accounts.engineer, page: 'Session' })
  // The file says it too.
  const { lines } = await save(page)
  expect(lines).toHaveLength(5)
  expect(lines.at(-1)).toEqual([
    accounts.support,
    '',
    '',
    '',
    transaction,
    'and 1,234 more entries: open the transaction',
  ])
  // As the server has it again.
  await page.unroute(call)
  await page.getByRole('link', { name: 'and 1,234 more: open the transaction' }).click()
  await expect(page).toHaveURL(new RegExp(`txid=${transaction}$`))
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Sub rows of/ })).toHaveCount(0)
})

test('2.12, D28 has no accessibility violation in both themes; only the table scrolls sideways', async ({
  page,
  world,
}) => {
  // Axe takes its time on a busy machine.
  test.slow()
  await page.goto(world.consoleUrl + screen)
  const transaction = await refusedDeactivation(world, page)
  await page.goto(`${world.consoleUrl}${screen}?txid=${transaction}`)
  await expect(page.locator(`tr[data-key="${transaction}"]`)).toBeVisible()
  await openSubRows(page)
  await expectAccessible(page)
  for (const width of [390, 720, 1024]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSideways(page)
  }
})
