import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startCluster, type TemporaryCluster } from '../../apps/server/src/testing/postgres-cluster.ts'
import { followData } from '../../apps/server/src/testing/postgres-programs.ts'
import { type Relay, startRelay } from './relay.ts'

/** How a primary goes away. */
export const ends = ['killed', 'hanging', 'shut down', 'cut off'] as const
export type End = (typeof ends)[number]

interface Machine {
  cluster: TemporaryCluster
  relay: Relay
}

/** Two machines with streaming replication, of which one takes writes; each keeps its address whatever runs on it. */
export class MovingDatabase {
  readonly #settings: readonly string[]
  readonly #isSynchronous: boolean
  #primary: Machine
  #standby: Machine
  #moved: Relay | undefined

  private constructor(
    primary: Machine,
    standby: Machine,
    settings: readonly string[],
    isSynchronous: boolean,
  ) {
    this.#primary = primary
    this.#standby = standby
    this.#settings = settings
    this.#isSynchronous = isSynchronous
  }

  /** @param settings of both servers, as `-c` takes them */
  static async start(settings: readonly string[], isSynchronous: boolean): Promise<MovingDatabase> {
    const all = [...settings, 'wal_keep_size=256MB', 'wal_log_hints=on', 'wal_receiver_timeout=5s']
    const primary = await machine(startCluster(all))
    const standby = await machine(startCluster(all, followData(primary.cluster.url)))
    const database = new MovingDatabase(primary, standby, all, isSynchronous)
    await database.#attach()
    return database
  }

  /** Of both machines, in an order that never changes. */
  get ports(): number[] {
    return [this.#primary, this.#standby].map(({ relay }) => relay.port).sort((a, b) => a - b)
  }

  /** Both in one address. */
  get url(): string {
    const hosts = this.ports.map((port) => `127.0.0.1:${port}`).join()
    return `postgres://postgres@${hosts}/postgres?connect_timeout=2&target_session_attrs=read-write`
  }

  /** One address that is moved to the new primary with each promotion, as a name or a virtual address is. */
  async moved(): Promise<string> {
    this.#moved ??= await startRelay(this.#primary.relay.port)
    return `postgres://postgres@127.0.0.1:${this.#moved.port}/postgres`
  }

  /** The primary of now, past its relay. */
  get direct(): string {
    return this.#primary.cluster.url
  }

  /** @returns what brings the former primary back as it was, which then takes writes beside the new one */
  async lose(how: End): Promise<() => Promise<void>> {
    const { cluster, relay } = this.#primary
    if (how === 'hanging') {
      const still = cluster.stopStill()
      return async () => still.resume()
    }
    if (how === 'cut off') {
      relay.cut()
      return async () => relay.heal()
    }
    const { up } = await cluster.down(how === 'killed' ? 'killed' : 'fast')
    return up
  }

  /** @returns when the new primary first said that it takes writes, on `performance.now` */
  async promote(): Promise<number> {
    const client = new pg.Client(this.#standby.cluster.url)
    await client.connect()
    await client.query('select pg_promote(false)')
    for (;;) {
      const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
      if (!rows[0]?.recovers) break
      await pause(5)
    }
    const at = performance.now()
    await client.end()
    const former = this.#primary
    this.#primary = this.#standby
    this.#standby = former
    // New connections go there; who is cut off is not told.
    this.#moved?.moves(this.#primary.relay.port)
    return at
  }

  /** How many entries the audit trail of the former primary has. */
  async writtenToFormer(): Promise<number> {
    const client = new pg.Client(this.#standby.cluster.url)
    await client.connect()
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from user_action')
    await client.end()
    return rows[0]?.n ?? 0
  }

  /** The former primary goes for good, and a new standby takes its place and address. */
  async replaceFormer(): Promise<void> {
    const { relay, cluster } = this.#standby
    relay.cut()
    await cluster.stop()
    this.#standby.cluster = await started(startCluster(this.#settings, followData(this.#primary.cluster.url)))
    relay.aim(Number(new URL(this.#standby.cluster.url).port))
    relay.heal()
    await this.#attach()
  }

  /** Until the standby follows; synchronous from then on, where that was wished for. */
  async #attach(): Promise<void> {
    if (this.#isSynchronous) {
      // Once it is promoted it has no standby to wait for.
      await alone(this.#standby.cluster.url, "alter system set synchronous_standby_names = ''")
      await alone(this.direct, "alter system set synchronous_standby_names = '*'")
    }
    const client = new pg.Client(this.direct)
    await client.connect()
    for (;;) {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_replication where state = 'streaming' and ($1 or sync_state = 'sync')",
        [!this.#isSynchronous],
      )
      if (rows[0]?.n === 1) break
      await pause(50)
    }
    await client.end()
  }

  async stop(): Promise<void> {
    await this.#moved?.close()
    for (const { relay, cluster } of [this.#standby, this.#primary]) {
      await relay.close()
      await cluster.stop()
    }
  }
}

/** A setting, in force at once. */
async function alone(url: string, setting: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(setting)
  await client.query('select pg_reload_conf()')
  await client.end()
}

async function machine(starting: Promise<TemporaryCluster | string>): Promise<Machine> {
  const cluster = await started(starting)
  return { cluster, relay: await startRelay(Number(new URL(cluster.url).port)) }
}

async function started(starting: Promise<TemporaryCluster | string>): Promise<TemporaryCluster> {
  const cluster = await starting
  if (typeof cluster === 'string') throw new Error(cluster)
  return cluster
}
