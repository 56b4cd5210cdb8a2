import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium, surroundings } from './e2e/support/chromium.ts'

// Where the check's figures are kept (scripts/lib/figures.mjs).
const report = process.env.CHECK_FIGURES && join(process.env.CHECK_FIGURES, 'playwright.json')

// What uses more than the usual world.
const ofOtherWorlds = globSync('e2e/*.spec.ts', { cwd: import.meta.dirname }).filter((spec) =>
  /worldName: '(?!test')/.test(readFileSync(join(import.meta.dirname, spec), 'utf8')),
)

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  forbidOnly: true,
  workers: 2,
  // A retry would hide what a user meets; a test that needs one is mended.
  retries: 0,
  // What they wait for comes at once on a machine that is at rest; these are for one that is not.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // The second says what a failed test's page showed: in CI the log is all there is.
  reporter: [
    ['list'],
    ['./e2e/support/failure-reporter.ts'],
    ...(report ? [['json', { outputFile: report }] as const] : []),
  ],
  use: {
    ...surroundings,
    // What turns and slides is painted sixty times a second while a test waits, for a tenth of the run; `layout-shift` has it.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // A trace of every test costs a fifth of the run; `npx playwright test NAME --trace=on` makes the one that is wanted.
    trace: 'off',
    launchOptions: {
      ...chromium,
      // One process for all pages of a context, console's and provider's, which are one site; none made ahead.
      args: [...chromium.args, '--renderer-process-limit=1', '--disable-site-isolation-trials'],
    },
  },
  projects: [
    // One worker, so that each of their worlds is made once; first, so that no one waits for it at the end.
    { name: 'other worlds', workers: 1, testMatch: ofOtherWorlds.map((spec) => `**/${spec}`) },
    { name: 'usual world', testIgnore: ofOtherWorlds.map((spec) => `**/${spec}`) },
  ],
  globalSetup: './e2e/support/prepare-world.ts',
})
