// npm run task -- planted [AREA | AREA/DECLARATION …] [--list]: plants each fault in a copy of the checkout and names those
// that no test notices.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeScratch, root, runInScratch } from '../lib/scratch.ts'
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
process.exit(await runInScratch(folder, [join(folder, 'scripts/planted/judge.ts'), ...positionals]))
