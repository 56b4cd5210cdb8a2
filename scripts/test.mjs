// npm test [-- --shard I/N] [--keep-going]: gets Chromium where it is missing, builds the console, runs every test. A shard
// is one of N even parts of both runners' tests, for N machines; who keeps going runs the browser tests whatever failed before.
import { parseArgs } from 'node:util'
import { ensureChromium } from './lib/chromium.mjs'
import { measured, reportOf } from './lib/figures.mjs'
import { checkStartingNode, ensureConsoleBuilt, ensureInstalled, giveUp, run } from './lib/toolchain.mjs'

const { shard, 'keep-going': keepGoing } = options()
checkStartingNode()
await ensureInstalled()
const settings = { CHROMIUM_PATH: ensureChromium() }
await ensureConsoleBuilt()

const ofShard = shard ? [`--shard=${shard}`] : []
const unit = await measured('unit and server tests', () =>
  run('vitest', ['run', ...ofShard, ...vitestReport(reportOf('vitest'))], settings),
)
if (unit !== 0 && !keepGoing) process.exit(unit)
const browser = await measured('browser tests', () => run('playwright', ['test', ...ofShard], settings))
process.exit(unit || browser)

function options() {
  try {
    const { values } = parseArgs({
      options: { shard: { type: 'string' }, 'keep-going': { type: 'boolean' } },
    })
    const [, part, parts] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(values.shard ?? '1/1') ?? []
    if (!part || Number(part) > Number(parts)) throw new Error(`'${values.shard}' is no shard.`)
    return values
  } catch (error) {
    return giveUp(`${error.message} Usage: npm test [-- --shard I/N] [--keep-going], as in --shard 1/2.`)
  }
}

function vitestReport(file) {
  return file ? ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`] : []
}
