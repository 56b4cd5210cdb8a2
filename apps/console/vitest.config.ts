import { existsSync } from 'node:fs'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium, surroundings } from '../../e2e/support/chromium.ts'
import { workers } from '../../scripts/testing/workers.ts'
import { emptyWithoutHtml } from './build/empty-without-html.ts'

const hasChromium = existsSync(chromium.executablePath)
if (!hasChromium)
  console.warn(
    `The widgets' tests are left out: there is no Chromium at ${chromium.executablePath}. Install it, or set ` +
      'CHROMIUM_PATH to a Chromium or Chrome (npm test gets it by itself as root on Debian).',
  )

const inPlaywright = playwright({
  launchOptions: chromium,
  contextOptions: { ...surroundings, permissions: ['clipboard-read', 'clipboard-write'] },
  actionTimeout: 60_000,
})

/** The widgets' tests (*.browser.test.tsx), each beside its widget: all in one page of one Chromium. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), optimizeLocales.vite({ locales: ['en-US'] })],
  // Style elements are Vite's way of serving styles; the policy of the tests (R20) lets pass those with its mark.
  html: { cspNonce: 'vite' },
  optimizeDeps: {
    // All that widgets and their tests use, so that the page is never loaded again in the middle of a run.
    include: [
      '@internationalized/date',
      '@tanstack/react-query',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      'axe-core',
      'fast-check',
      'fflate',
      'keycloak-js',
      'react',
      'react-aria-components/DateField',
      'react-aria-components/DatePicker',
      'react-aria-components/Dialog',
      'react-aria-components/Heading',
      'react-aria-components/I18nProvider',
      'react-aria/PortalProvider',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'react/jsx-dev-runtime',
      'saxen',
      'write-excel-file/universal',
    ],
    rolldownOptions: { plugins: [emptyWithoutHtml()] },
  },
  test: {
    name: 'widgets',
    include: hasChromium ? ['src/**/*.browser.test.tsx'] : [],
    setupFiles: ['src/testing/widgets.ts'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // One page for all files: each shows its widgets in it and takes them away again.
    isolate: false,
    // The number of the other projects, without which Vitest would run these after them, on one core of all.
    maxWorkers: workers,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: 180_000,
      viewport: surroundings.viewport,
      // As in Playwright's tests: a name is found by a part of it unless they say `exact`.
      locators: { exact: false },
      // One page at a time all the same, beside the others' workers.
      provider: {
        ...inPlaywright,
        providerFactory: (project) =>
          Object.assign(inPlaywright.providerFactory(project), { supportsParallelism: false }),
      },
      instances: [{ browser: 'chromium' }],
    },
  },
})
