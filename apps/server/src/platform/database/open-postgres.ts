import { ended } from '@support-console/contract/sentences'
import { Kysely, type KyselyConfig, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { AddressFault, type DatabaseAddress, parseAddress } from './address.ts'
import { withPast } from './at-moment.ts'
import { type Database, DatabaseUnavailable, type Db } from './opened.ts'
import { jobsDatabase } from './postgres-jobs.ts'
import { createProbe, openPools } from './postgres-pools.ts'
import { followPrimary, hostsOf, NoPrimary, type Primaries } from './primary.ts'
import { whyUnfit } from './server-fitness.ts'
import { wayTo } from './server-session.ts'
import type { Tables } from './tables.ts'
import { witnessBySession } from './witness.ts'

/**
 * Opens PostgreSQL at the first of the hosts that takes writes (D52).
 * @throws DatabaseUnavailable where none does, or where it is one that this program cannot work with
 */
export async function openPostgres(
  url: string,
  options: { connections: number; sharedOut: boolean; kysely: Pick<KyselyConfig, 'log'> },
): Promise<Database> {
  const { connections, sharedOut, kysely } = options
  const primary = await firstLook(url)
  const pools = openPools(
    primary,
    { connectionTimeoutMillis: 10_000, idleTimeoutMillis: 60_000, application_name: 'support-console' },
    connections,
    sharedOut,
  )
  const figures = createProbe(
    primary,
    { application_name: 'support-console figures', query_timeout: 2_000 },
    { lock_timeout: '250', statement_timeout: '1000' },
  )
  const db: Db = new Kysely<Tables>({ ...kysely, dialect: withPast(new PostgresDialect({ pool: pools })) })
  const endWitness = witnessBySession(db, () =>
    openSession(
      primary,
      { application_name: 'support-console flush', query_timeout: 31_000 },
      {
        statement_timeout: '30000',
      },
    ),
  )
  const queues: ReturnType<typeof jobsDatabase>[] = []
  if (sharedOut) primary.watch()
  return {
    db,
    kind: 'postgres',
    openSession: () => openSession(primary, { application_name: 'support-console locks' }),
    standing: primary.standing,
    async ping() {
      if (!sharedOut) await figures.ask('select 1')
      const { answers, says } = primary.standing()
      if (!answers) throw new NoPrimary(says, true)
    },
    pools: pools.figures,
    look: figures.ask,
    jobs(name) {
      const queue = jobsDatabase(primary, name)
      queues.push(queue)
      return { db: queue.database, backend: 'postgres' }
    },
    close: async () => {
      await Promise.all([primary.end(), figures.end(), endWitness(), ...queues.map((each) => each.close())])
      await db.destroy()
    },
  }
}

async function firstLook(url: string): Promise<Primaries> {
  try {
    const address = parseAddress(url)
    // Files of certificates are looked at before anybody is asked.
    for (const host of address.hosts) if (address.sslMode !== 'disable') wayTo(address, host, false)
    const primary = followPrimary(address)
    await primary.find()
    const unfit = await whyUnfit(primary)
    if (unfit) throw new DatabaseUnavailable(unfit)
    return primary
  } catch (error) {
    if (error instanceof AddressFault) throw new DatabaseUnavailable(ended(`DATABASE_URL ${error.message}`))
    if (error instanceof NoPrimary)
      throw new DatabaseUnavailable(ended(cannotBeUsed(parseAddress(url), error.message)), { cause: error })
    throw error
  }
}

const cannotBeUsed = (address: DatabaseAddress, says: string): string =>
  address.hosts.length === 1
    ? `PostgreSQL at ${hostsOf(address)} cannot be used: it ${says.replace(`${hostsOf(address)} `, '')}`
    : `No host of DATABASE_URL can be used: ${says}`

/**
 * A connection whose locks go soon after its owner is gone, even without a word: a killed process closes it, a
 * machine that vanished is noticed by keep-alives, and so is who went away while waiting for a lock.
 */
async function openSession(
  primary: Primaries,
  config: pg.ClientConfig,
  settings: Record<string, string> = {},
): Promise<pg.Client> {
  const session = await primary.session(config, {
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    ...settings,
  })
  // Not every system can do this one (PostgreSQL 14 and later, on Linux).
  await session.query('set client_connection_check_interval = 1000').catch(() => {})
  return session
}
