import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import ours from '../../vitest.config.ts'

const { projects: _, sequence: __, ...test } = ours.test ?? {}

/** A mutant ends with the first test that notices it: those without a database, then the short ones, are asked first. */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = ({ moduleId }: TestSpecification) => {
      const text = readFileSync(moduleId, 'utf8')
      return text.length + (/\/testing\/databases/.test(text) ? 1_000_000 : 0)
    }
    return files.sort((a, b) => costOf(a) - costOf(b))
  }
}

/** The tests of one area, in one project. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...test,
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]') as string[],
    environment: 'node',
    // What a mutant keeps from coming is waited for no longer than on a busy machine the rest takes.
    expect: { poll: { timeout: 10_000, interval: 50 } },
    // A mutant of what a module does when it is loaded counts only where the module is loaded again.
    isolate: true,
    sequence: { sequencer: CheapFirst },
  },
})
