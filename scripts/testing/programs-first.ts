import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests that start whole programs; the longest first, so that none of them is what a run waits for at its end. */
export const programs = [
  'apps/server/src/programs/refused-starts.test.ts',
  'apps/server/src/programs/serve.test.ts',
  'apps/server/src/programs/import.test.ts',
  'apps/server/src/kills.test.ts',
  'proof/chaos.test.ts',
  'scripts/start.test.ts',
  'scripts/dev.test.ts',
  'apps/server/src/programs/data-folder.test.ts',
  'apps/server/src/programs/audit.test.ts',
  'apps/server/src/command-line.test.ts',
  'apps/server/src/programs/worker.test.ts',
  'apps/field/src/main.test.ts',
  'scripts/audit.test.ts',
  'scripts/import.test.ts',
]

/** Begins with the programs, in their order, and deals them out to the shards; the others follow as Vitest orders them. */
export class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [first, rest] = this.#parted(files)
    return [...first, ...(await super.sort(rest))]
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [first, rest] = this.#parted(files)
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {}
    return [...first.filter((_, place) => place % count === index - 1), ...(await super.shard(rest))]
  }

  #parted(files: readonly TestSpecification[]): [programs: TestSpecification[], others: TestSpecification[]] {
    const place = ({ moduleId }: TestSpecification) =>
      programs.indexOf(relative(this.ctx.config.root, moduleId).split(sep).join('/'))
    return [
      files.filter((file) => place(file) >= 0).sort((a, b) => place(a) - place(b)),
      files.filter((file) => place(file) < 0),
    ]
  }
}
