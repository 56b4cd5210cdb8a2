import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { migrations } from '../migrations.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type Database, openDatabase, openPglite, overPglite } from '../platform/database/open-database.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import { makeSeed, small, startCluster } from './postgres-cluster.ts'
import { copyData, findPrograms } from './postgres-programs.ts'

/** What outlives a run; gone with the installed packages. */
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/support-console')

/** The tests' PostgreSQL, and its migrated database to copy. */
export interface PostgresTemplate {
  url: string
  template: string
}

/** Once per run, however many ask. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

let drop = async () => {}
/** At the end of a run. */
export const dropTemplates = () => drop()

/** A dump of a PGlite without any table, as a file: making one from nothing takes seconds. */
export const emptyPglite = once(() =>
  dumpOf('pglite-empty', openPglite, async ({ db }) => {
    // No one copies them, and each is as large as the one that is left: a third of what it costs to open it.
    await sql`update pg_database set datistemplate = false`.execute(db)
    for (const name of ['template0', 'template1']) await sql`drop database ${sql.ref(name)}`.execute(db)
  }),
)

/** The same of a migrated one. */
export const pgliteTemplate = once(() =>
  dumpOf(
    'pglite-migrated',
    async () => openPglite(undefined, { loadDataDir: await dumpIn(emptyPglite) }),
    prepare,
  ),
)

/** To be loaded. */
export const dumpIn = async (make: () => Promise<string>): Promise<Blob> =>
  new Blob([readFileSync(await make())])

async function dumpOf(
  name: string,
  open: () => PGlite | Promise<PGlite>,
  fill: (database: Database) => Promise<void>,
): Promise<string> {
  const file = join(cache, `${name}-${versionOf('@electric-sql/pglite')}.tar`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  const pglite = await open()
  const database = await overPglite(pglite, async () => {})
  await fill(database)
  // Otherwise each that is opened from it does again what is in its log.
  await sql`checkpoint`.execute(database.db)
  const dump = await pglite.dumpDataDir('none')
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, file)
  await database.close()
  return file
}

/** On the given server, which may be others' too, it goes with this run; otherwise the server does. */
export const postgresTemplate = once(async (): Promise<PostgresTemplate> => {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const template = `console_template_${short(randomUUID().replaceAll('-', ''))}`
    await makeTemplate(given, template)
    drop = async () =>
      void (await onServer(given, (client) => client.query(`drop database ${template} with (force)`)))
    return { url: given, template }
  }
  const seed = join(cache, `postgres${basename(dirname(findPrograms() ?? ''))}-${versionOf()}`)
  if (!existsSync(seed)) {
    mkdirSync(cache, { recursive: true })
    for (const former of globSync('postgres*', { cwd: cache }))
      rmSync(join(cache, former), { recursive: true, force: true })
    await makeSeed(seed, (url) => makeTemplate(url, 'console_template'))
  }
  const cluster = await startCluster(small, copyData(seed))
  if (typeof cluster === 'string') throw new Error(cluster)
  drop = cluster.stop
  return { url: cluster.url, template: 'console_template' }
})

/** Under its own name only when it is whole. */
async function makeTemplate(url: string, name: string): Promise<void> {
  const unfinished = `${name}_unfinished`
  await onServer(url, (client) => client.query(`create database ${unfinished}`))
  const address = new URL(url)
  address.pathname = `/${unfinished}`
  const database = await openDatabase({ url: address.href, folder: '', connections: 2 })
  await prepare(database)
  await database.close()
  await onServer(url, (client) => client.query(`alter database ${unfinished} rename to ${name}`))
}

async function prepare(database: Database): Promise<void> {
  await migrate(database.db, migrations)
  await installJobs(database)
}

/** Another one after a change of the migrations, of what they make, or of these packages. */
function versionOf(...packages: string[]): string {
  const server = join(import.meta.dirname, '..')
  const { resolve } = createRequire(import.meta.url)
  // The audit trail's months are made from the day on which it migrates.
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 7))
  for (const name of ['pg-boss', ...packages])
    hash.update(readFileSync(join(dirname(resolve(name)), '../package.json')))
  for (const name of globSync(['migrations.ts', '**/*.schema.ts'], { cwd: server }).sort())
    hash.update(readFileSync(join(server, name)))
  return short(hash.digest('hex'))
}

const short = (text: string): string => text.slice(0, 16)

async function onServer<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
