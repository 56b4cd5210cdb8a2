// npm run task -- test:repeat [--times N]: all tests N times (10), each run whole, whatever failed before; names every test
// that ever failed, and in which runs. There are no retries: what fails once has a cause.
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { partsOf, testsOf } from './lib/figures.mjs'
import { checkStartingNode, ensureInstalled, giveUp, root, run } from './lib/toolchain.mjs'

const times = howOften()
checkStartingNode()
await ensureInstalled()
const logs = join(root, 'node_modules/.cache/support-console/repeat')
mkdirSync(logs, { recursive: true })
/** Title of a test to the runs in which it failed. */
const failures = new Map()
let broken = 0
const figures = mkdtempSync(join(tmpdir(), 'support-console-figures-'))
process.once('exit', () => rmSync(figures, { recursive: true }))
for (let nth = 1; nth <= times; nth++) {
  const folder = join(figures, String(nth))
  mkdirSync(folder)
  const log = openSync(join(logs, `run-${nth}.log`), 'w')
  const settings = { CHECK_FIGURES: folder }
  const status = await run('node', ['scripts/test.mjs', '--keep-going'], settings, ['ignore', log, log])
  const tests = testsOf(folder, root)
  const failed = tests.filter(({ state }) => state === 'failed')
  for (const { file, title } of failed) {
    const name = `${file}: ${title}`
    failures.set(name, [...(failures.get(name) ?? []), nth])
  }
  if (status !== 0) broken++
  const took = partsOf(folder).map(
    ({ name, wall, cpu }) => `${name} ${wall.toFixed(0)} s (CPU ${cpu?.toFixed(0) ?? '–'})`,
  )
  console.log(`run ${nth} of ${times}: ${tests.length} tests, ${failed.length} failed; ${took.join(', ')}`)
  for (const { file, title } of failed) console.log(`  ${file}: ${title}`)
}
for (const [name, runs] of failures) console.log(`failed in run ${runs.join(', ')}: ${name}`)
if (broken > 0) console.log(`What each run printed stands in ${logs}.`)
console.log(`${times - broken} of ${times} runs passed`)
process.exitCode = broken > 0 ? 1 : 0

function howOften() {
  try {
    const { values } = parseArgs({ options: { times: { type: 'string', default: '10' } } })
    if (!/^[1-9]\d{0,2}$/.test(values.times)) throw new Error(`'${values.times}' is no number of runs.`)
    return Number(values.times)
  } catch (error) {
    return giveUp(`${error.message} Usage: npm run task -- test:repeat [--times N]`)
  }
}
