import { violationsIn } from './support/accessibility.ts'
import { stopClock } from './support/clock.ts'
import { expect, test } from './support/diary.ts'

test.describe('D28 the page of shared parts', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`D28 has no accessibility violation (${colorScheme}, by the system's preference)`, async ({
      page,
    }) => {
      // Everything on one page, tables of thousands of rows included.
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/parts')
      await expect(page.getByText('Loading companies', { exact: true })).toBeVisible()
      await expect(page.getByRole('group', { name: 'Start date' })).toBeVisible()
      expect(await violationsIn(page)).toEqual([])
    })

  test('D28 a theme that was chosen holds against the system, from the first paint on', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/parts')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await ground()).toBe('rgb(241, 243, 245)')
    await page.getByRole('button', { name: 'dark', exact: true }).click()
    expect(await ground()).toBe('rgb(11, 14, 17)')
    // Before any module runs, the document knows already.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await ground()).toBe('rgb(11, 14, 17)')
  })

  test('D28 390 pixels wide: nothing scrolls sideways, no target is under 24 by 24', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/parts')
    await expect(page.getByRole('heading', { name: 'Shared parts' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    const small = await page.locator('section:not(:has(table)) :is(button, summary)').evaluateAll((targets) =>
      targets
        .map((target) => ({ html: target.outerHTML, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ html }) => html),
    )
    expect(small).toEqual([])
  })

  test('R20 lives under the policy of the server: no inline style, no inline script, trusted types', async ({
    page,
  }) => {
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text())
    })
    const answer = await page.goto('/parts')
    expect(answer?.headers()['content-security-policy']).toContain("style-src 'self'")
    await page.getByRole('button', { name: 'Open the calendar' }).first().click()
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.keyboard.press('Escape')
    await page
      .getByRole('spinbutton', { name: /month.*Start date/i })
      .first()
      .focus()
    await page.keyboard.press('Backspace')
    await page.getByRole('combobox', { name: 'CIDR' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.keyboard.press('Escape')
    await stopClock(page)
    await page.getByRole('button', { name: 'Toast' }).click()
    await expect(page.getByRole('status').getByText('ICCID copied')).toBeVisible()
    expect(refused).toEqual([])
  })
})
