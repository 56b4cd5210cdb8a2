import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { forTests, startCluster, type TemporaryCluster } from './postgres-cluster.ts'
import { findPrograms, followData } from './postgres-programs.ts'

/** A primary and a standby that follows it, by streaming replication. */
export interface Pair {
  first: TemporaryCluster
  second: TemporaryCluster
  /** Both hosts in one address, the standby first, so that the order alone finds nothing. */
  url: string
  /** Until the standby has all that the primary has. */
  caughtUp(): Promise<void>
  /** The first one stands still, until it is stopped. */
  hang(): { resume(): void }
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Why there can be no pair; undefined where there can. */
export const whyNoPair = (): string | undefined => (findPrograms() ? undefined : 'no PostgreSQL is installed')

/** @param further settings of both, as `-c` takes them */
export async function startPair(further: readonly string[] = []): Promise<Pair> {
  const settings = [...forTests, 'wal_level=replica', 'wal_keep_size=64MB', ...further]
  const first = await started(startCluster(settings))
  const second = await started(startCluster(settings, followData(first.url))).catch(async (error) => {
    await first.stop()
    throw error
  })
  let hanging: { resume(): void } | undefined
  const hosts = [second, first].map(({ url }) => new URL(url).host).join(',')
  return {
    first,
    second,
    url: `postgres://postgres:s3cret%2F%40@${hosts}/postgres?connect_timeout=2&target_session_attrs=read-write`,
    async caughtUp() {
      const behind =
        'select count(*)::int as n from pg_stat_replication where replay_lsn = pg_current_wal_insert_lsn()'
      while ((await ask<{ n: number }>(first, behind))?.n !== 1) await pause(50)
    },
    hang() {
      hanging = first.stopStill()
      return hanging
    },
    async promote() {
      await ask(second, 'select pg_promote()')
    },
    async stop() {
      hanging?.resume()
      await Promise.all([first.stop(), second.stop()])
    },
  }
}

async function started(starting: Promise<TemporaryCluster | string>): Promise<TemporaryCluster> {
  const cluster = await starting
  if (typeof cluster === 'string') throw new Error(cluster)
  return cluster
}

async function ask<R extends object>({ url }: TemporaryCluster, text: string): Promise<R | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<R>(text)
  await client.end()
  return rows[0]
}
