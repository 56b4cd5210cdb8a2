// npm run task -- mutants AREA [FILE …] [--tests FILE …] [--workers N]: StrykerJS changes the code of an area in a copy of the checkout,
// and each change that no test notices is listed. With files (the ends of their paths) only those are changed, or asked.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { linkInto, makeScratch, root, runInScratch } from '../lib/scratch.ts'
import { areaOf, areas } from './areas.ts'
import { type MutationReport, summaryOf } from './report.ts'

/** Not among the packages of the checkout: 177 more, 61 MB, for what is run by hand. */
const packages = { '@stryker-mutator/core': '10.1.1', '@stryker-mutator/vitest-runner': '10.1.1' }
const cache = join(root, 'node_modules/.cache/support-console/mutants')

function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: [] },
  },
})
const [name = '', ...ends] = positionals
const area = areaOf(name)
if (!area)
  giveUp(`There is no area '${name}'. It is a folder of the server, or ${Object.keys(areas).join(', ')}.`)

const stryker = installed()
const folder = makeScratch()
// Inside of the copy, so that it finds the copy's Vitest.
mkdirSync(join(folder, '.stryker'))
linkInto(join(folder, '.stryker/node_modules'), stryker)

const results = join(cache, `${name.replaceAll('/', '-')}.json`)
forgetSurvivorsOfLoading()
writeFileSync(
  join(folder, 'stryker.config.json'),
  JSON.stringify({
    mutate: [...narrowed(area.mutate, ends), '!**/*.{test,facts}.ts', '!**/*-stage.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/plugin.ts'],
    // What is related is asked for each mutant again, and mutants of what a module does when it is loaded are lost.
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    // Sentences are held by the words of their tests; without one, each is a mutant.
    mutator: { excludedMutations: ['StringLiteral'] },
    inPlace: true,
    concurrency: Number(values.workers),
    incremental: true,
    incrementalFile: results,
    // It would ask TypeScript for what version 7 does not have.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    timeoutMS: 15_000,
    dryRunTimeoutMinutes: 20,
    reporters: ['progress-append-only'],
  }),
)
const code = await runInScratch(
  folder,
  ['.stryker/node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'stryker.config.json'],
  { MUTANTS_TESTS: JSON.stringify(narrowed(area.tests, values.tests)) },
)
if (code !== 0) process.exit(code)
console.log(summaryOf(area, JSON.parse(readFileSync(results, 'utf8')) as MutationReport).join('\n'))

function narrowed(globs: readonly string[], to: readonly string[]): readonly string[] {
  if (to.length === 0) return globs
  return globs.flatMap((glob) => to.map((end) => `${glob.slice(0, glob.lastIndexOf('/'))}/${end}`))
}

/** Of a mutant of what a module does when it is loaded Stryker would not see that a test is new. */
function forgetSurvivorsOfLoading(): void {
  if (!existsSync(results)) return
  const report = JSON.parse(readFileSync(results, 'utf8')) as MutationReport
  const files = Object.entries(report.files).map(([path, file]) => {
    const mutants = file.mutants.filter((mutant) => !mutant.static || mutant.status !== 'Survived')
    return [path, { ...file, mutants }]
  })
  writeFileSync(results, JSON.stringify({ ...report, files: Object.fromEntries(files) }))
}

/** The folder of its packages, which are fetched once. */
function installed(): string {
  const own = join(cache, 'stryker')
  const mark = join(own, 'installed.json')
  const wanted = JSON.stringify({ private: true, dependencies: packages })
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return join(own, 'node_modules')
  console.log('Fetching StrykerJS (once; needs the network)…')
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'package.json'), wanted)
  // Without its peers: Vitest is the checkout's.
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', own, '--legacy-peer-deps', '--loglevel=error'],
    {
      cwd: own,
      stdio: 'inherit',
    },
  )
  if (status !== 0) giveUp('StrykerJS could not be fetched: see the message of npm above.')
  writeFileSync(mark, wanted)
  return join(own, 'node_modules')
}
