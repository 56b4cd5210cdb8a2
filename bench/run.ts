// npm run task -- bench [NAME [NUMBER …] …]: each bench in a process of its own, one after the other. Its figures are kept on this
// machine; `--table` prints those of the last runs as rows for docs/performance.md, and runs none but those that are named.
// Numbers behind a name make it another size, whose figures are printed alone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keepFigures, readFigures, tableOf } from './support/kept-figures.ts'
import type { Figure } from './support/report.ts'

const library = new Set(['run.ts'])
const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !library.has(name))
  .map((name) => name.slice(0, -3))
const isTable = process.argv.includes('--table')
const words = process.argv.slice(2).filter((word) => word !== '--table')
const asked: { name: string; numbers: string[] }[] = []
for (const word of words)
  if (/^\d+$/.test(word)) asked.at(-1)?.numbers.push(word)
  else asked.push({ name: word, numbers: [] })
const unknown = asked.flatMap(({ name }) => (all.includes(name) ? [] : name))
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}

const gibibytes = Math.round(totalmem() / 2 ** 30)
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${gibibytes} GiB`,
)
/** The share of the processors that others use, by the second before a bench. */
async function usedByOthers(): Promise<number> {
  const times = () => {
    const all = cpus().map((cpu) => cpu.times)
    const idle = all.reduce((sum, each) => sum + each.idle, 0)
    return {
      idle,
      all: all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
    }
  }
  const before = times()
  await pause(1_000)
  const after = times()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
const chosen = asked.length > 0 || isTable ? asked : all.map((name) => ({ name, numbers: [] }))
for (const { name, numbers } of chosen) {
  const file = join(folder, name)
  writeFileSync(file, '')
  const [at, othersUsed] = [new Date().toISOString(), await usedByOthers()]
  const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/${name}.ts`, ...numbers], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_FIGURES: file },
  })
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  if (lines.length > 0 && numbers.length === 0)
    keepFigures(name, { at, othersUsed, figures: lines.map((line) => JSON.parse(line) as Figure) })
  if (status !== 0) process.exitCode = 1
}
rmSync(folder, { recursive: true })
if (isTable) console.log(`\n${tableOf(readFigures())}`)
