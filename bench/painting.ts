// How long it takes until someone sees something: the values that were last observed on the page of a SIM and of a panel that
// was entered by a link (its chunks are there, its values are not), beside the same page a second time, whose values this tab
// still has; and the palette after its keys, beside a frame in which nothing happens. A real Chromium at the built console.
import type { Page } from '@playwright/test'
import { atConsole, openTab } from './support/at-console.ts'
import { type Figure, median, percentile, print } from './support/report.ts'

const sims = 21
const paletteRounds = 20
/** Connected console 3: it opens within so many milliseconds. */
const paletteBudget = 100
const pageBudget = 300
/** For what a neighbour tells of a thing; of some no one tells anything. */
const longestWait = 20_000

/** Which links of which list are entered, and what only a neighbour can have told of the thing behind: text of these elements. */
const kinds = [
  {
    what: 'a SIM',
    list: '/companies/1',
    links: '/sims/',
    search: 'Search SIMs',
    most: sims,
    at: 'main td',
    told: /Active|Suspended|Deactivated/,
  },
  {
    what: 'a panel',
    list: '/companies/1/panels',
    links: '/panels/',
    search: 'Search Panels',
    most: 6,
    at: 'main [role="group"]',
    told: /Points to[A-Z]+/,
  },
]
type Kind = (typeof kinds)[number]

/** In the page: that its heading names the thing, and what was told of it is there. */
const isPainted = (path: string, { at, told }: Kind) =>
  `document.querySelector('h1')?.textContent.endsWith(${JSON.stringify(path.split('/').at(-1))})
    && [...document.querySelectorAll('${at}')].some((each) => ${told}.test(each.textContent))`

/** In the page: does something and resolves to the milliseconds until the frame is painted in which `isThere` is true. */
const untilPainted = `(act, isThere) => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel()
  const began = performance.now()
  port1.onmessage = () => resolve(performance.now() - began)
  const look = () => isThere() ? port2.postMessage('the next task comes after the paint') : requestAnimationFrame(look)
  act()
  requestAnimationFrame(look)
})`

async function enter(page: Page, path: string, kind: Kind): Promise<number> {
  // What works stands behind all of which nothing is known, on another page of the list.
  await page.getByRole('searchbox', { name: kind.search }).fill(path.slice(kind.links.length))
  await page.locator(`main a[href="${path}"]`).first().waitFor()
  return page.evaluate(`(${untilPainted})(
    () => document.querySelector('main a[href="${path}"]').click(),
    () => ${isPainted(path, kind)})`)
}

/** The things that a list links to and that something is told of; so each was asked for once. */
async function observe(page: Page, kind: Kind): Promise<string[]> {
  await page.goto(kind.list)
  await page.locator(`main a[href^="${kind.links}"]`).first().waitFor()
  const all: string[] = await page.evaluate(
    `[...new Set([...document.querySelectorAll('main a[href^="${kind.links}"]')].map((link) => link.getAttribute('href')))]`,
  )
  const found: string[] = []
  for (const path of all.slice(0, kind.most)) {
    await page.goto(path)
    const isTold = await Promise.race([
      page.evaluate(`(${untilPainted})(() => {}, () => ${isPainted(path, kind)})`).then(() => true),
      page.waitForTimeout(longestWait).then(() => false),
    ])
    if (isTold) found.push(path)
  }
  return found
}

async function measurePages(page: Page, kind: Kind): Promise<Figure> {
  const [warmUp, ...things] = await observe(page, kind)
  if (!warmUp || things.length < 3) throw new Error(`Too few things like ${kind.what} were told of`)
  await page.goto(kind.list)
  const [first, again]: [number[], number[]] = [[], []]
  for (const path of [warmUp, ...things]) {
    for (const times of [first, again]) {
      times.push(await enter(page, path, kind))
      await page.goBack()
    }
  }
  return {
    what: `p95 of ${things.length}, values of the page of ${kind.what} painted after its link`,
    measured: percentile(first.slice(1), 0.95),
    unit: 'ms',
    baseline: { what: 'the same page again', value: percentile(again.slice(1), 0.95) },
    budget: { kind: 'at-most', value: pageBudget },
  }
}

async function measurePalette(page: Page): Promise<Figure> {
  const [ours, frames]: [number[], number[]] = [[], []]
  for (let i = -1; i < paletteRounds; i++) {
    const time: number = await page.evaluate(`(${untilPainted})(
      () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true })),
      () => document.querySelector('dialog[open] [role="combobox"]') !== null)`)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    const frame: number = await page.evaluate(`(${untilPainted})(() => {}, () => true)`)
    if (i < 0) continue
    ours.push(time)
    frames.push(frame)
  }
  return {
    what: `p95 of ${paletteRounds}, the palette painted after its keys`,
    measured: percentile(ours, 0.95),
    unit: 'ms',
    baseline: { what: 'a frame, median', value: median(frames) },
    budget: { kind: 'at-most', value: paletteBudget },
  }
}

await atConsole(async (there) => {
  const page = await openTab(there)
  const figures: Figure[] = []
  for (const kind of kinds) figures.push(await measurePages(page, kind))
  figures.push(await measurePalette(page))
  print('Painting, chunks warm, one after the other', figures)
})
