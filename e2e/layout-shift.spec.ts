import type { Page } from '@playwright/test'
import { isThorough } from '../scripts/testing/thorough.ts'
import { refusedDeactivation } from './support/audit-trail.ts'
import { everyAddress } from './support/every-address.ts'
import { emptyBands, hiddenInFocus, smallTargets } from './support/painted.ts'
import { sentencesSeenTwice } from './support/sentences.ts'
import { test } from './support/signed-in.ts'
import { expect, type Fault, type World } from './support/world.ts'

/** The browser's own entries, from before the first paint of each page on. */
const watchShifts = `globalThis.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput)))
    .observe({ type: 'layout-shift', buffered: true })`

interface Shift {
  at: number
  value: number
  moved: string[]
}

/** How far what was seen has moved since the page came, and what moved. */
const readShifts = `shifts.map(({ value, startTime, sources }) => ({ value, at: startTime,
  moved: sources.map(({ node, previousRect, currentRect }) => {
    const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
    return at(previousRect) + ' > ' + at(currentRect) + ' ' + (node?.outerHTML ?? node?.textContent ?? 'gone').slice(0, 160)
  }) }))`

/** The largest sum of a session window: shifts less than a second apart, within five seconds (CLS). */
function worstWindow(shifts: readonly Shift[]): number {
  let [worst, sum, first, last] = [0, 0, 0, 0]
  for (const { at, value } of shifts) {
    if (at - last >= 1000 || at - first >= 5000) [sum, first] = [0, at]
    sum += value
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}

const sources: readonly Fault['system'][] = [
  ...(['att', 'verizon', 'aeris', 'wyless', 'mobile-broker', 'connector'] as const),
  ...(['remote-portal', 'pathfinder', 'csr-agent', 'webconnect'] as const),
]

const widths = [1440, 1024, 390] as const
const answers = {
  early: undefined,
  late: { fault: 'slow', seconds: 0.7 },
  never: { fault: 'cut' },
} as const satisfies Record<string, Partial<Fault> | undefined>
type Answers = keyof typeof answers
/** How the sources answer, at which width. In the check, early at one of them, late at the next, and not at all at the third. */
const rounds = (at: number): readonly (readonly [answers: Answers, width: number])[] =>
  (Object.keys(answers) as Answers[]).flatMap((how, later) =>
    widths
      .filter((_, place) => isThorough || place === (at + later) % widths.length)
      .map((width) => [how, width] as const),
  )

const paths = [...everyAddress.values()]
const ways = [...paths.entries()].filter(([at, path]) => paths.indexOf(path) === at)
/** So many are visited in one page, one after the other. */
const inOnePage = 15

for (let first = 0; first < ways.length; first += inOnePage)
  test(`D28, 38.3, whole 5 nothing jumps, no hole, no sentence twice, from ${ways[first]?.[1]} on`, async ({
    page,
    world,
  }) => {
    test.setTimeout(600_000)
    const still = await watcherOf(page, world)
    for (const [at, path] of ways.slice(first, first + inOnePage))
      await test.step(path, () => still(path, rounds(at)))
  })

test('D28, 38.3 nothing jumps on the page of a transaction, and no sentence stands twice', async ({
  page,
  world,
}) => {
  test.setTimeout(180_000)
  await page.goto(world.consoleUrl)
  const id = await refusedDeactivation(world, page)
  await page.goto(`${world.consoleUrl}/transactions/${id}`)
  await expect(page.getByRole('region', { name: 'In the order it happened' })).toBeVisible()
  const still = await watcherOf(page, world)
  await still(`/transactions/${id}`, rounds(0))
})

/** Visits an address again and again, and expects that nothing on its page moves. */
async function watcherOf(page: Page, world: World) {
  await page.addInitScript(watchShifts)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const calls = callsOf(page)
  let now: Answers = 'early'
  return async (path: string, walk: ReturnType<typeof rounds>): Promise<void> => {
    for (const [how, width] of walk) {
      const fault = answers[how]
      if (how !== now) await world.clearFaults()
      if (fault && how !== now) for (const system of sources) await world.fault({ system, ...fault })
      now = how
      await page.setViewportSize({ width, height: 900 })
      await page.goto(world.consoleUrl + path)
      await calls.haveEnded()
      const shifts = await page.evaluate<Shift[]>(readShifts)
      const worst = worstWindow(shifts)
      const told = shifts.map(
        ({ at, value, moved }) => `\n${Math.round(at)} ms ${value.toFixed(3)} ${moved.join('\n    ')}`,
      )
      // Where sources answer one by one the answer's text grows: 0.09 were seen on a machine that is busy.
      const most = /^\/(?:panels|sims)\/./.test(path) ? 0.12 : 0.05
      expect.soft(worst, `${path} at ${width}, answers ${how}: ${told.join('')}`).toBeLessThanOrEqual(most)
      // What the API's document says of its calls is data.
      if (how === 'late' && path !== '/api-reference')
        expect.soft(await sentencesSeenTwice(page), `${path} at ${width}`).toEqual([])
      if (how === 'early') await looksWhole(page, path)
    }
  }
}

/** An address without a page: its words stand in the middle. */
const inTheMiddle = '/nowhere'

/** At rest: no hole, nothing that has the focus is hidden, no target is too small (whole 5, 8). */
async function looksWhole(page: Page, path: string) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await smallTargets(page), `2.5.8 ${path} at ${width}`).toEqual([])
    if (path !== inTheMiddle) expect.soft(await emptyBands(page), `holes of ${path} at ${width}`).toEqual([])
    expect.soft(await hiddenInFocus(page), `2.4.11 ${path} at ${width}`).toEqual([])
  }
}

/** The page's calls: what it shows comes with them, and is painted in the frames after them. */
function callsOf(page: Page) {
  const open = new Set<unknown>()
  page.on('request', (request) => /\/api\/(?!.*\/(?:stream|news))/.test(request.url()) && open.add(request))
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
      expect
        .poll(async () => (await isQuiet()) && (await isQuiet()), { intervals: [50], timeout: 60_000 })
        .toBe(true),
  }
}
