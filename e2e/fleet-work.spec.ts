import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { saveWorkbook } from './support/workbook.ts'
import { expect, type World } from './support/world.ts'

const rowsOf = (page: Page) => page.getByRole('table', { name: 'What is wrong' }).getByRole('row')
const holdAtt = (world: World) => world.fault({ system: 'att', fault: 'slow', seconds: 600 })

async function fits(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
  }
  await expectAccessible(page)
}

/** A SIM in no panel counts: its carrier has been read twice by a scan, which is stopped then. */
async function findOne(world: World, page: Page) {
  const cookies = await page.context().cookies(world.consoleUrl)
  const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value
  const ask = async (method: 'GET' | 'POST', path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const url = `${world.consoleUrl}/api/fleet/v1/${path}`
    const answer = await page.request.fetch(url, { ...reconnecting, method, headers, ...(data && { data }) })
    return (await answer.json()).data
  }
  await holdAtt(world)
  const { sweepId } = await ask('POST', 'sweeps', { of: 'all' })
  const count = async () => (await ask('GET', 'findings?filter=finding%3Dno-panel')).things
  await expect.poll(count, { timeout: 40_000 }).toBeGreaterThan(0)
  await ask('POST', `sweeps/${sweepId}/stop`)
  await world.clearFaults()
}

test('fleet 1, D50 scans all SIMs: asked first, with progress, among one’s work, and stopped', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const begin = main.getByRole('button', { name: 'Scan all SIMs…' })
  const running = main.getByRole('region', { name: 'Scan' })
  // AT&T says that it is too much, so that the sweep is slow and says so.
  const json = { status: 429, type: 'application/json' }
  const body = '{"errorMessage":"Rate limit exceeded","errorCode":"40000029"}'
  await world.fault({ system: 'att', fault: 'answer', ...json, body })
  await page.goto(`${world.consoleUrl}/fleet`)
  await begin.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Scan all SIMs now?' })
  await expect(question).toContainText(/asks the carriers about [\d,]+ SIMs/)
  await page.keyboard.press('Escape')
  await expect(begin).toBeFocused()
  await begin.press('Enter')
  await question.getByRole('button', { name: 'Scan all SIMs' }).press('Enter')
  await expect(running).toContainText('started by support@example.com')
  await page.reload()
  await expect(running.getByRole('progressbar', { name: 'Scan' })).toBeVisible()
  await expect(running).toContainText(/AT&T 0 of [\d,]+: AT&T takes fewer calls at the moment\./)
  const seen = main.getByRole('region', { name: 'How far this is known' })
  await expect(seen.getByText('takes fewer calls at the moment.').first()).toBeVisible()
  await expect(begin).toHaveAttribute('aria-disabled', 'true')
  await fits(page)

  const door = page.getByRole('banner').getByRole('button', { name: /^Work/ })
  const tray = page.getByRole('dialog', { name: 'Work' })
  const entry = tray.getByRole('listitem').filter({ hasText: 'Scan all SIMs' })
  await door.press('Enter')
  await expect(entry.getByRole('button', { name: 'Stop: Scan all SIMs' })).toBeVisible()
  await page.keyboard.press('Escape')
  await running.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect(main.getByText('The last scan was stopped.')).toBeVisible()
  await expect(running).toHaveCount(0)
  await door.press('Enter')
  await expect(entry).toContainText('The next scan continues from here.')
  await world.clearFaults()
})

test('fleet 6 the report of a scan has an address, and is a file', async ({ world, page }) => {
  const main = page.getByRole('main')
  await page.goto(`${world.consoleUrl}/fleet`)
  await findOne(world, page)
  await page.reload()
  await main.getByRole('link', { name: 'Scan report' }).press('Enter')
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet/reports`)
  await expect(main.getByRole('heading', { name: /^Scan report of \d+ / })).toBeVisible()
  await expect(main.getByText('It was stopped early.')).toBeVisible()
  await fits(page)
  const { cells } = await saveWorkbook(page)
  expect(cells[0]?.slice(0, 6)).toEqual(['Of', 'Name', 'Now', 'Grown', 'New', 'Gone'])
  const carriers = cells.filter(([of]) => of === 'Carrier')
  expect(carriers.map(([, name]) => name)).toEqual(['AT&T', 'Verizon', 'Aeris', 'Wyless'])
  // Never seen: counted where it was stopped as well.
  expect(carriers[0]?.[8]).toEqual(expect.any(Number))
  await page.goto(`${world.consoleUrl}/fleet/reports/00000000-0000-4000-8000-000000000000`)
  await expect(main.getByText('There is no such scan.')).toBeVisible()
  await main.getByRole('link', { name: 'Back to Fleet' }).press('Enter')
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet`)
})

test('fleet 5 a finding is expected with a reason and until a day, and ended by hand', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const rows = rowsOf(page)
  await page.goto(`${world.consoleUrl}/fleet?finding=no-panel&by=thing`)
  await findOne(world, page)
  await page.reload()
  await rows.nth(1).getByRole('checkbox').press(' ')
  await main.getByRole('button', { name: 'Mark as expected…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Mark this finding as expected?' })
  const save = dialog.getByRole('button', { name: 'Mark as expected', exact: true })
  await save.press('Enter')
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A spare of the workshop')
  const year = dialog.getByRole('spinbutton', { name: /^year/ })
  await year.press('ArrowDown')
  await expect(dialog.getByText('This day has passed. Choose today or later.')).toBeVisible()
  await save.press('Enter')
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await year.press('ArrowUp')
  await save.press('Enter')
  await expect(dialog).toHaveCount(0)
  await main.getByRole('button', { name: '1 expected' }).press('Enter')
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?by=thing&stand=expected`)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('by support@example.com: A spare of the workshop')
  await fits(page)
  await rows.nth(1).getByRole('button', { name: 'No longer expected' }).press('Enter')
  await expect(main.getByText('A spare of the workshop')).toHaveCount(0)
})

test('fleet 3, D50 checks what matches and what is selected, at no more than was asked', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const verdict = main.getByRole('group', { name: 'Verdict' })
  await page.goto(`${world.consoleUrl}/fleet?finding=no-panel&by=thing`)
  await findOne(world, page)
  await page.reload()
  await rowsOf(page).nth(1).getByRole('checkbox').press(' ')
  await main.getByRole('button', { name: /^Select all/ }).press('Enter')
  const chosen = main.getByRole('group', { name: 'Selection' })
  await chosen.getByRole('button', { name: 'Check these' }).press('Enter')
  await expect(page).toHaveURL(/finding=no-panel&by=thing&look=/)
  await expect(verdict.getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(main.getByText('Part of the filter was ignored')).toHaveCount(0)
  await verdict.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page).toHaveURL(/finding=no-panel&by=thing$/)

  await page.goto(`${world.consoleUrl}/fleet?finding=no-panel&colour=red&company=99999`)
  await expect(main.getByText('bulk actions are off: colour=red, company=99999.').first()).toBeVisible()
  await expect(main.getByRole('button', { name: 'Export all that match' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await main.getByRole('button', { name: 'Remove it from the address' }).press('Enter')
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?finding=no-panel`)
  await expect(main.getByText('Part of the filter was ignored')).toHaveCount(0)
})
