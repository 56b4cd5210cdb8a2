import { chmod, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, type KyselyConfig, type LogEvent, PGliteDialect, sql } from 'kysely'
import { fromPglite } from 'pg-boss'
import { currentSpan } from '../request-scope.ts'
import { statementName } from '../traces/statement-name.ts'
import { withPast } from './at-moment.ts'
import { type FolderLock, FolderLockedError, lockFolder } from './folder-lock.ts'
import { openPostgres } from './open-postgres.ts'
import { type Database, DatabaseUnavailable, type Db } from './opened.ts'
import type { Tables } from './tables.ts'

export { type Database, DatabaseUnavailable, type Db } from './opened.ts'

// V8 at times loses count of PGlite's code while it frees some, and ends the process (github.com/nodejs/node/issues/64500).
// So none is freed, until another V8 is known to do it well.
setFlagsFromString('--no-wasm-code-gc')

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
  return url ? openPostgres(url, { connections, sharedOut, kysely }) : openFolder(folder, kysely)
}

function noteStatement({ level, query, queryDurationMillis }: LogEvent): void {
  currentSpan()?.note(`sql ${statementName(query.sql)}`, queryDurationMillis, level === 'error')
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
  const files = join(path, 'pglite')
  const isNew = !(await stat(files).catch(() => undefined))
  try {
    const opened = await overPglite(
      openPglite(files),
      async () => {
        await closeFiles(files)
        await lock.release()
      },
      kysely,
    )
    await closeFiles(files)
    return opened
  } catch (error) {
    const full = await isFull(path)
    // Half of a new database would be taken for a damaged one.
    if (isNew) await rm(files, { recursive: true, force: true })
    await lock.release()
    if (full)
      throw new DatabaseUnavailable(
        `The disk is full: a database needs about 200 MB in ${path}. Free some space, or set DATA_DIR to a folder elsewhere.`,
      )
    throw new DatabaseUnavailable(
      `The database in ${path} cannot be opened (${shortReason(error)}). If the folder was damaged, restore it from a copy.`,
    )
  }
}

/** Whether less is left than PGlite writes at once. */
async function isFull(path: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize < 32 * 2 ** 20
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
 * PGlite makes files that everybody may read and write, so no one else may enter their folder. One that is open, from
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
    // Another's: told below.
  }
  throw new DatabaseUnavailable(
    `The data folder ${path} is open to other users of this machine. Close it (chmod 700), or set DATA_DIR to a new folder in it.`,
  )
}

/** PGlite makes files for everybody, whatever the umask: so that a copy without its folder's modes is not open, at start and stop. */
async function closeFiles(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const { parentPath, name } of await readdir(folder, { recursive: true, withFileTypes: true }).then(
    (all) => all.filter((each) => each.isFile()),
  ))
    await chmod(join(parentPath, name), 0o600).catch((error: NodeJS.ErrnoException) => {
      // The database lives: what it has dropped meanwhile needs no closing.
      if (error.code !== 'ENOENT') throw error
    })
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
  const db: Db = new Kysely<Tables>({ ...kysely, dialect: withPast(new PGliteDialect({ pglite })) })
  await ping(db)
  return {
    db,
    kind: 'pglite',
    ping: () => ping(db),
    pools: () => [],
    look: async (text) => (await sql.raw(text).execute(db)).rows,
    jobs: () => ({ db: fromPglite(pglite), backend: 'pglite' }),
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
