// npm run task -- planted [AREA | AREA/DECLARATION …] [--list]: plants each fault in a copy of the checkout and names those
// that no test notices.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeScratch, root } from '../lib/scratch.ts'
import { chosen, nameOf } from './fault.ts'
import { faults } from './faults/index.ts'
import { readTree } from './plant.ts'

function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } })
const { faults: wanted, unknown } = chosen(faults, positionals)
if (unknown.length > 0) giveUp(`No fault and no area has the name ${unknown.join(', ')}. --list names them.`)
if (values.list) {
  for (const fault of wanted) console.log(`${nameOf(fault)}: ${fault.breaks}`)
  process.exit(0)
}

const plant = readTree(root)
const complaints = wanted.flatMap((fault) => {
  try {
    plant(fault)
    return []
  } catch (error) {
    return (error as Error).message
  }
})
if (complaints.length > 0) giveUp(complaints.join('\n'))

const folder = makeScratch()
const judge = spawn(process.execPath, [join(folder, 'scripts/planted/judge.ts'), ...positionals], {
  cwd: folder,
  // One kind of database shows most faults; `TEST_DATABASES=all` for both.
  env: { TEST_DATABASES: 'one', ...process.env },
  stdio: 'inherit',
  // Its own group, so that all that it has started can be ended with it.
  detached: true,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => judge.kill('SIGTERM'))
const [code] = await once(judge, 'exit')
try {
  if (judge.pid) process.kill(-judge.pid, 'SIGKILL')
} catch {
  // Nothing of it is left.
}
rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
process.exit(code ?? 1)
