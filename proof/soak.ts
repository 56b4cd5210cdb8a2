// npm run task -- soak [--minutes 30 --agents 40]: agents work at two servers without any trouble, while memory and open files
// of each server are looked at. Ends with 1 where either grows, or an answer was wrong.
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chaos } from './support/chaos.ts'
import type { Stage } from './support/stage.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, agents: { type: 'string', default: '40' } },
})
const seconds = Number(values.minutes) * 60
/** What is compiled, opened and cached first counts for nothing. */
const warmUp = 1 / 3
/** Between the middle third and the last one: what a heap that is collected now and then may differ by. */
const most = { megabytes: 15, share: 0.06, files: 8 }

interface Look {
  at: number
  megabytes: number
  files: number
}

const looks: Look[][] = []
const begun = Date.now()
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(5)} s  ${line}`)

function look({ servers }: Stage): void {
  for (const [i, { pid }] of servers.entries()) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
    const files = readdirSync(`/proc/${pid}/fd`).length
    const ofServer = looks[i] ?? []
    looks[i] = ofServer
    ofServer.push({ at: (Date.now() - begun) / 1_000, megabytes, files })
  }
  if ((looks[0]?.length ?? 0) % 12 === 1)
    say(
      looks.map((each) => `${each.at(-1)?.megabytes.toFixed(0)} MB, ${each.at(-1)?.files} files`).join('; '),
    )
}

const { verdict, ledger } = await chaos({
  seconds,
  agents: Number(values.agents),
  thinksMs: 1_000,
  delayPercent: 20,
  troubles: [],
  everyFiveSeconds: look,
  say,
})

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN
let isFlat = true
for (const [i, ofServer] of looks.entries()) {
  const after = ofServer.slice(Math.floor(ofServer.length * warmUp))
  const [earlier, later] = [after.slice(0, after.length >> 1), after.slice(after.length >> 1)]
  const figures = { earlier: of(earlier), later: of(later) }
  const room = Math.max(most.megabytes, figures.earlier.megabytes * most.share)
  const flat =
    figures.later.megabytes - figures.earlier.megabytes <= room &&
    figures.later.files - figures.earlier.files <= most.files
  isFlat &&= flat
  console.log(
    `server ${i + 1}: ${figures.earlier.megabytes.toFixed(0)} MB and ${figures.earlier.files} open files in the middle third, ` +
      `${figures.later.megabytes.toFixed(0)} MB and ${figures.later.files} in the last: ${flat ? 'flat' : 'GROWS'}`,
  )
}
const faults = Object.values(verdict).flat()
console.log(
  `${ledger.answers.done} calls done, ${ledger.answers.refused} refused; ${faults.length} lost, twice or wrong`,
)
for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`)
process.exit(isFlat && faults.length === 0 ? 0 : 1)

function of(list: readonly Look[]) {
  return {
    megabytes: median(list.map(({ megabytes }) => megabytes)),
    files: median(list.map(({ files }) => files)),
  }
}
