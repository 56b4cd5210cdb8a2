import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Programs are compiled once for all the processes that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/support-console/compiled')

const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    // What they wait for comes at once on a machine that is at rest; these are for one that is not.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // Most of them wait for a socket or a database, not for the processor.
    maxWorkers: 5,
    // Two projects, so that only the server's tests wait for databases.
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude,
          environment: 'node',
          globalSetup: ['apps/server/src/testing/database-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'others',
          include: [
            'packages/**/*.test.ts',
            'apps/field/**/*.test.ts',
            'apps/console/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'e2e/**/*.test.ts',
          ],
          exclude,
          environment: 'node',
        },
      },
    ],
  },
})
