import pg from 'pg'
import { type DatabaseAddress, type Host, spoken } from './address.ts'
import { tlsOf } from './address-tls.ts'

/** Which PostgreSQL answers, and what it does. */
export interface Identity {
  /** Of the cluster: its copies have the same. Empty where no one may ask. */
  system: string
  /** Grows with each promotion (PostgreSQL 18, 25.3.6). 0 where no one may ask. */
  timeline: number
  /** When this process of it began. */
  startedAt: string
  /** Whether it takes writes; what is not clearly so is not. */
  writes: boolean
  /** Why not, as one says it: 'is a standby, which only reads'. */
  whyNot: string
}

/** bigint as a number, as PGlite gives it: our numbers stay below 2^53. */
const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/**
 * What each connection has, whatever the database, its role or a pooler say: the statements and what is read of their
 * answers rely on it. Told by statements: a pooler refuses or forgets what is told at the login.
 */
const ofEach: Record<string, string> = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  lc_numeric: 'C',
  lc_time: 'C',
  transform_null_equals: 'off',
  // Compiling a statement's plan takes longer than running it here, even where PostgreSQL expects a great many rows.
  jit: 'off',
  lock_timeout: '0',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** How pg reaches one host; `plain`: without TLS. */
export function wayTo(address: DatabaseAddress, host: Host, plain: boolean): pg.ClientConfig {
  const isSocket = host.host.startsWith('/')
  return {
    host: host.address ?? host.host,
    port: host.port,
    ...(address.user && { user: address.user }),
    ...(address.password && { password: address.password }),
    ...(address.database && { database: address.database }),
    ssl: plain || isSocket ? false : tlsOf(address, host),
    ...(address.sslDirect && !plain && !isSocket && { sslnegotiation: 'direct' as const }),
    types: numbersAsNumbers,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  }
}

/** In which order TLS is tried at a host, as libpq's `sslmode` says. */
export function plainOrder({ sslMode }: DatabaseAddress): readonly boolean[] {
  if (sslMode === 'disable') return [true]
  if (sslMode === 'allow') return [true, false]
  return sslMode === 'prefer' ? [false, true] : [false]
}

/** What PostgreSQL before 14, a cloud's own kind of it, or a lack of rights does not tell. */
const untold = /^(42501|0A000|42883)$/

/**
 * Sets what every connection has, then what this one is given, and asks who answers; one round trip.
 * @param settings by name; `null` leaves the role's
 */
export async function prepare(
  client: pg.ClientBase,
  address: DatabaseAddress,
  settings: Record<string, string>,
): Promise<Identity> {
  const all = Object.entries({ ...ofEach, ...address.settings, ...settings })
  const sets = all.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, false)`).join(', ')
  await client.query({ text: `select ${sets}`, values: all.flat() })
  return whoAnswers(client)
}

const asks = (further: string) => `
  select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as reads_only,
    pg_postmaster_start_time()::text as started_at${further}`
const askAll = asks(`,
    (select system_identifier::text from pg_control_system()) as system,
    case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`)

/** Which server it is, by its own word at this moment. */
export async function whoAnswers(client: pg.ClientBase): Promise<Identity> {
  const ask = async (text: string) => (await client.query<Answer>(text)).rows[0]
  const row = await ask(askAll).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && untold.test(error.code ?? '')) return ask(asks(''))
    throw error
  })
  const isStandby = row?.standby !== false
  const readsOnly = row?.reads_only !== 'off'
  return {
    system: row?.system ?? '',
    timeline: row?.timeline ? Number.parseInt(row.timeline, 16) : 0,
    startedAt: row?.started_at ?? '',
    writes: !isStandby && !readsOnly,
    whyNot: isStandby
      ? 'is a standby, which only reads'
      : readsOnly
        ? 'only reads (default_transaction_read_only is on)'
        : '',
  }
}

interface Answer {
  standby: boolean | null
  reads_only: string | null
  started_at: string | null
  system?: string | null
  timeline?: string | null
}

/** What went wrong at a host, in a few words and without a password. */
export function whatItSaid(error: unknown): string {
  const { message = '', code, errors } = (error ?? {}) as NodeJS.ErrnoException & { errors?: unknown[] }
  if (errors?.[0]) return whatItSaid(errors[0])
  if (code === 'ECONNREFUSED') return 'refuses the connection (ECONNREFUSED)'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `is not found by its name (${code})`
  if (/connection timeout|timeout expired|the time is over/i.test(message)) return 'does not answer'
  return `says: ${message.split('\n')[0] || code || String(error)}`.slice(0, 200)
}

/** As `host:port says: …`. */
export const sentenceOf = (host: Host, said: string): string => `${spoken(host)} ${said}`

/** The server that takes writes, as it was last seen. */
export interface Primary {
  host: Host
  plain: boolean
  identity: Identity
  /** Grows whenever another server, or another run of the same, has taken its place. */
  generation: number
}

export const isSame = (a: Identity, b: Identity): boolean =>
  a.system === b.system && a.timeline === b.timeline && a.startedAt === b.startedAt

/** What hangs is not waited for: anyone who asks on it hears of it at once. */
export function drop(client: pg.ClientBase, error: unknown): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(error?: Error): void } } })
    .connection
  stream.destroy(error instanceof Error ? error : undefined)
}
