import { randomUUID } from 'node:crypto'
import { defineCall } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { z } from 'zod'
import { migrations } from '../../migrations.ts'
import { appendEntries, asOwner, auditEntry } from '../../testing/audit-entries.ts'
import { copyOfTemplate, describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startCluster } from '../../testing/postgres-cluster.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { migrate } from '../database/migrate.ts'
import { makeMonths } from '../database/months.ts'
import { type Database, type Db, openDatabase } from '../database/open-database.ts'
import { witnessOf } from '../database/witness.ts'
import { claimCall, keepAnswer } from '../http/call-once.ts'
import { registerCall } from '../http/register-call.ts'
import { appendAudit } from './append-audit.ts'
import { auditedTransaction, NotRecorded } from './audited-transaction.ts'
import { readHead } from './chain.ts'
import { verifyChain } from './verify-chain.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const faults = async (db: Db) => (await verifyChain(db)).faults

const markSomething = defineCall({
  method: 'POST',
  path: '/test/v1/marks/{name}',
  access: 'sim-management.change',
  spec: 'test',
  audit: { screen: 'Marks', action: 'Set mark {name}', object: 'session {name}' },
  summary: 'Change something in the database',
  params: z.strictObject({ name: z.string() }),
  data: z.null(),
})

const change = (db: Db, name: string, entry: Parameters<typeof auditEntry>[0] = {}) =>
  auditedTransaction(db, async (trx) => {
    await trx.insertInto('seed_part').values({ name, done_at: undefined }).execute()
    await appendAudit(trx, auditEntry(entry))
  })
const isThere = async (db: Db, name: string) =>
  (await db.selectFrom('seed_part').select('name').where('name', '=', name).execute()).length === 1

describeOnEachDatabase('R37 the entry cannot be written', (database) => {
  const db = () => database.get().db
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({
      database: database.get(),
      keys,
      app: {
        furtherCalls: (api) =>
          registerCall(api, markSomething, async ({ params }, work) =>
            work.finish(async (trx) => {
              await trx.insertInto('seed_part').values({ name: params.name, done_at: undefined }).execute()
              return { data: null, entry: {} }
            }),
          ),
      },
    })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })
  const mark = (name: string) => server.call('POST', `/api/test/v1/marks/${name}`)

  /** Does `work` while a trigger does that with every link, at the moment that is given. */
  async function whileLinks(
    when: 'at the insert' | 'at the commit',
    does: string,
    work: () => Promise<void>,
  ) {
    await sql
      .raw(`create function hinder() returns trigger language plpgsql as $$
      begin ${does}; return new; end $$`)
      .execute(db())
    const kind =
      when === 'at the insert'
        ? 'create trigger hinder before insert on audit_chain'
        : 'create constraint trigger hinder after insert on audit_chain deferrable initially deferred'
    await sql.raw(`${kind} for each row execute function hinder()`).execute(db())
    try {
      await work()
    } finally {
      await sql`drop function hinder cascade`.execute(db())
    }
  }
  const diskFull = "raise exception 'could not extend file: No space left on device' using errcode = '53100'"

  it.each(['at the insert', 'at the commit'] as const)(
    'a full disk %s: the change does not happen, and the user is told so',
    async (when) => {
      const name = `disk-${when.replaceAll(' ', '-')}`
      await whileLinks(when, diskFull, async () => {
        const { code, envelope } = await mark(name)
        expect([code, envelope.status, envelope.message]).toEqual([
          503,
          'Unavailable',
          'The audit trail cannot be written right now, so nothing was changed. Please try again in a minute.',
        ])
      })
      expect(await isThere(db(), name)).toBe(false)
      expect((await mark(name)).code).toBe(200)
      expect(await isThere(db(), name)).toBe(true)
      expect(await faults(db())).toEqual([])
    },
  )

  if (database.kind === 'postgres')
    it('a connection that breaks in the commit: nothing happens, and the user is told to look', async () => {
      const dies = 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60)'
      await whileLinks('at the commit', dies, async () => {
        const { code, envelope } = await mark('broken')
        expect([code, envelope.status]).toEqual([503, 'Unsettled'])
        expect(envelope.message).toMatch(/cannot be recorded right now\. The change may have happened; check/)
      })
      expect(await isThere(db(), 'broken')).toBe(false)
      expect(await faults(db())).toEqual([])
    })

  if (database.kind === 'postgres')
    it('a connection that breaks before the commit: nothing happens, and it is not said that it might have', async () => {
      const broken = auditedTransaction(db(), async (trx) => {
        await trx.insertInto('seed_part').values({ name: 'cut', done_at: undefined }).execute()
        await appendAudit(trx, auditEntry())
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      })
      await expect(broken).rejects.not.toThrow(NotRecorded)
      expect(await isThere(db(), 'cut')).toBe(false)
      expect(await faults(db())).toEqual([])
    })

  it.each(['57P01', '08006'])(
    'a database that ends in the commit (%s) may have done it: the user is told to look',
    async (code) => {
      await whileLinks('at the commit', `raise exception 'ending' using errcode = '${code}'`, async () => {
        expect((await mark(`ending-${code}`)).envelope).toMatchObject({
          status: 'Unsettled',
          message: expect.stringContaining('The change may have happened; check before you try again'),
        })
      })
    },
  )

  it('R40 a month that has no partition: refused, until the months are made', async () => {
    const { rows } = await sql<{ month: string }>`
      select to_char(now() at time zone 'UTC', 'YYYY_MM') as month`.execute(db())
    await asOwner(db(), `drop table user_action_${rows[0]?.month}`, 'truncate audit_chain')
    const refused = change(db(), 'no month')
    await expect(refused).rejects.toThrow(NotRecorded)
    await expect(refused).rejects.toMatchObject({ mayHaveHappened: false })
    expect(await isThere(db(), 'no month')).toBe(false)
    await makeMonths(db())
    await change(db(), 'no month')
    expect(await isThere(db(), 'no month')).toBe(true)
    expect(await faults(db())).toEqual([])
  })

  it('R40 the months ahead stand ready, made any number of times, and take entries of their time', async () => {
    await makeMonths(db())
    await makeMonths(db())
    const next = new Date()
    next.setUTCMonth(next.getUTCMonth() + 1, 1)
    await change(db(), 'next month', { at: next })
    expect(await faults(db())).toEqual([])
  })
})

const postgres = inject('postgres')

describe.skipIf('missing' in postgres)('R40 32 writers on two servers', () => {
  it('lose no entry, leave no gap, and make one chain', async () => {
    const copy = await copyOfTemplate()
    const servers = await Promise.all(
      [1, 2].map(() => openDatabase({ url: copy.url, folder: '', connections: 16 })),
    )
    const [one] = servers
    if (!one) throw new Error('no server')
    const writers = servers.flatMap(({ db }, server) =>
      Array.from({ length: 16 }, (_, i) => ({ db, name: `server ${server} writer ${i}` })),
    )
    await Promise.all(
      writers.map(async ({ db, name }) => {
        for (let i = 0; i < 10; i++) await appendEntries(db, { object: `${name} entry ${i}` }, { object: '' })
      }),
    )
    const found = await verifyChain(one.db)
    expect(found).toMatchObject({ links: 640, entries: 640, head: { number: 640 }, faults: [] })
    const { rows } = await sql<{ many: number }>`
      select count(distinct object) as many from user_action where object <> ''`.execute(one.db)
    expect(rows).toEqual([{ many: 320 }])
    await Promise.all(servers.map((server) => server.close()))
    await copy.drop()
  })
})

describe.skipIf('missing' in postgres)('R37 R40 PostgreSQL is killed (kill -9) under load', () => {
  it('every acknowledged entry is there afterwards, and the chain holds up to the head that was seen', async () => {
    const cluster = await startCluster(['fsync=off', 'full_page_writes=off'])
    if (typeof cluster === 'string') throw new Error(cluster)
    const before = await openDatabase({ url: cluster.url, folder: '', connections: 17 })
    try {
      await migrate(before.db, migrations)
      const acknowledged = new Set<string>()
      const enough = Promise.withResolvers<void>()
      let isOver = false
      const write = async (writer: number) => {
        for (let i = 0; !isOver; i++) {
          const name = `${writer}/${i}`
          try {
            await change(before.db, name, { object: name })
          } catch {
            return
          }
          acknowledged.add(name)
          if (acknowledged.size === 400) enough.resolve()
        }
      }
      const writers = Array.from({ length: 16 }, (_, writer) => write(writer))
      await enough.promise
      const head = await readHead(before.db)
      await cluster.crash()
      isOver = true
      await Promise.all(writers)

      const after = await openDatabase({ url: cluster.url, folder: '', connections: 2 })
      const { rows } = await sql<{
        object: string
      }>`select object from user_action where object like '%/%'`.execute(after.db)
      const kept = new Set(rows.map((row) => row.object))
      expect([...acknowledged].filter((name) => !kept.has(name))).toEqual([])
      const { rows: changes } = await sql<{ name: string }>`select name from seed_part`.execute(after.db)
      expect(new Set(changes.map((each) => each.name))).toEqual(kept)
      expect((await verifyChain(after.db, { earlier: head })).faults).toEqual([])
      await change(after.db, 'goes on')
      expect(await faults(after.db)).toEqual([])
      await after.close()
    } finally {
      await before.close()
      await cluster.stop()
    }
  })
})

describe.skipIf('missing' in postgres)(
  'R37 R43 PostgreSQL takes back in a crash what is not on the disk yet',
  () => {
    let cluster: Exclude<Awaited<ReturnType<typeof startCluster>>, string>
    let database: Database
    beforeAll(async () => {
      // What no one flushes stays in memory for so long.
      const started = await startCluster(['fsync=off', 'full_page_writes=off', 'wal_writer_delay=10s'])
      if (typeof started === 'string') throw new Error(started)
      cluster = started
      database = await openDatabase({ url: cluster.url, folder: '', connections: 4 })
      await migrate(database.db, migrations)
    })
    afterAll(async () => {
      await database.close()
      await cluster.stop()
    })
    const unflushed = (write: (trx: Db) => Promise<unknown>) =>
      database.db.transaction().execute(async (trx) => {
        await sql`select set_config('synchronous_commit', 'off', true)`.execute(trx)
        await write(trx)
      })
    const mark = (name: string) =>
      unflushed((trx) => trx.insertInto('seed_part').values({ name, done_at: undefined }).execute())

    it('a witness from before the crash does not vouch for it; one from after it vouches for what comes', async () => {
      const witness = await witnessOf(database.db)
      await mark('kept')
      await witness.flush()
      await mark('taken back')
      await cluster.crash()
      expect([await isThere(database.db, 'kept'), await isThere(database.db, 'taken back')]).toEqual([
        true,
        false,
      ])
      await expect(witness.flush()).rejects.toThrow()
      await mark('after')
      await (await witnessOf(database.db)).flush()
      await cluster.crash()
      expect(await isThere(database.db, 'after')).toBe(true)
    })

    it('R46 a repeat is told what the first asking did only when that is on the disk', async () => {
      const once = {
        userKey: 'u',
        transactionId: randomUUID(),
        method: 'POST',
        path: '/api/x',
        body: null,
        rights: [],
      }
      expect(await claimCall(database.db, once, 60_000)).toHaveProperty('until')
      const answer = { status: 'Success', message: 'Operation Done.', data: null, headers: {} } as const
      await unflushed((trx) => keepAnswer(trx, once, answer))
      expect(await claimCall(database.db, once, 60_000)).toEqual(answer)
      await cluster.crash()
      expect(await claimCall(database.db, once, 60_000)).toEqual(answer)
    })
  },
)
