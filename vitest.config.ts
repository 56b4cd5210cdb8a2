import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ProgramsFirst, programs } from './scripts/testing/programs-first.ts'
import { temporaryFolder } from './scripts/testing/temporary-folder.ts'
import { workers } from './scripts/testing/workers.ts'

// Programs are compiled once for all the processes that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/support-console/compiled')

process.env.TMPDIR ??= temporaryFolder()

/** Files one after the other in threads that live on: no test leaves anything behind that another one meets. */
const together = { pool: 'threads', isolate: false } as const

const exclude = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.tsx']

export default defineConfig({
  test: {
    // What they wait for comes at once on a machine that is at rest; these are for one that is not.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // What Chromium says when a size that was observed is answered in the next frame only.
    onConsoleLog: (log) => !log.includes('ResizeObserver loop'),
    maxWorkers: workers,
    // Once for all projects.
    globalSetup: ['apps/server/src/testing/database-setup.ts'],
    sequence: { sequencer: ProgramsFirst },
    projects: [
      'apps/console/vitest.config.ts',
      {
        extends: true,
        // What starts whole programs.
        test: {
          name: 'programs',
          include: programs,
          exclude,
          environment: 'node',
          setupFiles: ['apps/server/src/testing/bundled-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...together,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'proof/**/*.test.ts'],
          exclude: [...exclude, ...programs],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          ...together,
          name: 'others',
          include: [
            'packages/**/*.test.ts',
            'apps/field/**/*.test.ts',
            'apps/console/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'e2e/**/*.test.ts',
          ],
          exclude: [...exclude, ...programs],
          environment: 'node',
        },
      },
    ],
  },
})
