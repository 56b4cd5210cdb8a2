import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { seed } from '../../demo/seed.ts'
import { copyOfTemplate } from '../../testing/databases.ts'
import { startTestCalls, type TestCalls, thing } from '../../testing/test-calls.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { auditedTransaction } from '../audit/audited-transaction.ts'
import { type Database, openDatabase } from './open-database.ts'
import { asWork, type Work } from './work.ts'

describe.skipIf('missing' in inject('postgres'))('H3 a table that is locked', () => {
  let copy: Awaited<ReturnType<typeof copyOfTemplate>>
  let database: Database
  let calls: TestCalls
  /** Who holds the lock. */
  let other: pg.Client
  beforeAll(async () => {
    copy = await copyOfTemplate()
    database = await openDatabase({ url: copy.url, folder: '', connections: 10, sharedOut: true })
    await seed(database.db, [companiesSeed(testSecrets)])
    calls = await startTestCalls(database)
    other = new pg.Client({ connectionString: copy.url })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await calls.close()
    await database.close()
    await copy.drop()
  })

  /** Does `work` while no one else comes at the table. */
  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    await other.query('begin')
    await other.query(`lock table ${table} in access exclusive mode`)
    try {
      await work()
    } finally {
      await other.query('rollback')
    }
  }
  /** More than there are connections. */
  const many = 12
  const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
  const code = async (method: string, path: string) =>
    (await calls.server.call(method, path, method === 'GET' ? {} : { body: { name: 'a' } })).code
  const read = (path: string) => () => code('GET', path)
  const change = () => code('POST', thing())
  const companies = '/api/companymanager/v1/companies'
  const actions = '/api/useractiondetail/v1/details?allTime=true&timeZone=UTC'
  const csrs = '/api/csrmanagement/v1/csrs/getall'
  const ready = async () => (await fetch(`${calls.server.operatorUrl}/readyz`)).status

  it('of the audit trail: anyone who needs it is told so soon, all others are served, and the server stays ready', async () => {
    await whileLocked('user_action', async () => {
      const held = Promise.all([times(many, change), times(many, read(actions))])
      expect(await times(20, read(companies))).toEqual(Array(20).fill(200))
      expect(await times(20, read(csrs))).toEqual(Array(20).fill(200))
      expect(await ready()).toBe(200)
      const [changes, searches] = await held
      expect([...new Set([...changes, ...searches])]).toEqual([503])
    })
    expect(await Promise.all([change(), code('GET', actions)])).toEqual([200, 200])
  })

  it('of the audit trail, at two servers: what does not touch it is answered while those still wait who do', async () => {
    const database2 = await openDatabase({ url: copy.url, folder: '', connections: 10, sharedOut: true })
    const second = await startTestCalls(database2)
    const servers = [calls.server, second.server]
    /** The statements that wait for the lock: each for 3 s at most, so one that waits before and after was there between. */
    const waiting = async () => {
      const { rows } = await sql<{ statement: string }>`
        select pid || ' ' || query_start as statement from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(database.db)
      return rows.map(({ statement }) => statement)
    }
    let isOver = false
    try {
      await whileLocked('user_action', async () => {
        const changing = servers.map((server) =>
          times(many, async () => {
            while (!isOver) await server.call('POST', thing(), { body: { name: 'a' } })
          }),
        )
        try {
          await expect
            .poll(
              async () => {
                const before = await waiting()
                const codes = await Promise.all(
                  servers.flatMap((server) =>
                    [companies, csrs, companies].map(async (path) => (await server.call('GET', path)).code),
                  ),
                )
                expect(codes).toEqual(codes.map(() => 200))
                const after = new Set(await waiting())
                return before.length >= 2 * 2 && before.some((statement) => after.has(statement))
              },
              { timeout: 60_000 },
            )
            .toBe(true)
        } finally {
          isOver = true
          await Promise.all(changing)
        }
      })
    } finally {
      await second.close()
      await database2.close()
    }
  })

  it('of the companies: changes of other things go on, and the refusal says what to do', async () => {
    await whileLocked('company', async () => {
      const held = times(many, read(companies))
      expect(await times(10, change)).toEqual(Array(10).fill(200))
      expect(await read(csrs)()).toBe(200)
      expect(await ready()).toBe(200)
      expect([...new Set(await held)]).toEqual([503])
      const { envelope } = await calls.server.call('GET', companies)
      expect(envelope).toMatchObject({
        status: 'Unavailable',
        message: 'The database is busy with other work right now. Please try again in a few seconds.',
      })
    })
    expect(await code('GET', companies)).toBe(200)
  })

  it('a read waits half a second for a lock, a change three; jobs, migrations and upkeep as long as it takes', async () => {
    const limits = async (db = database.db) => {
      const { rows } = await sql<{ lock: string; statement: string }>`
        select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`.execute(
        db,
      )
      return rows[0]
    }
    const by = (kind: Work['kind'], work = () => limits()) => asWork({ kind, call: 'GET /x' }, work)
    expect(await by('read')).toEqual({ lock: '500ms', statement: '30s' })
    expect(await by('change')).toEqual({ lock: '3s', statement: '30s' })
    expect(await limits()).toEqual({ lock: '0', statement: '0' })
    // What a reading call enters waits as a change does.
    const entering = () => auditedTransaction(database.db, (trx) => limits(trx))
    expect(await by('read', entering)).toEqual({ lock: '3s', statement: '30s' })
    expect(await auditedTransaction(database.db, (trx) => limits(trx))).toEqual({ lock: '0', statement: '0' })
  })

  it('all share the connections that there are, and no more', async () => {
    const kinds: (Work['kind'] | undefined)[] = ['read', 'change', undefined]
    const nap = (kind: Work['kind'] | undefined, i: number) => {
      const work = () => sql`select pg_sleep(0.05)`.execute(database.db)
      return kind ? asWork({ kind, call: `GET /${i}` }, work) : work()
    }
    await Promise.all(kinds.flatMap((kind) => Array.from({ length: 20 }, (_, i) => nap(kind, i))))
    const pools = database.pools()
    expect(pools.map(({ kind, waiting }) => ({ kind, waiting }))).toEqual(
      ['read', 'change', 'own'].map((kind) => ({ kind, waiting: 0 })),
    )
    expect(pools.reduce((sum, { busy, idle }) => sum + busy + idle, 0)).toBe(10)
    // Twenty of a kind at once on two to four connections: most had to wait.
    for (const { waits, waitedMs } of pools) {
      expect(waits).toBeGreaterThanOrEqual(20)
      expect(waitedMs).toBeGreaterThan(50)
    }
    const { rows } = await other.query(
      "select count(*)::int as n from pg_stat_activity where application_name = 'support-console' and datname = current_database()",
    )
    expect(rows[0].n).toBe(10)
  })
})
