import type { Page } from '@playwright/test'
import { test } from './support/signed-in.ts'
import { happy } from './support/sim-management.ts'
import { expect } from './support/world.ts'

/** The browser's own entries, from before the first paint of each page on. */
const watchShifts = `globalThis.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })`

/** How far what was seen has moved since the page came, and what moved most. */
const readShifts = `({
  sum: shifts.reduce((sum, { value }) => sum + value, 0),
  moved: shifts.flatMap(({ value, sources }) => sources.map(({ node }) =>
    value.toFixed(3) + ' ' + ((node?.outerHTML ?? node?.textContent ?? 'gone').slice(0, 120)))),
})`

const screens = {
  home: '/',
  'a SIM compared': '/sim-detail?simId=8914800000000000055',
  'SIM Management': '/simmanagement',
  'the list of companies': '/company',
  'a company': '/company/update/1',
  "a SIM's activity": `/simactivationdetail?simId=${happy}`,
  panels: '/panel-management?by=cloudId&ids=CBS0000001+CBS0000002+CBS9999999',
  "a panel's environment":
    '/panel-environment?physicalId=6f9619ff-8b86-d011-b42d-00c04fc964ff&panelId=CBS0000001&env=test',
  'CSR servers': '/csr-management',
  'a user': '/user-management?email=installer%40harbor.example',
  'user actions': '/user-action-detail',
  WebConnect: '/wc-metrics',
  'connections of a container': '/wc-metrics?container=webconnect-1',
}

const widths = [1440, 1024, 768, 390]

test('D28, robust 2, 3 nothing jumps: layout shift of at most 0.05 on load and reload of every screen at 1440, 1024, 768 and 390', async ({
  page,
  world,
}) => {
  test.setTimeout(300_000)
  await page.addInitScript(watchShifts)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const calls = callsOf(page)
  for (const [name, path] of Object.entries(screens))
    for (const [index, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 900 })
      // The first width is a load, those after it are reloads.
      if (index === 0) await page.goto(world.consoleUrl + path)
      else await page.reload()
      await calls.haveEnded()
      const { sum, moved } = await page.evaluate<{ sum: number; moved: string[] }>(readShifts)
      expect.soft(sum, `${name} at ${width}: ${moved.join('\n')}`).toBeLessThanOrEqual(0.05)
    }
})

/** The page's calls: what it shows comes with them, and is painted in the frames after them. */
function callsOf(page: Page) {
  const open = new Set<unknown>()
  page.on('request', (request) => /\/api\/(?!.*\/stream)/.test(request.url()) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const isQuiet = async () => {
    await page.evaluate(
      'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))',
    )
    return open.size === 0 && (await page.locator('[data-coming]').count()) === 0
  }
  return {
    haveEnded: () =>
      expect.poll(async () => (await isQuiet()) && (await isQuiet()), { intervals: [50] }).toBe(true),
  }
}
