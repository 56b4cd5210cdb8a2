import { violationsIn } from './support/accessibility.ts'
import { header, local, log, many, open, section, sortButton } from './support/data-table.ts'
import { expect, test } from './support/diary.ts'

test('2.14 the header stays in view under the header bar when the page scrolls', async ({ page }) => {
  await open(page)
  const table = log(page)
  await table.locator('tbody tr').nth(60).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 200)
  await expect(header(table, 'Status')).toBeInViewport()
  const box = await header(table, 'Status').boundingBox()
  expect(box?.y).toBeLessThan(60)
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
