// A process that plants faults in its copy of the checkout and runs tests there, one order after the other. Vitest stays
// up between them, so that a fault costs its tests alone: no start, no compiling of what it did not touch, no database.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createVitest, type TestCase, type TestModule } from 'vitest/node'
import { type Fault, plant } from './fault.ts'

export interface Order {
  tests: readonly string[]
  /** None: the tests as they stand. */
  fault?: Fault | undefined
}

/** The first failure, if there is one. */
export interface Answer {
  red?: string
}

const folder = process.cwd()
const isSpec = (path: string) => path.endsWith('.spec.ts')

const vitest = await createVitest({ root: folder, watch: false, bail: 1, reporters: [{}] })

// The launcher has put the programs of node_modules on the path; those of the copy come first.
process.env.PATH = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)

process.on('message', (order: Order) => void answer(order))
process.on('disconnect', () => void vitest.close().then(() => process.exit()))
process.send?.({})

async function answer({ tests, fault }: Order): Promise<void> {
  const path = fault && join(folder, fault.file)
  const source = path && readFileSync(path, 'utf8')
  if (!fault || !path || source === undefined) return tell(await firstFailure(tests))
  const put = (text: string) => {
    writeFileSync(path, text)
    vitest.invalidateFile(path)
  }
  put(plant(fault, source))
  try {
    tell(await firstFailure(tests))
  } finally {
    put(source)
  }
}

const tell = (red: string | undefined) => void process.send?.(red === undefined ? {} : { red })

async function firstFailure(tests: readonly string[]): Promise<string | undefined> {
  const units = tests.filter((path) => !isSpec(path))
  const failure = units.length > 0 ? await ofVitest(units) : undefined
  const specs = tests.filter(isSpec)
  return failure ?? (specs.length > 0 ? ofPlaywright(specs) : undefined)
}

async function ofVitest(tests: readonly string[]): Promise<string | undefined> {
  const paths = tests.map((path) => join(folder, path))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications(paths),
  )
  // It remembers the files of former runs, too.
  const asked = testModules.filter(({ moduleId }) => paths.includes(moduleId))
  for (const module of asked) {
    const failed = firstFailed(module)
    if (failed !== undefined) return failed
  }
  if (unhandledErrors.length > 0) return String(unhandledErrors[0])
  const missing = paths.find(
    (path) => !asked.some((module) => module.moduleId === path && module.state() === 'passed'),
  )
  return missing && `${missing}: nothing of it ran`
}

function firstFailed(module: TestModule): string | undefined {
  const failed: TestCase | undefined = module.children.allTests('failed').next().value
  if (failed) return `${module.relativeModuleId}: ${failed.fullName}`
  if (module.state() !== 'failed') return undefined
  return `${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'a hook of it failed'}`
}

/** A world serves the console as it was built. */
function ofPlaywright(specs: readonly string[]): string | undefined {
  const built = run('node', ['scripts/build.mjs'])
  if (built.status !== 0) return `the console could not be built: ${built.stderr.trim().slice(-300)}`
  const options = ['--workers=1', '--max-failures=1', '--reporter=line']
  const { status, stdout } = run('playwright', ['test', ...options, ...specs])
  if (status === 0) return undefined
  return /^\s+1\) (.*?)[\s─]*$/m.exec(stdout)?.[1] ?? `Playwright: ${stdout.trim().slice(-300)}`
}

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
