import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { findViolations, rulesIn, type Where } from '../../apps/console/src/testing/violations.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe-core finds against its rules on the page as it stands, a line each. */
export async function violationsIn(page: Page, where: Where = {}): Promise<string[]> {
  // Called in the page itself: axe's wrapper for Playwright opens a page for each result, and carries every node that passed.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe)
  return page.evaluate(findViolations, where)
}

/** WCAG 2.2 AA by axe-core, in both themes; the theme is put back. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsIn(page, { only: rulesIn[colorScheme] }), `${colorScheme} theme`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}
