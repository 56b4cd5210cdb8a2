import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import ours from '../../vitest.config.ts'

const { projects: _, sequence: __, ...test } = ours.test ?? {}

/** The tests of one area, in one project. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...test,
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]') as string[],
    environment: 'node',
    // A mutant of what a module does when it is loaded counts only where the module is loaded again.
    isolate: true,
  },
})
