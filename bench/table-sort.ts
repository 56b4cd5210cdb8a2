/**
 * How long a click on a header of the data table takes until the sorted rows are painted: 50,000 rows, a CPU four
 * times slower (bench/README.md). Builds and serves its own page.
 *
 *   node bench/table-sort.ts
 *
 * Beside it, on the same page and in the same run, the baseline: a plain React table that shows the first forty rows
 * of Array.sort with an Intl.Collator (apps/console/src/gallery/table-bench.tsx).
 */
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { median, print } from './support/report.ts'

const budget = 250
const throttle = 4
const rounds = 5
const consoleFolder = join(import.meta.dirname, '..', 'apps', 'console')
const columns = ['Company name', 'SAP Company ID', 'Sales region', 'SIMs'] as const

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Builds the page with the console's own configuration into a folder. */
async function build(folder: string): Promise<void> {
  const { build: viteBuild } = await import('vite')
  await viteBuild({
    root: consoleFolder,
    configFile: join(consoleFolder, 'vite.config.ts'),
    logLevel: 'error',
    build: {
      outDir: relative(consoleFolder, folder),
      emptyOutDir: true,
      rolldownOptions: { input: 'table-bench.html' },
    },
  })
}

/** Serves a folder on a free port of this machine. */
async function serve(folder: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname)
    if (!path.startsWith(folder) || !existsSync(path)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'",
    })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/table-bench.html`, server }
}

/** Milliseconds from a click on a column's header until the frame with the new order is painted. */
const clickAndPaint = (page: Page, column: string, table: string): Promise<number> =>
  page.evaluate(`clickAndPaint(${JSON.stringify(column)}, ${JSON.stringify(table)})`)

async function openPage(browser: Browser, url: string, isPrepared: boolean): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  if (!isPrepared) {
    // The browser is never idle: the click comes before anything could be prepared.
    await page.addInitScript('window.requestIdleCallback = () => 0')
  }
  await page.goto(url)
  await page.getByRole('table', { name: 'Many companies' }).getByRole('row').nth(5).waitFor()
  if (isPrepared) await page.waitForTimeout(1500)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return page
}

interface Figures {
  cold: number[]
  first: number[]
  flip: number[]
  plain: number[]
}

async function measure(browser: Browser, url: string): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>(
    columns.map((column) => [column, { cold: [], first: [], flip: [], plain: [] }]),
  )
  const ours = 'table:not(#plain)'
  for (let round = 0; round < rounds; round++) {
    for (const column of columns) {
      const page = await openPage(browser, url, false)
      figures.get(column)?.cold.push(await clickAndPaint(page, column, ours))
      await page.close()
    }
    const page = await openPage(browser, url, true)
    await page.evaluate('showPlainTable()')
    await page.locator('#plain').waitFor()
    for (const column of columns) {
      const of = figures.get(column)
      of?.first.push(await clickAndPaint(page, column, ours))
      of?.flip.push(await clickAndPaint(page, column, ours))
      of?.plain.push(await clickAndPaint(page, column, '#plain'))
    }
    await page.close()
  }
  return figures
}

function report(figures: Map<string, Figures>): void {
  const worst = (values: readonly number[]) => `worst ${Math.max(...values).toFixed(0)}`
  for (const [column, { cold, first, flip, plain }] of figures) {
    const baseline = { what: 'plain table', value: median(plain) }
    const figure = (what: string, values: readonly number[]) => ({
      what: `by ${column}, ${what}, ${worst(values)}`,
      measured: median(values),
      unit: 'ms',
      baseline,
    })
    const budgeted = (what: string, values: readonly number[]) => {
      if (median(values) > budget) process.exitCode = 1
      return { ...figure(what, values), budget: { kind: 'at-most', value: budget } as const }
    }
    print(`Sorting 50,000 rows by ${column}, CPU ${throttle} times slower, median of ${rounds}`, [
      budgeted('first click', first),
      budgeted('the other direction', flip),
      // No budget: a click in the first moments, before the browser was idle once. Nothing is ready or compiled.
      figure('click before anything could be prepared', cold),
    ])
  }
}

async function printSize(folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  const packed = (await readdir(assets)).filter((file) => /^data-table.*\.(?:js|css)\.br$/.test(file))
  const sizes = await Promise.all(packed.map(async (file) => (await stat(join(assets, file))).size))
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  console.log(
    `The table's own chunk, loaded with the first screen that has a table: ${kilobytes.toFixed(1)} kB brotli`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'table-bench-'))
let browser: Browser | undefined
let server: Server | undefined
try {
  await build(folder)
  const served = await serve(folder)
  server = served.server
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
  report(await measure(browser, served.url))
  await printSize(folder)
} finally {
  await browser?.close()
  server?.close()
  await rm(folder, { recursive: true, force: true })
}
