import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { more } from './support/more.ts'
import { saidToListeners } from './support/said.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

const panel = 'CBS0000001'

test('kept state a panel as it was a minute ago: by the palette there, by Now back', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const head = main.getByRole('region', { name: 'The past' })
  const disable = main.getByRole('button', { name: 'Disable management…' })
  const visits: string[] = []
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' || !request.url().includes('/api/')) return
    if (request.url().endsWith('/search/v1/recent')) visits.push(request.url())
    else if (request.url().includes('/diagnosis/')) changes.push(request.url())
  })
  await page.goto(`${world.consoleUrl}/wc-metrics`)
  const time = await page.evaluate(() => {
    const date = new Date(Date.now() - 60_000)
    return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  })

  await test.step('the first entry says where it leads', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`${panel} at ${time}`)
    const first = page.getByRole('option', { selected: true })
    await expect(first).toContainText(`${panel} as it was`)
    await expect(first).toContainText(time)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/panels/${panel}\\?at=`))
  })

  await test.step('it says its moment, and has an edge and nothing to do', async () => {
    await expect(head).toContainText(/As it was on .+, \d\d:\d\d/)
    await expect(saidToListeners(page, /As it was on/)).toHaveCount(1)
    await expect(main.locator('[data-past]')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Show', exact: true })).toBeVisible()
    for (const name of [
      'Disable management…',
      'Refresh',
      'Copy for the ticket',
      /^Notify me/,
      /^Write a note/,
      /^Export/,
    ])
      await expect(main.getByRole('button', { name })).toHaveCount(0)
    expect(visits).toEqual([])
    expect(changes).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 1024, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await expect(head.getByRole('link', { name: 'Now' })).toBeVisible()
        await expectNoSideways(page, `the past at ${width}`)
        await page.screenshot({ path: test.info().outputPath(`past-${width}-${colorScheme}.png`) })
      }
    await expectAccessible(page)
  })

  await test.step('Now leads back to what can be done', async () => {
    await head.getByRole('link', { name: 'Now' }).press('Enter')
    await expect(page).toHaveURL(`${world.consoleUrl}/panels/${panel}`)
    await expect(head).toHaveCount(0)
    await more(page).click()
    await expect(disable).toBeVisible()
  })

  await test.step('an address of no moment, or of one to come, says so and shows nothing', async () => {
    for (const [at, sentence] of [
      ['yesterday', "The address names no moment: 'yesterday'."],
      ['2126-01-01T00:00Z', 'The address names a moment that is still to come'],
    ]) {
      await page.goto(`${world.consoleUrl}/fleet?at=${at}`)
      await expect(head).toContainText(sentence ?? '')
      await expect(main.getByRole('table')).toHaveCount(0)
    }
    await head.getByRole('link', { name: 'Now' }).press('Enter')
    await expect(main.getByRole('table')).toBeVisible()
  })
})
