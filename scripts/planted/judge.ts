// Plants faults in the copy of the checkout that it stands in, one after the other. Vitest stays up between them, so that a
// fault costs its tests alone: no start, no compiling of what it did not touch, no database.
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node'
import { chosen } from './fault.ts'
import { faults } from './faults/index.ts'
import { type Planted, readTree } from './plant.ts'
import { type Judged, lineOf, summaryOf, type Verdict } from './report.ts'

/** So long may the tests of one fault run. Those that never end have noticed it too. */
const patienceMs = 15 * 60_000
/** So long may Vitest take to end. */
const endingMs = 20_000

const folder = process.cwd()
// The launcher has put the programs of node_modules on the path; those of the copy come first.
process.env.PATH = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)

let vitest: Vitest | undefined
const end = () => Promise.race([vitest?.close(), pause(endingMs)])
process.once('SIGTERM', () => void end().then(() => process.exit(1)))

const plant = readTree(folder)
const planned = chosen(faults, process.argv.slice(2)).faults.map((fault) => ({
  fault,
  planted: plant(fault),
}))

// Tests that are red without a fault prove nothing of one.
const files = [...new Set(planned.flatMap(({ planted }) => planted.tests))]
const redOf = new Map<string, string>()
for (const path of files) {
  const red = await firstFailure([path])
  if (red !== undefined) redOf.set(path, red)
}
console.log(`${files.length - redOf.size} of ${files.length} test files are green without a fault.`)

const judged: Judged[] = []
for (const { fault, planted } of planned) {
  const each = { fault, verdict: await verdictOn(planted) }
  judged.push(each)
  console.log(lineOf(each))
}
const { lines, fails } = summaryOf(judged)
console.log(`\n${lines.join('\n')}`)
await end()
process.exit(fails ? 1 : 0)

async function verdictOn({ path, text, tests }: Planted): Promise<Verdict> {
  const red = tests.flatMap((test) => redOf.get(test) ?? [])[0]
  if (red !== undefined) return { is: 'not judged', why: `without it already fails ${red}` }
  const source = readFileSync(join(folder, path), 'utf8')
  put(path, text)
  try {
    const by = await firstFailure(tests)
    return by === undefined ? { is: 'survived' } : { is: 'killed', by }
  } finally {
    put(path, source)
  }
}

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text)
  vitest?.invalidateFile(join(folder, path))
}

async function firstFailure(tests: readonly string[]): Promise<string | undefined> {
  const over = new AbortController()
  const late = pause(patienceMs, `tests that did not end within ${patienceMs / 60_000} minutes`, over)
  const ended = await Promise.race([failureOf(tests).then((red) => ({ red })), late])
  over.abort()
  if (typeof ended !== 'string') return ended.red
  await end()
  vitest = undefined
  return ended
}

async function failureOf(tests: readonly string[]): Promise<string | undefined> {
  vitest ??= await createVitest({ root: folder, watch: false, bail: 1, reporters: [{}] })
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
