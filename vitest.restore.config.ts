import { defineConfig } from 'vitest/config'

/** npm run task -- test:restore: back-ups made and restored, beside npm test (docs/data.md). */
export default defineConfig({
  test: {
    include: ['apps/server/src/testing/restore.proof.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: ['apps/server/src/testing/database-setup.ts'],
  },
})
