import { defineConfig } from '@playwright/test'
import { surroundings } from './e2e/support/chromium.ts'
import chromium from './playwright.config.ts'

/** The walk through all screens in Firefox, Playwright's own: part of `npm run task -- test:all` where it is there. */
export default defineConfig({
  ...chromium,
  projects: [{ name: 'Firefox' }],
  testMatch: 'walk.firefox.ts',
  use: { ...surroundings, browserName: 'firefox', screenshot: 'only-on-failure' },
})
