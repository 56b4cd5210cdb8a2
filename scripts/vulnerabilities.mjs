// npm run task -- vulnerabilities: known faults of the packages that the product ships, as the registry knows them. 0: it knows none; 1: it
// names some; 2: it did not answer, so nothing is known.
import { spawnSync } from 'node:child_process'
import { shipped } from './lib/shipped.ts'
import { root } from './lib/toolchain.mjs'

const ours = new Set(shipped().map(({ name }) => name))
const { stdout } = spawnSync('npm', ['audit', '--json', '--audit-level=none'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 2 ** 26,
})
const report = parse(stdout)
if (!report?.vulnerabilities) {
  console.error(
    `The registry did not answer, so nothing is known: ${report?.message ?? report?.error?.summary ?? 'no word'}`,
  )
  process.exit(2)
}
const known = Object.values(report.vulnerabilities)
const shippedOnes = known.filter(({ name }) => ours.has(name))
for (const { name, severity, range, via } of known)
  console.log(
    `${ours.has(name) ? '✗' : '·'} ${name} ${range} (${severity}): ${via.map((each) => each.title ?? each).join('; ')}`,
  )
console.log(
  `${shippedOnes.length} of the ${ours.size} packages that are shipped have known faults; of tools that are not shipped, ${known.length - shippedOnes.length}.`,
)
process.exitCode = shippedOnes.length > 0 ? 1 : 0

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
