import type pg from 'pg'
import { systemClock, within } from '../clock.ts'
import type { Primaries } from './primary.ts'

/** The oldest PostgreSQL that is tried. */
const oldest = 150_000
/** A connection that waits so long for another one's transaction to end shares it. */
const poolerMs = 3_000

interface Facts {
  number: number
  version: string
  encoding: string
  schema: string | null
  mayCreate: boolean
  role: string
  fires: string
}

const facts = `
  select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
    current_setting('server_encoding') as encoding, current_schema() as schema, current_user as role,
    coalesce(has_schema_privilege(current_schema(), 'usage'), false) as "mayCreate",
    current_setting('session_replication_role') as fires`

/** Why this program cannot work with that server, a sentence with what to do; undefined where it can. */
export async function whyUnfit(primary: Primaries): Promise<string | undefined> {
  const session = await primary.session({ application_name: 'support-console look' })
  try {
    const [row] = (await session.query<Facts>(facts)).rows
    return (row && whyFactsDoNotFit(row)) ?? (await whyPoolerDoesNotFit(session, primary))
  } finally {
    void session.end().catch(() => {})
  }
}

function whyFactsDoNotFit({ number, version, encoding, schema, role, mayCreate, fires }: Facts) {
  if (number < oldest) return `PostgreSQL ${version} is too old: 15 or newer is needed.`
  if (encoding !== 'UTF8')
    return `The database is encoded in ${encoding}, which cannot hold every name: make one with UTF-8 (createdb --encoding=UTF8 --template=template0), and move the data by pg_dump.`
  if (schema === null || !mayCreate)
    return `The role ${role} has no schema to work in: grant it usage and create on one, and name it (alter role ${role} set search_path = …).`
  if (fires !== 'origin')
    return `session_replication_role is ${fires}, so no trigger runs, and the audit trail would have no chain: set it to origin.`
  return undefined
}

/**
 * A pooler that gives a connection another server process for each transaction loses settings, prepared statements and locks:
 * two connections are then seen on one process, or one on two.
 */
async function whyPoolerDoesNotFit(one: pg.Client, primary: Primaries): Promise<string | undefined> {
  const other = await primary.session({ application_name: 'support-console look' })
  const process = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    const before = await process(one)
    await other.query('begin')
    const beside = await process(other)
    // A busy server that answers late proves nothing.
    const after = await within(systemClock, poolerMs, process(one)).catch(() => before)
    if (before === after && before !== beside) return undefined
  } catch (error) {
    // A pooler by statements takes no transaction.
    if (!/statement pooling/.test((error as Error).message)) throw error
  } finally {
    void other.end().catch(() => {})
  }
  return 'A pooler stands before PostgreSQL that shares its connections by transactions or statements, which loses settings and locks. Let it share them by sessions (PgBouncer: pool_mode = session), or connect without it.'
}
