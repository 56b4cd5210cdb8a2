import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** npm run task -- test:proxies: what the samples of nginx and HAProxy promise, seen in running programs. No part of `npm test`. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    include: ['deploy/proof/*.proof.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    globalSetup: ['apps/server/src/testing/database-setup.ts'],
  },
})
