import { join, resolve } from 'node:path'
import pg from 'pg'
import {
  type Cluster,
  startCluster,
  startKeptCluster,
} from '../../apps/server/src/testing/postgres-cluster.ts'
import { type BenchServer, startBenchServer } from './load.ts'

/**
 * A PostgreSQL of the bench's own; with BENCH_KEEP, a folder, one that is kept there with all that it was filled with, so
 * that the next run need not fill it. Otherwise why there is none.
 */
export async function startBenchCluster(): Promise<Cluster | string> {
  const folder = process.env.BENCH_KEEP
  if (!folder) return startCluster()
  const kept = join(resolve(folder), 'postgres')
  return (await startKeptCluster(kept)) ?? `the PostgreSQL in ${kept} is in use or cannot be reached`
}

/** Measures on that cluster and stops it; without one it says what was not measured, and why. */
export async function onCluster<Kind extends Cluster>(
  subject: string,
  cluster: Kind | string,
  measure: (cluster: Kind) => Promise<void>,
): Promise<void> {
  if (typeof cluster === 'string') return console.log(`${subject}: not measured, ${cluster}.`)
  try {
    await measure(cluster)
  } finally {
    await cluster.stop()
  }
}

/** @returns the address of an empty database in that cluster */
export async function newDatabase(clusterUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: clusterUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return clusterUrl.replace(/\/postgres$/, `/${name}`)
}

interface FilledDatabase {
  url: string
  server: BenchServer
  client: pg.Client
  /** When it was filled. */
  now: Date
}

/** A server of ours on a database of that name with what `fill` puts there; one that was filled before is taken as it is. */
export async function filledDatabase(
  cluster: Cluster,
  name: string,
  fill: (client: pg.Client, now: Date) => Promise<void>,
): Promise<FilledDatabase> {
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  const { rows } = await admin.query<{ filled: string | null }>(
    `select shobj_description(oid, 'pg_database') as filled from pg_database where datname = $1`,
    [name],
  )
  let filled = rows[0]?.filled
  if (!filled) {
    await admin.query(`drop database if exists ${name}`)
    await admin.query(`create database ${name}`)
  }
  const url = cluster.url.replace(/\/postgres$/, `/${name}`)
  const server = await startBenchServer('ours', url)
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    if (!filled) {
      filled = new Date().toISOString()
      const began = performance.now()
      await fill(client, new Date(filled))
      console.log(`  (${name} filled in ${Math.round((performance.now() - began) / 1000)} s)`)
      await admin.query(`comment on database ${name} is '${filled}'`)
    }
    return { url, server, client, now: new Date(filled) }
  } catch (error) {
    await client.end()
    await server.stop()
    await cluster.stop()
    throw error
  } finally {
    await admin.end()
  }
}
