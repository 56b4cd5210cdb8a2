// node scripts/figures.mjs FOLDER: what the check in that folder took (lib/figures.mjs), and how many tests it ran.
import { partsOf, testsOf } from './lib/figures.mjs'
import { root } from './lib/toolchain.mjs'

const slowest = 20

const [folder] = process.argv.slice(2)
const parts = partsOf(folder)
const tests = testsOf(folder, root)

const seconds = (value) => (value === undefined ? '–' : value.toFixed(1)).padStart(9)
const sum = (values) => values.reduce((all, value) => all + (value ?? 0), 0)

console.log('\n--- what it took      wall s    CPU s (of the whole machine)')
for (const { name, wall, cpu } of [...parts, total()])
  console.log(name.padEnd(20), seconds(wall), seconds(cpu))

const files = new Map()
for (const test of tests) files.set(test.file, [...(files.get(test.file) ?? []), test])
const byTime = [...files]
  .map(([file, those]) => ({ file, count: those.length, took: sum(those.map((test) => test.seconds)) }))
  .sort((a, b) => b.took - a.took)
console.log(
  `\n--- the ${Math.min(slowest, byTime.length)} slowest of ${byTime.length} test files (wall s, tests)`,
)
for (const { file, count, took } of byTime.slice(0, slowest))
  console.log(seconds(took), String(count).padStart(5), ` ${file}`)

const count = (state) => tests.filter((test) => test.state === state).length
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)

function total() {
  const known = parts.every(({ cpu }) => cpu !== undefined)
  return {
    name: 'all',
    wall: sum(parts.map(({ wall }) => wall)),
    cpu: known ? sum(parts.map(({ cpu }) => cpu)) : undefined,
  }
}
