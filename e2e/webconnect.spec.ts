import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways, expectSeenWhole } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { accessTokenOf } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { expect, type World } from './support/world.ts'

test.use({ worldName: 'collecting' })

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: new RegExp(`^${name} `) }) })
const dialog = (page: Page) => page.getByRole('dialog').and(page.locator('[open]'))
const searchBox = (page: Page) => dialog(page).getByRole('searchbox', { name: 'Cloud ID or ICCID' })
const readings = /metrics\/getall/

interface Container {
  containerName: string
  connectionCount: number
}

async function open(world: World, page: Page, query = ''): Promise<void> {
  await page.goto(`${world.consoleUrl}/wc-metrics${query}`)
  // The server has asked all of them: the list comes with the first look after its start.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).first().click()
    await expect(rowOf(page, 'webconnect-1')).toContainText(/\d{4}-\d\d-\d\d/, { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
}

async function steer(world: World, steering: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${world.fieldUrl}/control/webconnect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ gone: [], silent: [], size: null, ...steering }),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}

test.afterEach(({ world }) => steer(world, {}))

test('2.13 shows each container with figures, charts and age; it refreshes by itself unless paused', async ({
  world,
  page,
}) => {
  await open(world, page)
  for (const column of [
    'Container name',
    'Connection count',
    'CPU usage (%)',
    'Memory usage (MB)',
    'Update date (UTC−05:00)',
  ])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  await expect(page.locator('tbody [data-row-link]')).toHaveCount(8)
  await expect(
    rowOf(page, 'webconnect-1').getByRole('img', { name: /^CPU usage of webconnect-1 in per cent: from/ }),
  ).toBeVisible()
  await expect(page.getByText(/^updated \d\d:\d\d:\d\d UTC−0[45]:00, \d+ s ago/)).toBeVisible()
  await expectAccessible(page)
  // All containers together (use 2), and every figure of a column with as many decimals.
  const overview = page.getByRole('region', { name: 'All containers' })
  for (const name of ['Connections, all containers', 'Highest CPU usage', 'Memory, all containers'])
    await expect(
      overview.getByRole('img', {
        name: new RegExp(`^${name}, last 6 hours: from [\\d,.]+ to [\\d,.]+, last`),
      }),
    ).toBeVisible()
  await expect(overview).toContainText(/[23],\d{3}/)
  await expect(overview).toContainText(/\d+\.\d % on webconnect-\d/)
  const column = (index: number) =>
    page.locator(`tbody tr[data-key] > td:nth-child(${index})`).allInnerTexts()
  for (const cpu of await column(4)) expect(cpu).toMatch(/^\d+\.\d(\s|$)/)
  for (const memory of await column(6)) expect(memory).toMatch(/^[\d,]+$/)

  // Paused, nothing is read however long it takes; going on, it is read again.
  await page.clock.install()
  await page.reload()
  await expect(rowOf(page, 'webconnect-1')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/· paused/)).toBeVisible()
  let count = 0
  page.on('request', (request) => {
    if (readings.test(request.url())) count++
  })
  // Setting this computer's clock back makes nothing younger (robust 7), even where no answer tells the server's.
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.setSystemTime(Date.now() - 7_200_000)
  await page.clock.runFor(120_000)
  expect(count).toBe(0)
  await expect(page.getByText(/^updated .*, 1[2-9]\d s ago/)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Resume' }).click()
  await Promise.all([page.waitForResponse(readings), page.clock.runFor(6000)])
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
  }
  // The busiest container is named on a phone too.
  await expectSeenWhole(page.getByText(/% on webconnect-\d/))
  // Memory is seen whole at 1024, without scrolling (use 1).
  await page.setViewportSize({ width: 1024, height: 900 })
  const roomBesideMemory = async () => {
    const table = await page.getByRole('region', { name: 'WebConnect containers' }).boundingBox()
    const memory = await page.locator('tbody tr[data-key] > td:nth-child(6)').first().boundingBox()
    return table && memory ? table.x + table.width - memory.x - memory.width : Number.NaN
  }
  await expect.poll(roomBesideMemory).toBeGreaterThan(24)
})

test('2.13, specification 9 a click on a row opens its connections, on a chart of it as well', async ({
  world,
  page,
}) => {
  await open(world, page)
  await rowOf(page, 'webconnect-1').getByRole('img').first().click()
  await expect(dialog(page)).toHaveAccessibleName('Connections of webconnect-1')
})

test('2.13, D25 a row opens its connections, 50 a page, searched by cloud ID or ICCID, with links', async ({
  world,
  page,
}) => {
  await open(world, page)
  await page.getByRole('columnheader', { name: 'CPU usage (%)', exact: true }).getByRole('button').click()
  await expect(page).toHaveURL(/[?&]sort=cpuUsage/)
  await rowOf(page, 'webconnect-1')
    .getByRole('button', { name: /^webconnect-1 / })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]container=webconnect-1/)
  await expect(page).toHaveURL(/[?&]sort=cpuUsage/)
  await expect(dialog(page)).toHaveAccessibleName('Connections of webconnect-1')
  for (const column of [
    'Cloud ID',
    'Host',
    'Port',
    'ICCID',
    'Connected time',
    'Last send time',
    'Last received time',
    'Last received status',
    'Transaction ID',
  ])
    await expect(dialog(page).getByRole('columnheader', { name: column, exact: true })).toBeAttached()
  const shown = dialog(page).locator('tbody tr[data-key]')
  await expect(shown).toHaveCount(50)
  await expectAccessible(page)

  const panel = await shown.first().getByRole('link').first().innerText()
  const iccid = (await shown.first().getByRole('link').nth(1).getAttribute('href'))?.split('/').at(-1) ?? ''
  // Letter by letter, as fast as it goes: none is lost.
  await searchBox(page).pressSequentially(panel.toLowerCase())
  await expect(searchBox(page)).toHaveValue(panel.toLowerCase())
  await expect(shown).toHaveCount(1)
  await searchBox(page).fill(iccid)
  await expect(shown.first()).toContainText(panel)
  await expect(page).toHaveURL(new RegExp(`search=${iccid}`))
  await expect(shown.first().getByRole('link').first()).toHaveAttribute('href', `/panels/${panel}`)
  await searchBox(page).fill('nothing like it')
  await expect(dialog(page).getByText('No items found')).toBeVisible()
  await searchBox(page).fill('')
  await dialog(page).getByRole('checkbox', { name: 'Only silent ones' }).click()
  await expect(async () => {
    const silent = await shown.filter({ hasText: 'silent' }).count()
    expect(silent).toBeGreaterThan(0)
    expect(silent).toBe(await shown.count())
  }).toPass()
  // A reading that fails says so, and what was read before stays.
  const listed = /\/connections$/
  await page.route(listed, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await dialog(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Could not refresh' })).toContainText(
    '500 Internal Server Error',
  )
  await expect(shown.first()).toBeVisible()
  await page.unroute(listed)
  // Order, page and what is left out are in the address, which a colleague is sent (use 3).
  await dialog(page).getByRole('columnheader', { name: 'Host' }).getByRole('button').click()
  await expect(page).toHaveURL(/only=silent.*connectionSort=host/)
  await page.reload()
  await expect(dialog(page).getByRole('columnheader', { name: 'Host' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(dialog(page).getByRole('checkbox', { name: 'Only silent ones' })).toBeChecked()
  await dialog(page).getByRole('checkbox', { name: 'Only silent ones' }).click()
  await dialog(page).getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/connectionPage=2/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/container=|connection|only=/)
  // What was chosen for one container is nothing to the next.
  await rowOf(page, 'webconnect-2')
    .getByRole('button', { name: /^webconnect-2 / })
    .click()
  await expect(dialog(page)).toHaveAccessibleName('Connections of webconnect-2')
  await expect(dialog(page).getByRole('checkbox', { name: 'Only silent ones' })).not.toBeChecked()
})

test('2.13 a container that is gone keeps what it said last, with its age and the problem', async ({
  world,
  page,
}) => {
  await open(world, page)
  await steer(world, { gone: ['webconnect-8'] })
  const row = rowOf(page, 'webconnect-8')
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toContainText('no answer', { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await expect(row).toHaveAttribute('data-state', 'error')
  await expect(row).toContainText(/ago/)
  await expect(row.getByRole('cell').nth(1)).toContainText(/\d+/)
})

test('2.13 20,000 connections in one dialog are sorted, paged and searched', async ({ world, page }) => {
  // A busy machine takes its time for so many.
  test.setTimeout(300_000)
  await steer(world, {
    // One panel in fifty is not connected at any moment.
    size: { containers: 1, panels: 20_500 },
  })
  // The server has seen them all.
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(
          `${world.consoleUrl}/api/wcmetrics/v1/metrics/getall?details=false`,
          {
            ...reconnecting,
            headers: { authorization: `Bearer ${await accessTokenOf(page.context(), world)}` },
          },
        )
        const { data } = (await answer.json()) as { data: { metrics: Container[] } }
        return data.metrics.find(({ containerName }) => containerName === 'webconnect-1')?.connectionCount
      },
      { timeout: 200_000 },
    )
    .toBeGreaterThan(20_000)
  await page.goto(`${world.consoleUrl}/wc-metrics?container=webconnect-1`)
  const pages = dialog(page).getByRole('navigation')
  await expect(dialog(page).getByText(/^1–50 of 20,\d{3}/)).toBeVisible({ timeout: 30_000 })
  await expect(pages).toContainText(/40\d/)
  await dialog(page).getByRole('columnheader', { name: 'ICCID' }).getByRole('button').click()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(dialog(page).getByText(/^51–100 of 20,\d{3}/)).toBeVisible()
})

test('2.13, 8 readings that fail say so, and keep what was read; ages are by the clock of the server', async ({
  world,
  page,
}) => {
  // This computer's is an hour ahead of it.
  await page.clock.install({ time: Date.now() + 3_600_000 })
  await page.route(readings, async (route) => {
    const response = await route.fetch(reconnecting)
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, data: { ...json.data, metrics: [] } } })
  })
  await page.goto(`${world.consoleUrl}/wc-metrics`)
  await expect(page.getByText('No Metrics Data found')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await open(world, page)
  // A server that looks no more: what counts is the age of what it saw, not of the answer.
  let age = 0
  await page.route(readings, async (route) => {
    const response = await route.fetch(reconnecting)
    const json = await response.json()
    const checkedAt = new Date(Date.parse(json.data.now) - age).toISOString()
    json.data.metrics = json.data.metrics.map((metric: object) => ({ ...metric, checkedAt }))
    await route.fulfill({ response, json })
  })
  const refreshed = async () => {
    await Promise.all([page.waitForResponse(readings), page.getByRole('button', { name: 'Refresh' }).click()])
  }
  const late = page.getByText('overdue: the server')
  await refreshed()
  await expect(page.getByText(/^updated .*, \d{1,2} s ago/)).toBeVisible()
  await expect(late).toHaveCount(0)
  age = 600_000
  await refreshed()
  await expect(late).toBeVisible()
  await expect(page.getByText(/^updated .*, 6\d\d s ago, overdue: /)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.route(readings, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Could not refresh' })).toContainText(
    '500 Internal Server Error',
  )
  await expect(rowOf(page, 'webconnect-1')).toBeVisible()
})
