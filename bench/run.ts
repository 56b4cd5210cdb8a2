// npm run bench [NAME …]: each bench in a process of its own, one after the other.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const library = new Set(['run.ts'])
const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !library.has(name))
  .map((name) => name.slice(0, -3))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}

const gibibytes = Math.round(totalmem() / 2 ** 30)
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${gibibytes} GiB`,
)
for (const name of asked.length > 0 ? asked : all) {
  const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/${name}.ts`], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
