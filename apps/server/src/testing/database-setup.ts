import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase, overPglite } from '../platform/database/open-database.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import { startCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A dump of a migrated PGlite, as a file. */
    pgliteTemplate: string
    /** PostgreSQL to make test databases on, and the migrated one to copy; or why there is none. */
    postgres: { url: string; template: string } | { missing: string }
  }
}

/** Once per run: a migrated database of each kind, from which every test file takes its own copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide('pgliteTemplate', await pgliteTemplate())
  const given = process.env.TEST_DATABASE_URL
  const cluster = given ? { url: given, stop: async () => {} } : await startCluster()
  if (typeof cluster === 'string') {
    project.provide('postgres', { missing: cluster })
    console.log(`The tests on PostgreSQL are skipped: ${cluster}.`)
    return async () => {}
  }
  const template = `console_template_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await onServer(cluster.url, `create database ${template}`)
  const url = new URL(cluster.url)
  url.pathname = `/${template}`
  const database = await openDatabase({ url: url.href, folder: '', connections: 2 })
  await migrate(database.db)
  await installJobs(database)
  await database.close()
  project.provide('postgres', { url: cluster.url, template })
  return async () => {
    if (given) await onServer(cluster.url, `drop database ${template} with (force)`)
    await cluster.stop()
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Making a PGlite from nothing takes seconds; its dump is kept until a migration or PGlite itself changes. */
async function pgliteTemplate(): Promise<string> {
  const migrations = join(import.meta.dirname, '../platform/database/migrations')
  const { resolve } = createRequire(import.meta.url)
  // The audit trail's months are made from the day on which it migrates.
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 7))
  for (const name of ['@electric-sql/pglite', 'pg-boss'])
    hash.update(readFileSync(join(dirname(resolve(name)), '../package.json')))
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, name)))
  const folder = join(import.meta.dirname, '../../../../node_modules/.cache/support-console')
  const file = join(folder, `pglite-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const pglite = new PGlite()
  const database = await overPglite(pglite, async () => {})
  await migrate(database.db)
  await installJobs(database)
  const dump = await pglite.dumpDataDir('none')
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, file)
  await database.close()
  return file
}
