import { test } from './support/test.ts'
import { expect } from './support/world.ts'

const hour = 3_600_000

for (const [way, off, said] of [
  ['slow', -26 * hour, '26 h 0 min'],
  ['fast', 26 * hour, '26 h 0 min'],
] as const)
  test(`54.3 with a ${way} clock the console goes by its server's, and says so once`, async ({
    page,
    world,
  }) => {
    await page.clock.install({ time: Date.now() + off })
    await world.signIn(page)
    const notice = page.getByText(`This computer’s clock is ${said} ${way}.`)
    await expect(notice).toBeVisible()

    // Periods end now.
    await page.goto(`${world.consoleUrl}/handover`)
    await page.getByRole('button', { name: 'From … to …' }).click()
    const to = await page.getByRole('textbox', { name: /^To/ }).inputValue()
    const zone = await page.evaluate('new Date().getTimezoneOffset()')
    const ends = Date.parse(`${to.replace(' ', 'T')}Z`) + Number(zone) * 60_000
    expect(Math.abs(ends - Date.now())).toBeLessThan(0.5 * hour)

    // Ages are the server's.
    await page.goto(`${world.consoleUrl}/panels/CBS0000020`)
    await expect(
      page
        .getByText(/\b\d+ (s|min) ago/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()

    await page.getByRole('button', { name: 'Close' }).first().click()
    await expect(notice).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/ago/).filter({ visible: true }).first()).toBeVisible()
    await expect(notice).toBeHidden()
  })
