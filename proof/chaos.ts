// npm run task -- chaos [--minutes 10 --agents 200]: simulated agents at two servers while servers, database and neighbours
// are killed, stopped and slowed, a clock jumps, and a disk fills. Ends with 1 where a write was lost, something was done
// twice, or an answer was wrong.
import { parseArgs } from 'node:util'
import { chaos } from './support/chaos.ts'
import { troubles } from './support/troubles.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    agents: { type: 'string', default: '200' },
    /** Only troubles whose name holds this. */
    only: { type: 'string', default: '' },
  },
})

const begun = Date.now()
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(4)} s  ${line}`)
const { verdict, ledger, recoveries } = await chaos({
  seconds: Number(values.minutes) * 60,
  agents: Number(values.agents),
  thinksMs: 3_000,
  delayPercent: 20,
  troubles: troubles.filter(({ name }) => name.includes(values.only)),
  say,
})

const { done, refused, none } = ledger.answers
console.log(
  `\n${done + refused + none} calls: ${done} done, ${refused} refused, ${none} without an answer; ` +
    `${ledger.acknowledged.size} acknowledged changes, ${ledger.batches.size} batches, ` +
    `${ledger.deactivated.size} single deactivations, ${ledger.claims.size} values held`,
)
console.log('\nUntil both servers are well again after (seconds: least, most)')
for (const name of new Set(recoveries.map(({ trouble }) => trouble))) {
  const times = recoveries.filter(({ trouble }) => trouble === name).map(({ ms }) => ms / 1_000)
  console.log(`  ${name}: ${Math.min(...times).toFixed(1)}, ${Math.max(...times).toFixed(1)}`)
}
for (const [what, list] of Object.entries(verdict)) {
  console.log(`\n${what}: ${list.length}`)
  for (const each of list.slice(0, 40)) console.log(`  ${each}`)
}
process.exit(Object.values(verdict).every((list) => list.length === 0) ? 0 : 1)
