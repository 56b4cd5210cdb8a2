import { setTimeout as pause } from 'node:timers/promises'
import { type Between, startHaproxy, startPgbouncer } from './between.ts'
import { chaos, type Outcome, tokenOf } from './chaos.ts'
import { type End, MovingDatabase } from './moving-database.ts'
import { durable, type Stage } from './stage.ts'
import { ServerWatch } from './watch-servers.ts'

interface Wish {
  /** How the primary goes away, one promotion after the other. */
  ends: readonly End[]
  /** Whether a commit waits for the standby. */
  isSynchronous: boolean
  /** What stands between the servers and both machines. */
  between?: Between
  /** Servers of another checkout, which know one address; it is moved with each promotion. */
  checkout?: string | undefined
  agents: number
  thinksMs: number
  say(line: string): void
}

/** One promotion, in milliseconds; one number for each server. */
export interface Round {
  how: End
  /** From the loss until /readyz said so; undefined: it never did. */
  redAfter: (number | undefined)[]
  /** How often /readyz said 'ready' between two seconds after the loss and the promotion. */
  greens: number
  /** From the new primary's first answer to the first acknowledged write. */
  writesAfter: number[]
  /** What was written to the former primary when it was back as it was, beside the new one. */
  writtenToFormer: number
}

export interface Moves extends Outcome {
  rounds: Round[]
  brokenStreams: number
  restarts: number
}

/** How long the servers get to say that they are not ready. */
const redWithin = 2_000

/** Agents work at two servers while the primary of their database goes away, again and again, and the standby is promoted. */
export async function failover(wish: Wish): Promise<Moves> {
  const database = await MovingDatabase.start(durable, wish.isSynchronous)
  const between = await stand(database, wish.checkout ? 'moved' : (wish.between ?? 'nothing'))
  const rounds: Round[] = []
  let watch: ServerWatch | undefined
  let pids: number[] = []
  let restarts = 0
  const troubles = wish.ends.map((how) => {
    return {
      name: `the primary is ${how}`,
      async make(stage: Stage) {
        watch ??= new ServerWatch(
          stage.servers.map(({ url }) => url),
          await tokenOf(stage, 'watch@example.com'),
        )
        if (pids.length === 0) pids = stage.servers.map(({ pid }) => pid)
        const round = await move(database, watch, how)
        rounds.push(round)
        if (rounds.length === wish.ends.length) watch.stop()
        restarts += stage.servers.filter(({ pid }, i) => pid !== pids[i]).length
        wish.say(
          `${how}: red after ${listed(round.redAfter)} ms, writes after ${listed(round.writesAfter)} ms`,
        )
      },
    }
  })
  const outcome = await chaos({
    seconds: 1,
    agents: wish.agents,
    thinksMs: wish.thinksMs,
    delayPercent: 3,
    troubles,
    say: wish.say,
    database: {
      url: between.url,
      direct: () => database.direct,
      checkout: wish.checkout,
      async stop() {
        watch?.stop()
        await between.stop()
        await database.stop()
      },
    },
  })
  return { ...outcome, rounds, brokenStreams: watch?.brokenStreams() ?? 0, restarts }
}

async function stand(database: MovingDatabase, between: Between | 'moved') {
  if (between === 'moved') return { url: await database.moved(), stop: async () => {} }
  if (between === 'nothing') return { url: database.url, stop: async () => {} }
  const haproxy = await startHaproxy(database.ports)
  return between === 'haproxy' ? haproxy : startPgbouncer(haproxy)
}

async function move(database: MovingDatabase, watch: ServerWatch, how: End): Promise<Round> {
  await pause(2_000)
  const lost = performance.now()
  const bringBack = await database.lose(how)
  await pause(redWithin + Math.random() * 3_000)
  const promoted = await database.promote()
  const greens = watch.greens(lost + redWithin, promoted)
  const writesAfter = await watch.writesAfter(lost, promoted)
  await bringBack()
  const before = await database.writtenToFormer()
  await pause(3_000)
  const writtenToFormer = (await database.writtenToFormer()) - before
  await database.replaceFormer()
  return { how, redAfter: watch.redAfter(lost), greens, writesAfter, writtenToFormer }
}

const listed = (list: readonly (number | undefined)[]) =>
  list.map((ms) => (ms === undefined ? '–' : ms.toFixed(0))).join(' and ')
