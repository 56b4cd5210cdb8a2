import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import writeExcelFile from 'write-excel-file/universal'
import { row, workbookOf } from '../apps/console/src/kit/workbook/workbook-file.facts.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { batchSims, chooseFile, dialog, paste, rowOf, section, startBatch } from './support/sim-management.ts'
import { exportMenu, saveAs, saveWorkbook } from './support/workbook.ts'
import { expect } from './support/world.ts'

const batch = (page: Page) => section(page, 'Batch deactivate')
const recent = (page: Page) => section(page, 'Recent batches').getByRole('row')
const pasted = (page: Page) => page.getByRole('textbox', { name: 'Pasted list' })
const isOver = (page: Page) => expect(batch(page).getByText(/^Done: /)).toBeVisible({ timeout: 75_000 })
const damaged = 'Error: a spreadsheet has shortened this number; format the column as text'

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}/simmanagement`)
})

test('D35 an .xlsx file with columns is checked and deactivated, and its result is an .xlsx file that can be read again', async ({
  page,
}) => {
  const [one = '', two = ''] = batchSims('vzn', 70, 2)
  const programs: string[] = []
  page.on('request', (request) => {
    if (/list-worker|xlsx/.test(request.url())) programs.push(request.url())
  })
  const written = await writeExcelFile([
    { sheet: 'Read me', data: [['Please deactivate these.']] },
    {
      sheet: 'Swap list',
      data: [
        ['Site', 'Sim number', 'Status'],
        ['Harbor', one, 'swapped'],
        ['Pier', two, null],
        ['Quay', 8901170000000000000, null],
      ],
    },
  ]).toBlob()
  await expect(batch(page)).toBeVisible()
  expect(programs).toEqual([])
  await chooseFile(page, Buffer.from(await written.arrayBuffer()), 'harbor swap.xlsx')
  await expect(rowOf(page, '8.90117E+18')).toContainText(damaged.replace('Error: ', ''))
  await expect(rowOf(page, one)).toContainText('Ready')
  expect(programs).toHaveLength(1)
  await expect(
    batch(page).getByText(
      'Read from sheet “Swap list”. SIM IDs from column “Sim number”. Kept for the result file: Site, Status.',
    ),
  ).toBeVisible()
  await expectAccessible(page)

  await startBatch(page)
  await isOver(page)
  await expect(batch(page).getByText('Done: 2 Success, 1 Error.')).toBeVisible()
  await expect(batch(page).locator('strong', { hasText: 'harbor swap.xlsx' })).toBeVisible()
  await expect(recent(page).nth(1)).toContainText('harbor swap.xlsx')

  const result = await saveWorkbook(page, exportMenu(batch(page)))
  expect(result.file.suggestedFilename()).toMatch(/^batch-\d{4}-\d\d-\d\d-\d{4}-[\da-f]{8}\.xlsx$/)
  const [headings = [], first = [], , third = []] = result.cells
  const time = (name: string) => expect.stringMatching(new RegExp(`^${name} \\(UTC[−+]\\d\\d:\\d\\d\\)$`))
  expect(headings).toEqual([
    'ICCID',
    'Status',
    'Carrier',
    'Company',
    time('AskedAt'),
    time('SettledAt'),
    'TransactionID',
    'SubTransId',
    'Site',
    'Status (list)',
  ])
  expect(first.slice(0, 4)).toEqual([one, 'Success', 'Verizon', 'Harbor Security'])
  expect(first.slice(4, 6)).toEqual([expect.any(Date), expect.any(Date)])
  expect(first.slice(8)).toEqual(['Harbor', 'swapped'])
  expect(third.slice(0, 2)).toEqual(['8.90117E+18', damaged])

  await chooseFile(page, await readFile(await result.file.path()), 'again.xlsx')
  await expect(rowOf(page, one)).toContainText('already deactivated')
  await expect(rowOf(page, '8.90117E+18')).toBeVisible()
  await expect(batch(page).getByText('Kept for the result file: Site, Status (list).')).toBeVisible()
})

test('D35 a CSV file’s name and other columns stay with the batch: after a reload, and for who opens it', async ({
  world,
  page,
}) => {
  const [one = ''] = batchSims('vzn', 74, 1)
  await chooseFile(page, `Site;SIM ID\r\n"Harbor; ""north""";${one}\r\n=1+1;abc\r\n`, 'north.csv')
  await expect(rowOf(page, one)).toContainText('Ready')
  await startBatch(page)
  await isOver(page)
  const other = await page.context().newPage()
  await other.goto(`${world.consoleUrl}/simmanagement`)
  await recent(other).filter({ hasText: 'north.csv' }).click()
  await isOver(other)
  const file = await saveAs(other, 'CSV', exportMenu(batch(other)))
  await expect(other.getByText(`${file.suggestedFilename()} saved`).first()).toBeAttached()
  const [head, first, second] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(head).toMatch(
    /^\ufeffICCID,Status,.*,AskedAt \(UTC[^)]+\),SettledAt \(UTC[^)]+\),.*,SubTransId,Site$/,
  )
  expect(first).toMatch(new RegExp(`^${one},Success,.*,"Harbor; ""north"""$`))
  expect(second).toMatch(/^abc,Error: not an ICCID,.*,'=1\+1$/)
  await chooseFile(other, await readFile(await file.path()), 'again.csv')
  await expect(rowOf(other, one)).toContainText('already deactivated')
  await expect(batch(other).getByText('Kept for the result file: Site.')).toBeVisible()
  await other.close()
})

test('D35, D12 a list is pasted like a file, and is there again for who leaves the page and comes back', async ({
  page,
}) => {
  const sims = batchSims('vzn', 76, 2)
  // use 3: from the single SIM to the list, also where a batch is looked at.
  await page.goto(`${new URL(page.url()).origin}/simmanagement?batch=79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff`)
  await page.getByRole('button', { name: 'Several SIMs? Paste a list' }).click()
  await expect(pasted(page)).toBeFocused()
  await expect(page).not.toHaveURL(/batch=/)
  await paste(page, pasted(page), 'Old SIM\tNew SIM\n8901170000000000013\t8901170000000000021\n')
  const check = page.getByRole('button', { name: 'Check the list' })
  await check.click()
  await expect(batch(page)).toContainText('Several columns of the list hold SIM IDs: Old SIM, New SIM.')
  await pasted(page).fill('')
  await paste(page, pasted(page), `Site\tICCID\nHarbor\t${sims[0]}\nPier\t${sims[1]}\n`)

  // What was typed and not checked yet is kept as well.
  const away = async () => {
    await page.getByRole('link', { name: 'User Management' }).click()
    await expect(page).toHaveURL(/user-management/)
    await page.getByRole('link', { name: 'SIM Management' }).click()
    await expect(page).toHaveURL(/simmanagement/)
  }
  await away()
  await expect(pasted(page)).toHaveValue(`Site\tICCID\nHarbor\t${sims[0]}\nPier\t${sims[1]}\n`)
  await check.click()
  await expect(rowOf(page, sims[0] ?? '')).toContainText('Ready')
  await away()
  await expect(rowOf(page, sims[1] ?? '')).toContainText('Ready')
  await expect(
    batch(page).getByText(/Kept for the result file: Site\. Checked \d\d:\d\d:\d\d UTC−0[45]:00\./),
  ).toBeVisible()
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
  }
  await expectAccessible(page)
  await startBatch(page)
  await isOver(page)
  await expect(recent(page).nth(1)).toContainText('Pasted list')
  await page.getByRole('button', { name: 'New batch' }).click()
  await page.getByRole('button', { name: 'Paste a list instead' }).click()
  await expect(pasted(page)).toHaveValue('')
  await paste(page, pasted(page), sims.join(' '))
  await check.click()
  await expect(rowOf(page, sims[0] ?? '')).toContainText('already deactivated')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(section(page, 'SIMs of the batch')).toHaveCount(0)
})

test('D12 a checked file is there again after leaving the page, can be begun, removed, and is forgotten then', async ({
  page,
}) => {
  const away = async () => {
    await page.getByRole('link', { name: 'User Management' }).click()
    await expect(page).toHaveURL(/user-management/)
    await page.goBack()
    await expect(page).toHaveURL(/simmanagement/)
  }
  await chooseFile(page, batchSims('att', 80, 3).join('\n'), 'kept.csv')
  await expect(batch(page).getByText('3 SIMs', { exact: true })).toBeVisible()
  await away()
  await expect(batch(page).getByText('kept.csv')).toBeVisible()
  await expect(batch(page).getByText('3 SIMs', { exact: true })).toBeVisible()
  await batch(page).getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(dialog(page)).toHaveAccessibleName('Deactivate 3 SIMs?')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove kept.csv' }).click()
  await expect(section(page, 'SIMs of the batch')).toHaveCount(0)
  await away()
  await expect(batch(page).getByText('kept.csv')).toHaveCount(0)
})

test('D35 says why a workbook cannot be read', async ({ page }) => {
  const encrypted = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  await chooseFile(page, encrypted, 'secret.xlsx')
  await expect(batch(page)).toContainText(/secret\.xlsx.*protected by a password/s)
  await chooseFile(page, Buffer.from('PK\u0003\u0004 and no more'), 'broken.xlsx')
  await expect(batch(page)).toContainText(/broken\.xlsx.*damaged/s)
})

test('D42, G3 hidden rows are left out and said, included on purpose, and a file that is read can be given up', async ({
  page,
}) => {
  const [one = '', two = ''] = batchSims('vzn', 84, 2)
  const data = `${row(1, ['Site', 'ICCID'])}${row(2, ['Harbor', one])}${row(3, ['Pier', two], ' hidden="1"')}`
  const file = Buffer.from(
    workbookOf([
      { name: 'Read me', data: row(1, ['Please']) },
      { name: 'Swap', data },
    ]),
  )
  await test.step('while it is read, the page says so and lets it be', async () => {
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/list-worker*', async (route) => {
      await isHeld
      await route.continue().catch(() => undefined)
    })
    await chooseFile(page, file, 'swap.xlsx')
    await expect(batch(page).getByText('Reading swap.xlsx…')).toBeVisible()
    await batch(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(batch(page).getByText('swap.xlsx')).toHaveCount(0)
    letGo()
    await page.unroute('**/list-worker*')
    await expect(section(page, 'SIMs of the batch')).toHaveCount(0)
  })

  await chooseFile(page, file, 'swap.xlsx')
  await expect(rowOf(page, one)).toContainText('Ready')
  await expect(rowOf(page, two)).toHaveCount(0)
  await expect(batch(page).getByText('1 row hidden or filtered out in the sheet: left out.')).toBeVisible()
  await expect(
    batch(page).getByText(
      'Sheet “Read me” was open when the file was saved, but has none. “Swap” was read instead.',
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await batch(page).getByRole('button', { name: 'Include them' }).click()
  await expect(rowOf(page, two)).toContainText('Ready')
  await expect(batch(page).getByText('1 row hidden or filtered out in the sheet: included.')).toBeVisible()
  await batch(page).getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(dialog(page)).toHaveAccessibleName('Deactivate 2 SIMs?')
  await expect(dialog(page)).toContainText('Swap, with 1 row hidden or filtered out')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await batch(page).getByRole('button', { name: 'Leave them out' }).click()
  await expect(rowOf(page, one)).toContainText('Ready')
  await expect(rowOf(page, two)).toHaveCount(0)

  await test.step('the same for a list that is looked up', async () => {
    await page.goto(`${new URL(page.url()).origin}/search`)
    await page.locator('main input[type=file]').setInputFiles({
      name: 'swap.xlsx',
      mimeType: '',
      buffer: Buffer.from(workbookOf([{ name: 'Swap', data }])),
    })
    await expect(page.getByRole('heading', { name: '1 of 1 line found' })).toBeVisible()
    await expect(page.getByText('1 row hidden or filtered out in the sheet: left out.')).toBeVisible()
    await page.getByRole('button', { name: 'Include them' }).click()
    await expect(page.getByRole('heading', { name: '2 of 2 lines found' })).toBeVisible()
    await expectAccessible(page)
  })
})
