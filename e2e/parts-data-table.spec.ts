import { expect, type Locator, type Page, test } from '@playwright/test'
import { violationsIn } from './support/accessibility.ts'

/** The section of the parts page that shows one kind of table. */
const section = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: `Data table: ${title}`, exact: true })
const log = (page: Page) => section(page, 'log, sorted and paged by the server, view in the address')
const local = (page: Page) => section(page, 'local, 1,250 rows')
const many = (page: Page) => section(page, '50,000 rows on a page')

/** The texts of a column's cells, from the first row of the body on. */
const column = (within: Locator, index: number): Promise<string[]> =>
  within.locator(`tbody tr[data-key] > td:nth-child(${index})`).allInnerTexts()

const numbers = (texts: readonly string[]) => texts.map((text) => Number(text.replaceAll(',', '')))
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b)
const header = (within: Locator, title: string) =>
  within.getByRole('columnheader', { name: title, exact: true })
const sortButton = (within: Locator, title: string) => header(within, title).getByRole('button')

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/parts.html${query}`)
  await expect(log(page).getByRole('table')).toBeVisible()
}

test.describe('data table', () => {
  test('2.14 starts with its default sort, descending, and one hundred rows of the first page', async ({
    page,
  }) => {
    await open(page)
    const table = local(page)
    await expect(table.locator('tbody tr')).toHaveCount(100)
    await expect(header(table, 'SIMs')).toHaveAttribute('aria-sort', 'descending')
    const sims = numbers(await column(table, 4))
    expect(sims).toEqual(ascending(sims).reverse())
    await expect(table.getByText('1–100 of 1,250')).toBeVisible()
  })

  test('2.14 a click flips the sorted column; a new column starts with its default direction', async ({
    page,
  }) => {
    await open(page)
    const table = local(page)
    await sortButton(table, 'SIMs').click()
    await expect(header(table, 'SIMs')).toHaveAttribute('aria-sort', 'ascending')
    expect(numbers(await column(table, 4))).toEqual(ascending(numbers(await column(table, 4))))

    await sortButton(table, 'Company name').click()
    await expect(header(table, 'Company name')).toHaveAttribute('aria-sort', 'ascending')
    await expect(table.locator('[aria-sort]')).toHaveCount(1)
    const names = await column(table, 1)
    const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })
    expect(names).toEqual([...names].sort(collator.compare))

    await sortButton(table, 'SAP Company ID').click()
    await expect(header(table, 'SAP Company ID')).toHaveAttribute('aria-sort', 'descending')
    expect((await column(table, 2))[0]).toBe('1001250')
  })

  test('2.14 sorting here goes back to page 1, and the focus stays on the header', async ({ page }) => {
    await open(page)
    const table = local(page)
    await table.getByRole('button', { name: 'Page 13', exact: true }).click()
    await expect(table.getByText('1,201–1,250 of 1,250')).toBeVisible()
    await expect(table.locator('tbody tr')).toHaveCount(50)
    const button = sortButton(table, 'Sales region')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(table.getByText('1–100 of 1,250')).toBeVisible()
    await expect(table.getByRole('navigation')).toHaveAccessibleName('Page 1 of 13')
    await expect(button).toBeFocused()
  })

  test('2.14 pages: first, last and nearby with ellipses, arrows disabled at the ends, hidden for one page', async ({
    page,
  }) => {
    await open(page)
    const pages = local(page).getByRole('navigation')
    await expect(pages).toHaveAccessibleName('Page 1 of 13')
    await expect(pages).toHaveText('12345…13')
    await expect(pages.getByRole('button', { name: 'Previous page' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await pages.getByRole('button', { name: 'Previous page' }).click({ force: true })
    await expect(pages).toHaveAccessibleName('Page 1 of 13')

    await pages.getByRole('button', { name: 'Page 5', exact: true }).click()
    await expect(pages).toHaveText('1…456…13')
    await expect(pages.locator('[aria-current=page]')).toHaveText('5')
    await pages.getByRole('button', { name: 'Page 13', exact: true }).click()
    await expect(pages).toHaveText('1…910111213')
    await expect(pages.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')
    await expect(section(page, 'selection').getByRole('navigation')).toHaveCount(0)
  })

  test('2.14 the focus stays on the arrow until and at the last page, and on a chosen page', async ({
    page,
  }) => {
    await open(page)
    const pages = local(page).getByRole('navigation')
    await pages.getByRole('button', { name: 'Page 13', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(pages.getByRole('button', { name: 'Page 13', exact: true })).toBeFocused()
    const back = pages.getByRole('button', { name: 'Previous page' })
    await back.focus()
    await page.keyboard.press('Enter')
    await expect(pages).toHaveAccessibleName('Page 12 of 13')
    const next = pages.getByRole('button', { name: 'Next page' })
    await next.focus()
    await page.keyboard.press('Enter')
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await expect(next).toBeFocused()
  })

  test('2.14 D25 order and page can live in the address, and Back goes back', async ({ page }) => {
    await open(page, '?page=3&sort=transactionId&direction=asc')
    const table = log(page)
    await expect(table.getByRole('navigation')).toHaveAccessibleName('Page 3 of 12')
    await expect(table.getByText('201–300 of 1,148')).toBeVisible()
    await expect(header(table, 'TransactionID')).toHaveAttribute('aria-sort', 'ascending')
    await table.getByRole('button', { name: 'Page 4', exact: true }).click()
    await expect(page).toHaveURL(/page=4/)
    await page.goBack()
    await expect(table.getByRole('navigation')).toHaveAccessibleName('Page 3 of 12')
    await open(page, '?page=99&sort=nothing')
    await expect(table.getByRole('navigation')).toHaveAccessibleName('Page 12 of 12')
  })

  test('2.14 the header checkbox is unchecked, indeterminate or checked, and toggles all and none', async ({
    page,
  }) => {
    await open(page)
    const table = section(page, 'selection')
    const all = table.getByRole('checkbox', { name: 'Select all rows' })
    const rows = table.getByRole('checkbox', { name: /^Select (?!all)/ })
    await expect(rows).toHaveCount(6)
    await expect(all).toBeChecked({ indeterminate: true })
    await all.press('Space')
    await expect(all).toBeChecked()
    await expect(table.getByText('6 selected')).toBeVisible()
    await all.press('Space')
    await expect(all).not.toBeChecked()
    await expect(table.getByText('0 selected')).toBeVisible()
    await table.getByRole('checkbox', { name: 'Select Prairie Alarm 4' }).check()
    await expect(all).toBeChecked({ indeterminate: true })
    await sortButton(table, 'SIMs').click()
    await expect(table.getByRole('checkbox', { name: 'Select Prairie Alarm 4' })).toBeChecked()
  })

  test('2.14 more than ten filters collapse behind Show all and Hide all; mandatory ones stay', async ({
    page,
  }) => {
    await open(page)
    const chips = page.getByRole('region', { name: 'Filter chips', exact: true })
    const items = chips.getByRole('listitem')
    await expect(items).toHaveCount(10)
    await chips.getByRole('button', { name: 'Show all' }).click()
    await expect(items).toHaveCount(14)
    await expect(chips.getByRole('button', { name: 'Hide all' })).toHaveAttribute('aria-expanded', 'true')
    await expect(items.first().getByRole('button')).toHaveCount(0)

    await chips.getByRole('button', { name: 'Remove filter Filter 3 value 3' }).press('Enter')
    await expect(items).toHaveCount(13)
    await expect(chips.getByRole('button', { name: 'Remove filter Filter 4 value 4' })).toBeFocused()
    for (let left = 13; left > 10; left--) {
      await page.keyboard.press('Enter')
      await expect(items).toHaveCount(left - 1)
    }
    await expect(chips.getByRole('button', { name: /all$/ })).toHaveCount(0)
  })

  test('2.7 2.14 sub rows open under their row and close again', async ({ page }) => {
    await open(page)
    const table = log(page)
    const button = table.getByRole('button', { name: /^Sub rows of / }).first()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(table.locator('tbody tr')).toHaveCount(102)
    await expect(table.locator('tbody tr').nth(3)).toContainText(
      'Read at AT&T: still active, nothing changed',
    )
    await expect(button).toBeFocused()
    await button.press('Enter')
    await expect(table.locator('tbody tr')).toHaveCount(100)
  })

  test('2.10 2.14 row states have a bar of 3 px; an empty cell says so', async ({ page }) => {
    await open(page)
    const table = section(page, 'row states')
    for (const [state, at] of [
      ['success', 0],
      ['running', 1],
      ['pending', 3],
      ['error', 4],
    ] as const) {
      const row = table.locator('tbody tr').nth(at)
      await expect(row).toHaveAttribute('data-state', state)
      await expect(row.locator('td').first()).toHaveCSS('width', '3px', { pseudo: 'before' })
    }
    await expect(table.locator('tbody tr').last()).toContainText('–')
    await expect(table.getByRole('cell', { name: 'empty' })).toBeVisible()
    await expect(table.getByTitle('Status of csr-12')).toHaveText('Error: no answer from agent')
    const action = table.locator('[data-cell-action]').first()
    await expect(action.getByRole('button', { name: 'Copy IP address' })).toBeAttached()
    await expect(action).toHaveCSS('opacity', '0')
    await table.locator('tbody tr').first().hover()
    await expect(action).toHaveCSS('opacity', '1')
  })

  test('2.6 2.13 2.14 a click anywhere on a row follows its one link, and the keyboard reaches it', async ({
    page,
  }) => {
    await open(page)
    const table = section(page, 'clickable rows')
    const rows = table.locator('tbody tr')
    await expect(rows.nth(1).locator('a, button')).toHaveCount(1)
    await rows.nth(1).locator('td').nth(2).click()
    const name = await rows.nth(1).getByRole('link').innerText()
    await expect(table.getByText(`Opened: ${name}`)).toBeVisible()
    await rows.nth(0).getByRole('link').press('Enter')
    await expect(table.getByText(`Opened: ${await rows.nth(0).getByRole('link').innerText()}`)).toBeVisible()
    const button = rows.nth(3).getByRole('button')
    await button.press('Enter')
    await expect(table.getByText(`Opened: ${await button.innerText()}`)).toBeVisible()
  })

  test('2.14 8 loading keeps the header; a second load keeps the rows; nothing found and an error say so', async ({
    page,
  }) => {
    await open(page)
    const part = section(page, 'loading, empty, error')
    const table = part.getByRole('table')
    const press = (name: string) => part.getByRole('button', { name, exact: true }).click()

    await press('pending')
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expect(table.getByRole('cell', { name: 'Prairie Alarm 4' })).toBeVisible()
    await press('rejected')
    await expect(part.getByRole('alert')).toHaveText(
      /Error occured503 Service Unavailable\. Please Contact Admin!/,
    )

    await press('rows')
    await press('fulfilled')
    await expect(table.getByText('No items found')).toBeVisible()
    await expect(table.getByText('No company matches')).toBeVisible()
    await press('pending')
    await expect(table.locator('tbody tr[aria-hidden]')).toHaveCount(6)
    await expect(table.getByRole('columnheader')).toHaveCount(4)

    await press('rejected')
    await part.getByRole('button', { name: 'Try again' }).click()
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expect(part.getByRole('alert')).toHaveCount(0)
  })

  test('2.14 a screen reader hears the new order, the page and the number of rows', async ({ page }) => {
    await open(page)
    const table = local(page)
    const said = page.locator('[aria-live=polite]', { hasText: /rows|of 1,250/ })
    await sortButton(table, 'Company name').click()
    await expect(said).toHaveText('Sorted by Company name, ascending. 1–100 of 1,250')
    await table.getByRole('button', { name: 'Next page' }).click()
    await expect(said).toHaveText('Page 2 of 13. 101–200 of 1,250')
    await expect(table.getByRole('table')).toHaveAccessibleName('Companies')
  })

  test('2.14 the header stays in view under the header bar when the page scrolls', async ({ page }) => {
    await open(page)
    const table = log(page)
    await table.locator('tbody tr').nth(60).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 200)
    await expect(header(table, 'Status')).toBeInViewport()
    const box = await header(table, 'Status').boundingBox()
    expect(box?.y).toBeLessThan(60)
  })

  test('2.14 columns keep their widths from page to page and from order to order', async ({ page }) => {
    await open(page)
    const table = local(page)
    const widths = () =>
      table
        .locator('thead th')
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)))
    await sortButton(table, 'Company name').click()
    const before = await widths()
    await table.getByRole('button', { name: 'Page 13', exact: true }).click()
    expect(await widths()).toEqual(before)
    await sortButton(table, 'Sales region').click()
    expect(await widths()).toEqual(before)
  })
})

test.describe('data table of 50,000 rows', () => {
  test('2.14 has only the rows in view in the document, and says the place of each', async ({ page }) => {
    await open(page)
    const table = many(page).getByRole('table')
    await expect(table).toHaveAttribute('aria-rowcount', '50001')
    expect(await table.getByRole('row').count()).toBeLessThan(80)
    await expect(table.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2')
    await expect(many(page).getByText('50,000 rows · 0 selected')).toBeVisible()
  })

  test('2.14 the region is reached by keyboard and obeys Page Down, End and Home', async ({ page }) => {
    await open(page)
    const region = many(page).getByRole('region', { name: 'Many companies' })
    const place = (at: 'first' | 'last') =>
      region.locator('tbody tr[data-key]')[at]().getAttribute('aria-rowindex')
    await region.focus()
    await page.keyboard.press('PageDown')
    await expect.poll(async () => Number(await place('last'))).toBeGreaterThan(40)
    await page.keyboard.press('End')
    await expect.poll(() => place('last')).toBe('50001')
    await page.keyboard.press('Home')
    await expect.poll(() => place('first')).toBe('2')
    await expect(region).toBeFocused()
  })

  test('2.14 sorts all rows and shows the first ones again', async ({ page }) => {
    await open(page)
    const part = many(page)
    const region = part.getByRole('region', { name: 'Many companies' })
    await region.focus()
    await page.keyboard.press('End')
    await expect.poll(() => region.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(1_000_000)
    await sortButton(part, 'SAP Company ID').click()
    await expect.poll(async () => (await column(part, 3))[0]).toBe('1050000')
    await sortButton(part, 'SAP Company ID').click()
    await expect.poll(async () => (await column(part, 3))[0]).toBe('1000001')
    expect(await region.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  })

  test('2.14 selects all rows and none; a row with the focus keeps it however far it is scrolled', async ({
    page,
  }) => {
    await open(page)
    const part = many(page)
    const all = part.getByRole('checkbox', { name: 'Select all rows' })
    await all.press('Space')
    await expect(part.getByText('50000 selected')).toBeVisible()
    const region = part.getByRole('region', { name: 'Many companies' })
    const box = region.locator('tbody').getByRole('checkbox').nth(2)
    const name = (await box.locator('xpath=ancestor::label').innerText()).trim()
    await box.focus()
    await region.evaluate((element) => element.scrollTo(0, 800_000))
    await expect
      .poll(() => region.locator('tbody tr[data-key]').last().getAttribute('aria-rowindex'))
      .not.toBe('30')
    const focused = region.getByRole('checkbox', { name, exact: true }).and(page.locator(':focus'))
    await expect(focused).toBeChecked()
    await page.keyboard.press('Space')
    await expect(part.getByText('49999 selected')).toBeVisible()
    await expect(all).toBeChecked({ indeterminate: true })
  })
})

test.describe('data table on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('2.14 D28 the page never scrolls sideways, the region does, and the identifying column stays', async ({
    page,
  }) => {
    await open(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    const region = local(page).getByRole('region', { name: 'Companies' })
    await expect(region).toHaveAttribute('tabindex', '0')
    const cell = region.locator('tbody tr').first().locator('td').first()
    await cell.scrollIntoViewIfNeeded()
    await region.evaluate((element) => element.scrollTo(200, 0))
    await expect(cell).toBeInViewport({ ratio: 0.99 })
    const height = await region
      .locator('tbody tr')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
    expect(height).toBeGreaterThanOrEqual(36)
    const next = local(page).getByRole('button', { name: 'Next page' })
    expect((await next.boundingBox())?.height).toBeGreaterThanOrEqual(36)
  })

  test('2.14 the header follows the page although the region scrolls sideways', async ({ page }) => {
    await open(page)
    await log(page).locator('tbody tr').nth(50).scrollIntoViewIfNeeded()
    await expect(header(log(page), 'Sim ID')).toBeInViewport()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`2.14 D28 no accessibility violation, ${colorScheme}, ${width} wide`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      // The last page of the log: a check of colours takes its time over each cell.
      await open(page, '?page=12')
      await log(page)
        .getByRole('button', { name: /^Sub rows of / })
        .first()
        .click()
      const found = (...titles: string[]) =>
        violationsIn(page, { include: titles.map((title) => `section[aria-label="${title}"]`) })
      const calls = 'Data table: loading, empty, error'
      const others = ['log, sorted and paged by the server, view in the address', 'selection', 'row states']
        .concat('clickable rows', '50,000 rows on a page')
        .map((title) => `Data table: ${title}`)
      expect(await found(...others, calls, 'Filter chips')).toEqual([])
      for (const state of ['rejected', 'pending']) {
        await section(page, 'loading, empty, error').getByRole('button', { name: state, exact: true }).click()
        expect(await found(calls)).toEqual([])
      }
    })
  }
}

test('2.14 R20 the table lives under a policy without inline styles', async ({ page }) => {
  const refusals: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refusals.push(message.text())
  })
  const answer = await page.goto('/parts.html')
  expect(answer?.headers()['content-security-policy']).toContain("style-src 'self'")
  await many(page).getByRole('region', { name: 'Many companies' }).focus()
  await page.keyboard.press('End')
  await sortButton(local(page), 'SIMs').click()
  expect(refusals).toEqual([])
})
