// How long a page is held up while a workbook of 5 and one of 7 MB is read beside it in a worker, on each screen that takes one, beside the same
// page while nothing is read. A real Chromium at the built console.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { workbookOf } from '../apps/console/src/kit/workbook/workbook-file.facts.ts'
import prepareWorld from '../e2e/support/prepare-world.ts'
import { World } from '../e2e/support/world.ts'
import config from '../playwright.config.ts'
import { print } from './support/report.ts'

const screens = ['/simmanagement', '/search', '/']
/** So long a page may not answer. */
const mostBlocked = 200
/** Longer than the reader takes, in milliseconds. */
const readWithin = 4_000

/** Each row a SIM ID and what stands beside it. */
function workbook(rows: number, note: () => string): Uint8Array {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`
  return workbookOf(
    row('SIM ID', 'Note') + Array.from({ length: rows }, () => row('8901170000000000013', note())).join(''),
  )
}

const files = {
  'notes.xlsx': () => workbook(90, () => randomBytes(75_000).toString('base64')),
  'rows.xlsx': () => workbook(250_000, () => randomBytes(18).toString('base64')),
}

async function blockedBy(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`globalThis.tasks = []; globalThis.watching?.disconnect();
    globalThis.watching = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration)));
    watching.observe({ type: 'longtask' })`)
  await act()
  await page.waitForTimeout(readWithin)
  return page.evaluate('Math.max(0, ...tasks)')
}

async function measure(browser: Browser): Promise<void> {
  const removePrepared = await prepareWorld()
  const world = await World.create()
  const folder = await mkdtemp(join(tmpdir(), 'console-bench-'))
  try {
    const figures = []
    for (const [name, made] of Object.entries(files)) {
      const file = join(folder, name)
      const content = made()
      await writeFile(file, content)
      // A tab of its own: what a list brought stays in one.
      const page = await browser.newPage({
        baseURL: world.consoleUrl,
        viewport: { width: 1440, height: 900 },
      })
      await world.signIn(page)
      const [reading, still]: [number[], number[]] = [[], []]
      for (const path of screens) {
        await page.goto(path)
        await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
        // The refresh of every start is over.
        await page.waitForTimeout(1_500)
        still.push(await blockedBy(page, async () => {}))
        // By its path: the browser opens it itself, as when somebody chooses it.
        const choose = () => page.locator('input[type=file]').first().setInputFiles(file)
        reading.push(await blockedBy(page, choose))
      }
      figures.push({
        what: `longest task of the page while ${name} is read (${(content.length / 2 ** 20).toFixed(1)} MiB), the worst of ${screens.length} screens`,
        measured: Math.max(...reading),
        unit: 'ms' as const,
        baseline: { what: 'nothing read; a shorter one is none', value: Math.max(50, ...still) },
        budget: { kind: 'at-most' as const, value: mostBlocked },
      })
    }
    print('Files read beside the page', figures)
  } finally {
    await rm(folder, { recursive: true })
    await world.destroy()
    await removePrepared()
  }
}

const browser = await chromium.launch(config.use?.launchOptions)
try {
  await measure(browser)
} finally {
  await browser.close()
}
