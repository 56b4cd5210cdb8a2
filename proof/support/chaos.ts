import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Agent } from './agents.ts'
import { Caller } from './caller.ts'
import { Ledger } from './ledger.ts'
import { type Stage, type StageDatabase, setStage } from './stage.ts'
import type { Trouble } from './troubles.ts'
import { judge, type Verdict } from './verdict.ts'

interface Wish {
  seconds: number
  agents: number
  /** How long an agent thinks between two calls, on the average. */
  thinksMs: number
  troubles: readonly Trouble[]
  /** How long the outside world takes, of what the demo's does. */
  delayPercent: number
  say(line: string): void
  /** What the servers work on; undefined: a PostgreSQL of its own. */
  database?: StageDatabase
  /** Looks at what runs, while the agents work. */
  everyFiveSeconds?(stage: Stage): void
}

export interface Outcome {
  verdict: Verdict
  ledger: Ledger
  /** From the end of a trouble's cause until both servers are ready and answer. */
  recoveries: { trouble: string; ms: number }[]
}

/** Agents work while one trouble after the other comes and goes; then what there is is held against what they were told. */
export async function chaos(wish: Wish): Promise<Outcome> {
  const { seconds, agents: count, thinksMs, troubles, say } = wish
  const stage = await setStage(wish.delayPercent, wish.database)
  try {
    const ledger = new Ledger()
    const listener = {
      answered: (kind: keyof Ledger['answers']) => void ledger.answers[kind]++,
      wrong: (what: string) => {
        ledger.wrong.push(what)
        say(`WRONG: ${what}`)
      },
      isOtherCommit: wish.database?.checkout !== undefined,
    }
    const caller = new Caller(stage.proxy ? [stage.proxy.url] : stage.servers.map(({ url }) => url), listener)
    say(stage.proxy ? 'nginx stands before two servers' : 'no nginx: agents turn to the other server')
    if (!stage.smallDisk) say('no disk of its own may be mounted here: none fills')
    const tokens = await Promise.all(
      Array.from({ length: count }, (_, number) => tokenOf(stage, `agent-${number}@example.com`)),
    )
    const over = new AbortController()
    const lasts = seconds * 1_000
    const working = tokens.map((token, number) =>
      new Agent({ number, caller, token, ledger, lasts, thinksMs }).work(over.signal),
    )
    const looking = setInterval(() => wish.everyFiveSeconds?.(stage), 5_000)
    const recoveries = await goThrough(stage, troubles, Date.now() + lasts, ledger, tokens[0] ?? '', say)
    clearInterval(looking)
    over.abort()
    await endDeadRuns(stage, ledger)
    await Promise.all(working)
    for (const line of stage.servers.flatMap(({ unexpected }) => unexpected)) say(line)
    say('the agents have ended; what there is is held against what they were told')
    const verdict = await judge(stage, ledger, caller, await tokenOf(stage, 'judge@example.com'))
    return { verdict, ledger, recoveries }
  } finally {
    await stage.stop()
  }
}

async function goThrough(
  stage: Stage,
  troubles: readonly Trouble[],
  end: number,
  ledger: Ledger,
  token: string,
  say: (line: string) => void,
): Promise<Outcome['recoveries']> {
  const recoveries: Outcome['recoveries'] = []
  await pause(3_000)
  for (let turn = 0; turn < troubles.length || Date.now() < end - 20_000; turn++) {
    const trouble = troubles[turn % troubles.length]
    if (!trouble) break
    const before = { ...ledger.answers }
    await trouble.make(stage)
    const ms = await untilWell(stage, token)
    recoveries.push({ trouble: trouble.name, ms })
    const { done, refused, none } = ledger.answers
    const meanwhile = `${done - before.done} done, ${refused - before.refused} refused, ${none - before.none} without an answer`
    say(`${trouble.name}: well ${(ms / 1_000).toFixed(1)} s after it (${meanwhile})`)
    await pause(4_000)
  }
  await pause(Math.max(0, end - Date.now()))
  return recoveries
}

/** The time of runs that died passes at once, so that agents do not wait 60 to 90 s to run their changes again. */
async function endDeadRuns({ databaseUrl }: Stage, { busy }: Ledger): Promise<void> {
  const client = new pg.Client(databaseUrl())
  await client.connect()
  await client.query(
    'update call_once set runs_until = clock_timestamp() where status is null and transaction_id = any($1)',
    [[...busy]],
  )
  await client.end()
}

/** @returns after how many milliseconds both servers are ready and answer from the database, three times in a row */
async function untilWell({ servers }: Stage, token: string): Promise<number> {
  const begun = Date.now()
  const headers = { authorization: `Bearer ${token}` }
  const well = async (url: string) => {
    const signal = AbortSignal.timeout(2_000)
    const paths = ['/readyz', '/api/simmanagement/v1/batches']
    const answers = await Promise.all(paths.map((path) => fetch(url + path, { headers, signal })))
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    return answers.every(({ status }) => status === 200)
  }
  let firstWell = 0
  for (let inARow = 0; inARow < 3; await pause(100)) {
    const answers = await Promise.all(servers.map(({ url }) => well(url).catch(() => false)))
    if (!answers.every(Boolean)) inARow = 0
    else if (inARow++ === 0) firstWell = Date.now()
    if (Date.now() - begun > 180_000)
      throw new Error('the servers are not well three minutes after the trouble')
  }
  return firstWell - begun
}

export const tokenOf = ({ keys }: Stage, email: string) =>
  keys.token({
    email,
    sub: email,
    name: email,
    resource_access: { 'support-console': { roles: ['support', 'eng-admin', 'auditor'] } },
  })
