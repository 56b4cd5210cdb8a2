import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary: string }[]
}

/** What fades or moves in has come to rest; while it does, its colours are not what anybody reads. A turning arc never does. */
const atRest = `Promise.all(document.getAnimations()
  .filter((each) => each.playState === 'running' && Number.isFinite(each.effect?.getComputedTiming().endTime))
  .map((each) => each.finished.catch(() => {})))`

/**
 * What axe-core finds against its rules on the page as it stands, a line each; `include`: only within these CSS
 * selectors. Frames of others are left out: the console's only ones are keycloak-js's, which nobody sees.
 */
export async function violationsIn(
  page: Page,
  { include, tags }: { include?: readonly string[]; tags?: readonly string[] } = {},
): Promise<string[]> {
  // Called in the page itself: axe's wrapper for Playwright opens a page for each result, and carries every node that passed.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe)
  await page.evaluate(atRest)
  const context = include ? JSON.stringify({ include: include.map((selector) => [selector]) }) : 'document'
  const options = {
    resultTypes: ['violations'],
    iframes: false,
    // Naming elements by a selector takes as long as the check; their HTML names them too.
    selectors: false,
    ...(tags && { runOnly: { type: 'tag', values: tags } }),
  }
  const found = await page.evaluate<Violation[]>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return found.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n  ')}`,
  )
}

/** WCAG 2.2 AA by axe-core, in both themes; the theme is put back. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsIn(page, { tags: rules }), `${colorScheme} theme`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
