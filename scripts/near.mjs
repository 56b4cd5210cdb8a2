// npm run test:near [-- --base REV]: type check, lint and the tests near what has changed since the last commit (or REV).
import { execFileSync, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { importGraph } from './lib/import-graph.ts'
import { nearSpecs, nearTests } from './lib/near-tests.ts'
import { giveUp, productEnvironment, root } from './lib/toolchain.mjs'

/** So that it takes seconds; the nearest come first. */
const mostFiles = 8

const { base } = options()
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]
if (changed.length === 0) {
  console.log(`Nothing has changed since ${base}.`)
  process.exit(0)
}

const tests = nearTests(importGraph(root), changed)
const chosen = tests.slice(0, mostFiles)
const passed = await Promise.all([
  part('type check', 'npm', ['run', '--silent', 'typecheck']),
  part('lint', 'npm', ['run', '--silent', 'lint']),
  ...(chosen.length > 0
    ? [part('tests', 'vitest', ['run', '--reporter=dot', '--project=!programs', ...chosen])]
    : []),
])

const left = tests.length - chosen.length
if (chosen.length === 0) console.log('No unit or server test is near this change.')
if (left > 0)
  console.log(
    `Not run: ${left} more test files that this change may reach. The next of them: npx vitest run ${tests.slice(mostFiles, 2 * mostFiles).join(' ')}`,
  )
const browser = nearSpecs(
  git('ls-files', '--cached', '--others', '--exclude-standard', 'e2e/*.spec.ts'),
  changed,
)
if (browser.length > 0)
  console.log(`In the browser: npm run build && npx playwright test ${browser.join(' ')}`)
process.exitCode = passed.every(Boolean) ? 0 : 1

function options() {
  try {
    return parseArgs({ options: { base: { type: 'string', default: 'HEAD' } } }).values
  } catch (error) {
    return giveUp(`${error.message} Usage: npm run test:near [-- --base REV]`)
  }
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  } catch {
    return giveUp(`git ${args.join(' ')} failed: see its message above. Nothing was checked.`)
  }
}

/** Runs one part beside the others and prints what it said in one piece; resolves to whether it passed. */
function part(name, command, args) {
  const began = performance.now()
  return new Promise((done) => {
    const env = productEnvironment(undefined, { TEST_DATABASES: 'one' })
    const child = spawn(command, args, { cwd: root, env })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
    child.once('error', (error) => giveUp(`${command} could not be started: ${error.message}`))
    child.once('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`--- ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
      if (code !== 0) console.log(Buffer.concat(said).toString().trim())
      else if (name === 'tests') console.log(chosen.map((path) => `    ${path}`).join('\n'))
      done(code === 0)
    })
  })
}
