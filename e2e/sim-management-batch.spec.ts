import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { answerNextCalls } from './support/next-calls.ts'
import { reconnecting } from './support/reconnecting.ts'
import { accessTokenOf } from './support/session.ts'
import { test } from './support/signed-in.ts'
import {
  atRest,
  batchSims,
  chooseFile,
  deactivationsOf,
  dialog,
  rowOf,
  section,
  startBatch,
} from './support/sim-management.ts'
import { exportMenu, saveAs } from './support/workbook.ts'
import { expect, type World } from './support/world.ts'

const refused = '8901170000000000054'
const deactivated = '8901170000000000062'

const batch = (page: Page) => section(page, 'Batch deactivate')
const begin = (page: Page) => batch(page).getByRole('button', { name: 'Deactivate', exact: true })
const shown = (page: Page, name: 'All' | 'Error' | 'Success' | 'Ready') =>
  page.getByRole('group', { name: 'Rows shown' }).getByRole('button', { name: new RegExp(`^${name}`) })
const isOver = (page: Page) => expect(batch(page).getByText(/^Done: /)).toBeVisible({ timeout: 75_000 })
const recent = (page: Page) => section(page, 'Recent batches').getByRole('row')
/** The ids of the recent batches by the server itself. */
async function batchesBy(page: Page, world: World): Promise<string[]> {
  const token = await accessTokenOf(page.context(), world)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get(`${world.consoleUrl}/api/simmanagement/v1/batches`, {
    ...reconnecting,
    headers,
  })
  return ((await answer.json()) as { data: { batchId: string }[] }).data.map(({ batchId }) => batchId)
}

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}/simmanagement`)
})

test('2.4, 4, 5, D6 checks a file, asks, deactivates each of its SIMs once, and gives the rows as CSV', async ({
  world,
  page,
}) => {
  const [att, vzn] = [batchSims('att', 60, 2), batchSims('vzn', 60, 2)]
  await expect(
    batch(page).getByText(
      'At most 100 SIMs per file, about 30 seconds per deactivation. Do not leave the page until it is done.',
    ),
  ).toBeVisible()
  await begin(page).focus()
  await expect(begin(page)).toHaveAccessibleDescription('Choose a file or paste a list first')

  // A BOM, a header, quotes, Windows line ends, a duplicate, letters, an unknown and a deactivated SIM (D23).
  const lines = [
    '"ICCID"',
    ...att,
    ...vzn,
    `"${att[0]}"`,
    'abc12',
    '8901170000000099999',
    deactivated,
    refused,
  ]
  await chooseFile(page, `\ufeff${lines.join('\r\n')}\r\n`, 'harbor-swap.csv')
  await expect(
    batch(page)
      .getByRole('status')
      .filter({ hasText: /5 ready, 3 errors.*1 duplicate/ }),
  ).toBeVisible()
  await expect(batch(page).getByText('harbor-swap.csv')).toBeVisible()
  await expect(batch(page).getByText('8 SIMs', { exact: true })).toBeVisible()
  for (const [iccid, status, state] of [
    [att[0], 'Ready', null],
    ['abc12', 'Error: not an ICCID', 'error'],
    ['8901170000000099999', 'Error: unknown, the inventory does not have it', 'error'],
    [deactivated, 'Error: already deactivated', 'error'],
  ] as const) {
    const row = rowOf(page, iccid ?? '')
    await expect(row).toContainText(new RegExp(status.replace(': ', ':\\s*')))
    expect(await row.getAttribute('data-state')).toBe(state)
  }

  await begin(page).click()
  await expect(dialog(page)).toHaveAccessibleName('Deactivate 5 SIMs?')
  for (const words of [
    'Caution: This operation will deactivate a SIM, be careful.',
    'AT&T: 3, Verizon: 2',
    'Harbor Security: 5',
    'left out: 3 with errors',
    /2 of them: .*phone number/,
  ])
    await expect(dialog(page)).toContainText(words)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  const sent = page.waitForRequest(/batchdeactivation/)
  await dialog(page).getByRole('button', { name: 'Deactivate' }).dblclick()
  const request = await sent
  expect(request.headers()).toMatchObject({ prefer: 'respond-async' })
  // 18.5: the transaction is its own trace.
  const { traceparent, 'x-transaction-id': id = '' } = request.headers()
  expect(traceparent).toMatch(new RegExp(`^00-${id.replaceAll('-', '')}-[\\da-f]{16}-01$`))
  expect(request.postDataJSON()).toHaveLength(8)
  await expect(page).toHaveURL(/[?&]batch=/)
  await begin(page).focus()
  await expect(begin(page)).toHaveAccessibleDescription('This batch has started')
  await isOver(page)
  await expect(batch(page).getByText('Done: 4 Success, 4 Error.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '8')
  for (const iccid of [...att, ...vzn]) {
    await expect(rowOf(page, iccid)).toContainText('Success')
    await expect(rowOf(page, iccid)).toHaveAttribute('data-state', 'success')
    expect(await deactivationsOf(world, iccid)).toBe(1)
  }
  await expect(rowOf(page, refused)).toContainText(/Error:.*refused/)
  await expect(rowOf(page, refused)).toHaveAttribute('data-state', 'error')

  await shown(page, 'Error').click()
  await expect(page).toHaveURL(/rows=error/)
  await expect(section(page, 'SIMs of the batch').getByRole('row')).toHaveCount(5)
  await shown(page, 'Success').click()
  await expect(section(page, 'SIMs of the batch').getByRole('row')).toHaveCount(5)

  const file = await saveAs(page, 'CSV', exportMenu(batch(page)))
  expect(file.suggestedFilename()).toMatch(/^batch-\d{4}-\d\d-\d\d-\d{4}-[\da-f]{8}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeffICCID,Status,Carrier,Company,')).toBe(true)
  const rows = text.trimEnd().split('\r\n').slice(1)
  expect(rows).toHaveLength(8)
  expect(rows.filter((row) => row.includes(',Success'))).toHaveLength(4)

  await expect(recent(page).nth(1)).toContainText(/support@example\.com.*Done.*4 of 8/)
  await batch(page)
    .getByRole('link', { name: /^Transaction/ })
    .click()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: att[0] ?? '' })
      .first(),
  ).toContainText('Deactivated')
})

test('2.4, 5, D23 refuses whole a file of 101 SIMs, an empty one, a PDF by another name and 50 MB', async ({
  page,
}) => {
  let uploads = 0
  page.on('request', (request) => {
    if (request.url().includes('batchupload')) uploads++
  })
  const folder = test.info().outputDir
  const big = `${folder}/fifty.txt`
  await mkdir(folder, { recursive: true })
  await writeFile(big, `${'8901170000000000013\n'.repeat(2_500_000)}`)
  const many = batchSims('att', 0, 101).join('\n')
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0, 255, 1, 2]), Buffer.from(many)])
  for (const [choose, sentence] of [
    [
      () => chooseFile(page, many, 'too-many.txt'),
      /too-many.*The list holds 101 SIMs; at most 100 are taken/s,
    ],
    [() => chooseFile(page, '', 'empty.txt'), /empty\.txt.*contains no SIM ID/s],
    [() => chooseFile(page, ' \r\n;,\t', 'blank.txt'), /blank\.txt.*contains no SIM ID/s],
    [() => chooseFile(page, pdf, 'letter.txt'), /letter\.txt.*not a text file/s],
    [() => page.locator('input[type=file]').setInputFiles(big), /fifty\.txt.*too big: 50\.0 MB/s],
  ] as const) {
    await choose()
    await expect(batch(page)).toContainText(sentence)
    await expect(section(page, 'SIMs of the batch')).toHaveCount(0)
    await begin(page).focus()
    await expect(begin(page)).toHaveAccessibleDescription('The list was not accepted')
  }
  await rm(big)
  expect(uploads).toBe(0)
  await chooseFile(page, '12abc', 'words.txt')
  await expect(rowOf(page, '12abc')).toContainText('not an ICCID')
  await begin(page).focus()
  await expect(begin(page)).toHaveAccessibleDescription('No SIM of the list is ready')
  await chooseFile(page, 'image', 'picture.png')
  await expect(batch(page)).toContainText(
    'The file is of a kind that is not accepted. Choose text, CSV or Excel (.xlsx).',
  )
})

test('2.4, D5, D6 a batch goes on through a reload and in a second tab, is stopped, and its failed rows are retried', async ({
  world,
  page,
}) => {
  const sims = [refused, ...batchSims('att', 10, 15)]
  // Without an answer until the test has seen what it came for.
  await world.fault({ system: 'att', fault: 'slow', seconds: 80 })
  await chooseFile(page, sims.join('\n'))
  await startBatch(page)
  const inFlight = section(page, 'SIMs of the batch').locator('tr[data-state=running]')
  await expect(inFlight.first()).toContainText(/Ready.*asking AT&T, \d+ s/)
  await expect(batch(page).getByText('Locked while running')).toBeVisible()
  await expect(batch(page).getByText('estimating…')).toBeVisible()

  await page.reload()
  await expect(inFlight.first()).toContainText('asking AT&T')
  await expect(page.getByRole('progressbar')).toBeVisible()

  const other = await page.context().newPage()
  await other.goto(`${world.consoleUrl}/simmanagement`)
  await expect(recent(other).nth(1)).toContainText(/support@example\.com.*Running/)
  await recent(other).nth(1).click()
  await expect(other).toHaveURL(/batch=/)
  await expect(other.getByRole('progressbar')).toBeVisible()

  await page.getByRole('button', { name: 'Stop…' }).click()
  await expect(dialog(page)).toContainText(/SIMs that are still waiting are not deactivated/)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Stop' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await world.clearFaults()
  await isOver(page)
  await isOver(other)
  await other.close()
  await expect(batch(page).getByText(/Stopped by support@example\.com at/)).toBeVisible()
  await expect(rowOf(page, sims.at(-1) ?? '')).toContainText('Stopped')
  await expect(rowOf(page, sims.at(-1) ?? '')).toHaveAttribute('data-state', 'error')
  expect(await deactivationsOf(world, sims.at(-1) ?? '')).toBe(0)

  const before = page.url()
  await page.getByRole('button', { name: 'Retry failed rows…' }).click()
  await expect(dialog(page)).toContainText('They go into a new batch; this one stays as it is.')
  await dialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(page).not.toHaveURL(before)
  await expect(batch(page).getByText('Tries the failed rows of an earlier batch.')).toBeVisible()
  await isOver(page)
  await expect(rowOf(page, refused)).toContainText(/Error:.*refused/)
  for (const iccid of sims.slice(1)) expect(await deactivationsOf(world, iccid)).toBe(1)
  await page.getByRole('link', { name: 'an earlier batch' }).click()
  await expect(page).toHaveURL(before)
  await page.getByRole('button', { name: 'New batch' }).click()
  await expect(page).toHaveURL(/\/simmanagement$/)
  await expect(batch(page).getByText('Choose a file', { exact: true })).toBeVisible()
})

test('2.4, 8, D5, D9 a lost answer begins no second batch, and a server that goes away is waited for', async ({
  world,
  page,
}) => {
  const sims = batchSims('att', 30, 6)
  // The batch still runs when the server goes, however long the page took until then.
  await world.fault({ system: 'att', fault: 'slow', seconds: 80 })
  await chooseFile(page, sims.join('\n'))
  const ids = new Set<string>()
  page.on('request', (request) => {
    if (request.url().includes('batchdeactivation')) ids.add(request.headers()['x-transaction-id'] ?? '')
  })
  await answerNextCalls(page, '**/batchdeactivation?*', async (route) => {
    await route.fetch(reconnecting)
    await route.abort('connectionreset')
  })
  const before = await batchesBy(page, world)
  await begin(page).click()
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(batch(page).getByText(/The console does not know whether it was done/)).toBeVisible()
  await batch(page).getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  expect(ids.size).toBe(1)

  const stopped = world.server.stop()
  await expect(batch(page).getByText(/The server is not answering. The batch continues/)).toBeVisible()
  await world.clearFaults()
  await stopped
  await world.server.start()
  await expect(batch(page).getByText(/The server does not answer/)).toHaveCount(0, { timeout: 60_000 })
  // The row that was being asked may take its time to be settled; the others are asked at once.
  await expect(shown(page, 'Success')).toHaveText(/^Success [56]$/, { timeout: 60_000 })
  await expect(recent(page).nth(1)).toContainText(/support@example\.com.*of 6/)
  expect((await batchesBy(page, world)).filter((id) => !before.includes(id))).toHaveLength(1)
})

test('2.4, 8, D25, D28 links to batches, accessibility, and 390, 1024 and 1440 pixels: ready, done, not there', async ({
  world,
  page,
}) => {
  const fits = async () => {
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSideways(page)
    }
  }
  await page.goto(`${world.consoleUrl}/simmanagement?batch=79e8af3e-0000-4000-8000-0000000061ff`)
  await expect(batch(page).getByRole('alert')).toContainText('404 Not Found This batch does not exist')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New batch' }).click()
  await chooseFile(
    page,
    [...batchSims('vzn', 30, 3), refused, 'abc'].join('\n'),
    'a-very-long-name-of-a-file-with-sims.csv',
  )
  await expect(rowOf(page, refused)).toBeVisible()
  await fits()
  await begin(page).click()
  await atRest(page)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await isOver(page)
  await expectAccessible(page)
  await fits()
  await page.getByRole('button', { name: 'ICCID' }).click()
  await expect(page).toHaveURL(/sort=iccid/)
})
