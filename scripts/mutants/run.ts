// npm run task -- mutants [NAME|AREA …] [--list]: plants faults in a copy of this checkout, and says which no test notices.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createJudge, type Judge } from './ask-judge.ts'
import { chosen, complaintAbout, type Fault } from './fault.ts'
import { faults } from './faults/index.ts'
import { type Judged, lineOf, summaryOf, type Verdict } from './report.ts'
import { root } from './scratch.ts'

function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
})
const { faults: wanted, unknown } = chosen(faults, positionals)
if (unknown.length > 0) giveUp(`No fault and no area has the name ${unknown.join(', ')}. --list names them.`)
if (values.list) {
  for (const { name, expected, breaks } of wanted)
    console.log(`${expected === 'killed' ? ' ' : 's'} ${name}: ${breaks}`)
  process.exit(0)
}

const complaints = wanted.flatMap((fault) => complaintAbout(fault, sourceOf(fault)) ?? [])
if (complaints.length > 0) giveUp(complaints.join('\n'))

function sourceOf({ file }: Fault): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

const judges = Array.from({ length: Math.max(1, Number(values.workers)) }, createJudge)
const closeAll = () => Promise.all(judges.map((judge) => judge.close()))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(1)))

/** Each judge takes the next one as soon as it is free. */
async function shareOut<Item>(items: readonly Item[], work: (item: Item, judge: Judge) => Promise<void>) {
  const left = [...items]
  await Promise.all(
    judges.map(async (judge) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item, judge)
    }),
  )
}

// Tests that are red without a fault prove nothing of one.
const redOf = new Map<string, string>()
const files = [...new Set(wanted.flatMap((fault) => fault.tests))]
const judged: Judged[] = []
try {
  await shareOut(files, async (path, judge) => {
    const { red } = await judge.ask({ tests: [path] })
    if (red !== undefined) redOf.set(path, red)
  })
  console.log(`${files.length - redOf.size} of ${files.length} test files are green without a fault.`)
  await shareOut(wanted, async (fault, judge) => {
    const each = { fault, verdict: await verdictOn(fault, judge) }
    judged.push(each)
    console.log(lineOf(each))
  })
} finally {
  await closeAll()
}

async function verdictOn(fault: Fault, judge: Judge): Promise<Verdict> {
  const red = fault.tests.flatMap((path) => redOf.get(path) ?? [])[0]
  if (red !== undefined) return { is: 'not judged', why: `without it already fails ${red}` }
  const answer = await judge.ask({ tests: fault.tests, fault })
  return answer.red === undefined ? { is: 'survived' } : { is: 'killed', by: answer.red }
}

const { lines, fails } = summaryOf(judged)
console.log(`\n${lines.join('\n')}`)
process.exit(fails ? 1 : 0)
