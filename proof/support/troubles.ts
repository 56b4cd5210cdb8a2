import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Stage } from './stage.ts'

/** What goes wrong for a while; resolves when its cause is over, not when everything is well again. */
export interface Trouble {
  name: string
  make(stage: Stage): Promise<void>
}

const either = ({ servers }: Stage) => servers[Math.random() < 0.5 ? 0 : 1]

async function faults(stage: Stage, wishes: readonly object[], ms: number): Promise<void> {
  const url = `${stage.fieldUrl}/control/faults`
  const headers = { 'content-type': 'application/json' }
  for (const wish of wishes) await fetch(url, { method: 'POST', headers, body: JSON.stringify(wish) })
  await pause(ms)
  await fetch(url, { method: 'DELETE' })
}

const carriers = ['att', 'verizon', 'aeris', 'wyless']
const others = ['mobile-broker', 'connector', 'remote-portal', 'csr-agent', 'pathfinder', 'webconnect']
const neighbours = [...carriers, ...others]

const killServer: Trouble = {
  name: 'a server is killed',
  async make(stage) {
    const server = either(stage)
    await server.end('SIGKILL')
    await pause(2_000)
    await server.start()
  },
}

const crashDatabase: Trouble = {
  name: 'PostgreSQL is killed',
  make: async ({ cluster }) => cluster?.crash(),
}

const halfOfTheFaults: Trouble = {
  name: 'neighbours cut, refuse and say 500',
  make: (stage) =>
    faults(
      stage,
      neighbours.flatMap((system) =>
        ['cut', 'refuse', '500'].map((fault) => ({ system, fault, share: 0.2 })),
      ),
      10_000,
    ),
}

/** In this order, again and again. */
export const troubles: readonly Trouble[] = [
  killServer,
  crashDatabase,
  halfOfTheFaults,
  {
    name: 'a server stands still for 15 s',
    async make(stage) {
      const server = either(stage)
      server.signal('SIGSTOP')
      await pause(15_000)
      server.signal('SIGCONT')
    },
  },
  {
    name: 'a server is replaced (SIGTERM)',
    async make(stage) {
      const server = either(stage)
      await server.end('SIGTERM')
      await server.start()
    },
  },
  {
    name: 'PostgreSQL stands still for 12 s',
    async make({ cluster }) {
      const still = cluster?.stopStill()
      await pause(12_000)
      still?.resume()
    },
  },
  {
    name: 'one table is locked for 12 s',
    async make({ databaseUrl }) {
      const client = new pg.Client(databaseUrl())
      await client.connect()
      await client.query('begin; lock table sim in access exclusive mode')
      await pause(12_000)
      await client.end()
    },
  },
  {
    name: 'the outside world is killed',
    async make({ field }) {
      await field.stop('SIGKILL')
      await pause(4_000)
      await field.start()
    },
  },
  {
    name: 'neighbours hang',
    make: (stage) =>
      faults(
        stage,
        neighbours.map((system) => ({ system, fault: 'hang', share: 0.5 })),
        12_000,
      ),
  },
  {
    name: 'neighbours are slow',
    make: (stage) =>
      faults(
        stage,
        neighbours.map((system) => ({ system, fault: 'slow', seconds: 4 })),
        12_000,
      ),
  },
  {
    name: 'neighbours talk nonsense',
    make: (stage) =>
      faults(
        stage,
        neighbours.map((system) => ({ system, fault: 'garbage', share: 0.5 })),
        10_000,
      ),
  },
  {
    name: "a server's clock is an hour ahead for 15 s",
    async make(stage) {
      const server = either(stage)
      server.signal('SIGUSR2')
      await pause(15_000)
      server.signal('SIGUSR2')
    },
  },
  {
    name: "the sign-on's keys are away for 10 s",
    async make({ keys }) {
      keys.away(true)
      await pause(10_000)
      keys.away(false)
    },
  },
  {
    name: 'the disk of PostgreSQL is full for 10 s',
    async make({ cluster, smallDisk }) {
      if (!smallDisk || !cluster) return
      await cluster.outlive(async () => {
        const file = join(smallDisk, 'filler')
        await pipeline(zeros, createWriteStream(file)).catch(() => {})
        await pause(10_000)
        await rm(file)
      })
    },
  },
]

/** Those of the short form, which the check runs. */
export const shortTroubles: readonly Trouble[] = [killServer, crashDatabase, halfOfTheFaults]

async function* zeros() {
  const block = Buffer.alloc(1 << 20)
  for (;;) yield block
}
