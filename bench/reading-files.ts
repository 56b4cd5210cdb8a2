// How long it takes until a file of up to ten megabytes is read or refused, on each screen that takes one, and how long the
// page is held up meanwhile, beside the same page while nothing is read. A real Chromium at the built console.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { hostileTexts, hostileWorkbooks } from '../apps/console/src/kit/workbook/hostile-files.facts.ts'
import { cell, workbookOf } from '../apps/console/src/kit/workbook/workbook-file.facts.ts'
import { type AtConsole, atConsole, openTab } from './support/at-console.ts'
import { type Figure, print } from './support/report.ts'

const screens = ['/simmanagement', '/search', '/']
/** So long a page may not answer, and a file may take. */
const mostBlocked = 200
const readWithin = 3000
/** For what the page does with a list, in milliseconds. */
const shownWithin = 1000

/** Each row a SIM ID and so many random bytes beside it, which no archive makes smaller. */
const workbook = (rows: number, bytes: number): Uint8Array =>
  workbookOf(
    Array.from(
      { length: rows },
      () => `<row>${cell('8901170000000000013')}${cell(randomBytes(bytes).toString('base64'))}</row>`,
    ).join(''),
  )
const hostile = (shape: string) => () => {
  const { most = 0, make = () => new Uint8Array() } = hostileWorkbooks[shape] ?? {}
  return make(most)
}

const files: Readonly<Record<string, () => Uint8Array | string>> = {
  '250,000 rows': () => workbook(250_000, 18),
  '450,000 rows': () => workbook(450_000, 18),
  '90 cells of 100,000 characters': () => workbook(90, 75_000),
  '90 cells of 136,000 characters': () => workbook(90, 102_000),
  '20 cells of 500,000 characters': () => workbook(20, 375_000),
  'numbers in 450,000 rows': hostile('rows without a SIM ID'),
  '2,900,000 cells in a row': hostile('cells of one row'),
  '1,000,000 shared texts': hostile('texts that cells share'),
  '1,000 sheets': hostile('far cells of many sheets'),
  'a bomb of 164 MB': hostile('elements of a bomb'),
  '24,000 lines of text': () => hostileTexts['SIM IDs']?.(23_800) ?? '',
}

interface Read {
  took: number
  blocked: number
}

async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`globalThis.tasks = []; globalThis.watching?.disconnect();
    globalThis.watching = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration)));
    watching.observe({ type: 'longtask' })`)
  await act()
  return page.evaluate('Math.max(0, ...tasks)')
}

/** In the page: how long each reader lived. */
const noteReaders = `globalThis.took = []
  globalThis.Worker = class extends Worker {
    began = performance.now()
    terminate() {
      super.terminate()
      took.push(performance.now() - this.began)
    }
  }`

async function readOn(page: Page, path: string, file: string): Promise<Read & { still: number }> {
  await page.goto(path)
  const chooser = page.locator('input[type=file]').first()
  await chooser.waitFor({ state: 'attached' })
  // The refresh of every start is over.
  await page.waitForTimeout(1500)
  const still = await longestTask(page, () => page.waitForTimeout(shownWithin))
  const blocked = await longestTask(page, async () => {
    // By its path: the browser opens it itself, as when someone chooses it.
    await chooser.setInputFiles(file)
    await page.waitForFunction(() => (globalThis as unknown as { took: number[] }).took.length > 0)
    await page.waitForTimeout(shownWithin)
  })
  return { took: await page.evaluate('Math.max(...took)'), blocked, still }
}

async function measureFile(there: AtConsole, file: string, what: string, size: number): Promise<Figure[]> {
  // A tab of its own: what a list brought stays in one.
  const page = await openTab(there)
  await page.addInitScript(noteReaders)
  const reads = []
  for (const path of screens) reads.push(await readOn(page, path, file))
  await page.close()
  const said = `${what} (${(size / 2 ** 20).toFixed(1)} MiB), the worst of ${screens.length} screens`
  return [
    {
      what: `${said}: until it is read or refused`,
      measured: Math.max(...reads.map(({ took }) => took)),
      unit: 'ms',
      budget: { kind: 'at-most', value: readWithin },
    },
    {
      what: `${said}: longest task of the page`,
      measured: Math.max(...reads.map(({ blocked }) => blocked)),
      unit: 'ms',
      baseline: {
        what: 'nothing read; a shorter one is none',
        value: Math.max(50, ...reads.map(({ still }) => still)),
      },
      budget: { kind: 'at-most', value: mostBlocked },
    },
  ]
}

await atConsole(async (there) => {
  const folder = await mkdtemp(join(tmpdir(), 'console-bench-'))
  try {
    const figures: Figure[] = []
    for (const [at, [what, made]] of Object.entries(files).entries()) {
      const content = made()
      const file = join(folder, `${at}.${typeof content === 'string' ? 'csv' : 'xlsx'}`)
      await writeFile(file, content)
      figures.push(...(await measureFile(there, file, what, content.length)))
    }
    print('Files read beside the page', figures)
  } finally {
    await rm(folder, { recursive: true })
  }
})
