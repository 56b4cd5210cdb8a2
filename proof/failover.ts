// npm run task -- failover [--rounds 20 --agents 20 --asynchronous --between haproxy]: agents work at two servers while the primary of their database
// is killed, hangs, is shut down or is cut off without a word, and its standby is promoted. Ends with 1 where a promise breaks.
import { parseArgs } from 'node:util'
import { betweens, whyNot } from './support/between.ts'
import { failover } from './support/failover.ts'
import { ends } from './support/moving-database.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    agents: { type: 'string', default: '20' },
    /** How the primary goes away, in turn. */
    ends: { type: 'string', default: ends.join() },
    /** Commits do not wait for the standby: what is lost is counted, and breaks no promise. */
    asynchronous: { type: 'boolean', default: false },
    /** HAProxy, or PgBouncer in session mode before it, instead of both hosts in DATABASE_URL. */
    between: { type: 'string', default: 'nothing' },
    /** The servers of this folder instead, such as an earlier commit with its packages, for a comparison. */
    checkout: { type: 'string' },
  },
})

const between = betweens.find((each) => each === values.between)
const why = between ? whyNot(between) : `--between takes ${betweens.join(', ')}`
if (!between || why) {
  console.error(`Not tried: ${why}.`)
  process.exit(1)
}

const named = values.ends.split(',')
const inTurn = ends.filter((end) => named.includes(end))
if (inTurn.length !== named.length) {
  console.error(`Not tried: --ends takes some of ${ends.join(', ')}.`)
  process.exit(1)
}

const begun = Date.now()
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(4)} s  ${line}`)
const { rounds, verdict, ledger, brokenStreams, restarts } = await failover({
  ends: Array.from({ length: Number(values.rounds) }, (_, turn) => inTurn[turn % inTurn.length] ?? 'killed'),
  isSynchronous: !values.asynchronous,
  between,
  checkout: values.checkout,
  agents: Number(values.agents),
  thinksMs: 1_000,
  say,
})

const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b)
const middle = (list: readonly number[]) => sorted(list)[list.length >> 1]?.toFixed(0) ?? '–'
const worst = (list: readonly number[]) => sorted(list).at(-1)?.toFixed(0) ?? '–'

console.log(
  `\n${rounds.length} promotions, replication ${values.asynchronous ? 'asynchronous' : 'synchronous'}, between: ${between}; ` +
    `${ledger.answers.done} calls done, ${ledger.answers.refused} refused, ${ledger.acknowledged.size} acknowledged changes`,
)
console.log(
  '\n| primary | promotions | red after, median and worst (ms) | writes after, median and worst (ms) |',
)
console.log('|---|---|---|---|')
for (const how of [...ends, 'all'] as const) {
  const its = rounds.filter((round) => how === 'all' || round.how === how)
  const red = its.flatMap(({ redAfter }) => redAfter.map((ms) => ms ?? Number.POSITIVE_INFINITY))
  const writes = its.flatMap(({ writesAfter }) => writesAfter)
  console.log(
    `| ${how} | ${its.length} | ${middle(red)}, ${worst(red)} | ${middle(writes)}, ${worst(writes)} |`,
  )
}
const sum = (of: (round: (typeof rounds)[number]) => number) =>
  rounds.reduce((all, round) => all + of(round), 0)
const faults = {
  'answers of /readyz that said ready without a primary': sum(({ greens }) => greens),
  'entries written to a former primary': sum(({ writtenToFormer }) => writtenToFormer),
  'streams that broke': brokenStreams,
  restarts,
  lost: values.asynchronous ? 0 : verdict.lost.length,
  'done twice': verdict.twice.length,
  wrong: verdict.wrong.length,
}
console.log()
for (const [what, count] of Object.entries(faults)) console.log(`${what}: ${count}`)
if (values.asynchronous) console.log(`lost, which asynchronous replication allows: ${verdict.lost.length}`)
for (const each of Object.values(verdict).flat().slice(0, 40)) console.log(`  ${each}`)
process.exit(Object.values(faults).every((count) => count === 0) ? 0 : 1)
