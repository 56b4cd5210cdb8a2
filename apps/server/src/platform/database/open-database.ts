import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { ended } from '@support-console/contract/sentences'
import { Kysely, type KyselyConfig, type LogEvent, PGliteDialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type BackendOptions, type DatabaseOptions, fromPglite } from 'pg-boss'
import { currentSpan } from '../request-scope.ts'
import { statementName } from '../traces/statement-name.ts'
import { type FolderLock, FolderLockedError, lockFolder } from './folder-lock.ts'
import { createProbe, openPools, type PoolFigures } from './postgres-pools.ts'
import type { Tables } from './tables.ts'
import { witnessBySession } from './witness.ts'

export type Db = Kysely<Tables>

/** The open database: PostgreSQL, or PGlite in a folder or in memory. Same SQL, same migrations (D4). */
export interface Database {
  db: Db
  kind: 'postgres' | 'pglite'
  /** Rejects when the database cannot answer; PostgreSQL is asked on a connection of its own. */
  ping(): Promise<void>
  /** Of each part of the connections; PGlite has one connection and no pool. */
  pools(): PoolFigures[]
  /**
   * Rows of a statement for operators' figures, one after the other: on PostgreSQL on a connection of its own, where it waits a
   * quarter of a second for a lock and lasts a second at most.
   */
  look(text: string): Promise<unknown[]>
  /** How the job queue reaches the same database: PGlite's one connection, or PostgreSQL by connections of its own. */
  jobs: DatabaseOptions & BackendOptions
  /** PostgreSQL only: a connection outside the pool, for locks that last as long as it does. Its user ends it. */
  openSession?: () => Promise<pg.Client>
  /** PGlite only, whose one connection hears by itself. @returns what ends it */
  listen?: (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>
  close(): Promise<void>
}

/** The database cannot be opened; the message is a sentence for the operator. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** Opens PostgreSQL where `url` is given, else PGlite in `folder` under its lock (R49). Does not migrate. */
export async function openDatabase(options: {
  url: string
  folder: string
  connections: number
  /** For a server: reads, changes and its own work each have connections of their own. */
  sharedOut?: boolean
  /** Its statements stand in the traces of the calls that make them. */
  traced?: boolean
}): Promise<Database> {
  const { url, folder, connections, sharedOut = false, traced = false } = options
  const kysely = traced ? { log: noteStatement } : {}
  return url ? openPostgres(url, connections, sharedOut, kysely) : openFolder(folder, kysely)
}

function noteStatement({ level, query, queryDurationMillis }: LogEvent): void {
  currentSpan()?.note(`sql ${statementName(query.sql)}`, queryDurationMillis, level === 'error')
}

/** bigint as a number, as PGlite gives it: our numbers stay below 2^53. */
const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

async function openPostgres(
  url: string,
  connections: number,
  sharedOut: boolean,
  kysely: Pick<KyselyConfig, 'log'>,
): Promise<Database> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'support-console',
    // Compiling a statement's plan takes longer than running it here, even where PostgreSQL expects a great many rows.
    options: '-c jit=off',
    types: numbersAsNumbers,
  }
  const pools = openPools(config, connections, sharedOut)
  const probe = createProbe({ connectionString: url, application_name: 'support-console probe' }, 2_000)
  const figures = createProbe(
    {
      connectionString: url,
      application_name: 'support-console figures',
      lock_timeout: 250,
      statement_timeout: 1_000,
    },
    2_000,
  )
  const db: Db = new Kysely<Tables>({ ...kysely, dialect: new PostgresDialect({ pool: pools }) })
  try {
    await ping(db)
  } catch (error) {
    await pools.end()
    const { host } = new URL(url)
    throw new DatabaseUnavailable(
      ended(
        `PostgreSQL at ${host} cannot be used: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`,
      ),
    )
  }
  const endWitness = witnessBySession(db, () =>
    openSession({
      connectionString: url,
      application_name: 'support-console flush',
      statement_timeout: 30_000,
      query_timeout: 31_000,
    }),
  )
  return {
    db,
    kind: 'postgres',
    openSession: () => openSession({ connectionString: url, application_name: 'support-console locks' }),
    ping: probe.ping,
    pools: pools.figures,
    look: figures.ask,
    jobs: { connectionString: url, max: 3, application_name: 'support-console jobs', backend: 'postgres' },
    close: async () => {
      await Promise.all([probe.end(), figures.end(), endWitness()])
      await db.destroy()
    },
  }
}

/**
 * A connection whose locks go soon after its owner is gone, even without a word: a killed process closes it, a
 * machine that vanished is noticed by keep-alives, and so is who went away while waiting for a lock.
 */
async function openSession(config: pg.ClientConfig): Promise<pg.Client> {
  const session = new pg.Client({
    ...config,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: numbersAsNumbers,
  })
  // Without a listener a broken connection would end the process; the next query on it fails and tells.
  session.on('error', () => {})
  await session.connect()
  await session.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
  )
  // Not every system can do this one (PostgreSQL 14 and later, on Linux).
  await session.query('set client_connection_check_interval = 1000').catch(() => {})
  return session
}

async function openFolder(folder: string, kysely: Pick<KyselyConfig, 'log'>): Promise<Database> {
  const path = resolve(folder)
  let lock: FolderLock
  try {
    await makeFolder(path)
    await closeFolder(path)
    lock = await lockFolder(path)
  } catch (error) {
    if (error instanceof FolderLockedError) throw new DatabaseUnavailable(error.message, { cause: error })
    if (error instanceof DatabaseUnavailable) throw error
    const code = (error as NodeJS.ErrnoException).code
    throw new DatabaseUnavailable(
      `The data folder ${path} cannot be used (${code ?? (error as Error).message}).`,
    )
  }
  try {
    return await overPglite(openPglite(join(path, 'pglite')), () => lock.release(), kysely)
  } catch (error) {
    await lock.release()
    throw new DatabaseUnavailable(
      `The database in ${path} cannot be opened (${shortReason(error)}). If the folder was damaged, restore it from a copy.`,
    )
  }
}

/** As mkdir does with `recursive`, which never ends where the system refuses a folder with ENOENT (/proc). */
async function makeFolder(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined)
  if (there?.isDirectory()) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path)
}

/** What a data folder of ours has in it, at least one of them. */
const ours = ['pglite', 'logs', 'field', 'secrets-key']

/**
 * PGlite makes files that everybody may read and write, so nobody else may enter their folder. One that is open, from
 * an earlier version for instance, is closed where it is ours alone.
 * @throws DatabaseUnavailable where it is not
 */
async function closeFolder(path: string): Promise<void> {
  // Windows has no such modes.
  if (process.platform === 'win32' || ((await stat(path)).mode & 0o077) === 0) return
  const there = await readdir(path)
  const isOurs = there.length === 0 || there.some((name) => ours.includes(name))
  try {
    if (isOurs) return await chmod(path, 0o700)
  } catch {
    // Somebody else's: told below.
  }
  throw new DatabaseUnavailable(
    `The data folder ${path} is open to other users of this machine. Close it (chmod 700), or set DATA_DIR to a new folder in it.`,
  )
}

/** PGlite in memory, for tests; `template` is a dump of a migrated one. */
export function openMemory(template?: Blob): Promise<Database> {
  return overPglite(openPglite(undefined, template && { loadDataDir: template }), async () => {})
}

/** PGlite with what our migrations ask of it. */
export const openPglite = (folder?: string, options: PGliteOptions = {}): PGlite =>
  new PGlite({ ...options, ...(folder && { dataDir: folder }), extensions: { pg_trgm } })

/** An open PGlite; for what opens it in a way of its own. */
export async function overPglite(
  pglite: PGlite,
  afterClose: () => Promise<void>,
  kysely: Pick<KyselyConfig, 'log'> = {},
): Promise<Database> {
  await pglite.waitReady
  const db: Db = new Kysely<Tables>({ ...kysely, dialect: new PGliteDialect({ pglite }) })
  await ping(db)
  return {
    db,
    kind: 'pglite',
    ping: () => ping(db),
    pools: () => [],
    look: async (text) => (await sql.raw(text).execute(db)).rows,
    jobs: { db: fromPglite(pglite), backend: 'pglite' },
    listen: (channel, hear) => pglite.listen(channel, hear),
    close: async () => {
      await db.destroy()
      await afterClose()
    },
  }
}

async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** PGlite's own errors can carry pages of minified source; one line is enough. */
function shortReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
