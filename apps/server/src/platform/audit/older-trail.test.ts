import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { appendEntries, asOwner, auditEntry } from '../../testing/audit-entries.ts'
import { describeOnEachEmptyDatabase } from '../../testing/databases.ts'
import { migrate } from '../database/migrate.ts'
import { migrations } from '../database/migrations/index.ts'
import type { Db } from '../database/open-database.ts'
import { appendAudit } from './append-audit.ts'
import { auditedTransaction } from './audited-transaction.ts'
import { pageQuery, searchQuery, searchWords } from './search-words.ts'
import { verifyChain } from './verify-chain.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Up to the version that kept number and hash in the entry itself. */
const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0011'))

describeOnEachEmptyDatabase('D19 the trail of an older version', (open) => {
  const enterFormer = (db: Db, message: string, source: string, at: string) =>
    sql`insert into user_action (at, source, transaction_id, issuer, subject, email, session_id, token_id,
        remote_address, route, permission, activity, message, object, result, detail)
      values (${at}::timestamptz, ${source}, '00000000-0000-4000-8000-000000000001', 'i', 's', 'e', 't', 'j', '127.0.0.1',
        'r', 'p', 'Old', ${message}, ${'o\n𝄞'}, 'Success', 'd')`.execute(db)

  it('keeps every entry in its order, chains them again, and puts the former head on record', async () => {
    const database = await open()
    const { db } = database
    await migrate(db, former)
    const times = ['2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z', '2025-06-01T12:00:00.123Z']
    for (const [i, at] of times.entries())
      await enterFormer(db, `entry ${i} of Hárbor 8901170000000000013`, i === 1 ? 'console' : 'server', at)
    const { rows } = await sql<{ number: number; hash: string }>`
      select number, hash from user_action order by number desc limit 1`.execute(db)
    await migrate(db)
    const entries = await db.selectFrom('user_action').selectAll().orderBy('id').execute()
    expect(entries.map(({ at, message, object }) => [at.toISOString(), message, object])).toEqual([
      ...times.map((at, i) => [at, `entry ${i} of Hárbor 8901170000000000013`, 'o\n𝄞']),
      [expect.any(String), 'Chain the audit trail anew', 'audit trail'],
    ])
    expect(entries.at(-1)?.detail).toBe(`former head: 3 ${rows[0]?.hash}`)
    expect(await verifyChain(db)).toMatchObject({ links: 4, entries: 4, faults: [] })

    // Found by the same words as those of today.
    const { rows: found } = await sql`
      select id from user_action where words @@ ${`${searchQuery('harbor 0013')} & ${pageQuery('Old')}`}::tsquery`.execute(
      db,
    )
    expect(found).toHaveLength(3)

    // The browser delivers a claim of then again: it is still one entry.
    await auditedTransaction(db, (trx) =>
      appendAudit(
        trx,
        auditEntry({
          source: 'console',
          user: { issuer: 'i', subject: 's', email: 'e', sessionId: 't', tokenId: 'j' },
          transactionId: '00000000-0000-4000-8000-000000000001',
          activity: 'Old',
          message: 'entry 1 of Hárbor 8901170000000000013',
        }),
      ),
    )
    await appendEntries(db, {})
    expect(await verifyChain(db)).toMatchObject({ links: 5, faults: [] })
    await database.close()
  })

  it('use 2 is found by the words of its details as new entries are, proven as before, and closed to updates again', async () => {
    const database = await open()
    const { db } = database
    await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0014')))
    const details = [
      'VPN endpoint: "vpn.hárbor.example" → "vpn.example"\nalert threshold: 100 → 90',
      'VPN password: "x7Kq9"\nsecret=hush, token: t1\ninstaller service key: replaced',
      `sha256: ${'a1'.repeat(32)}, links: 1 to 7`,
      '8901170000000000013 8901170000000000021',
      '… — !',
      '',
    ]
    await appendEntries(db, ...details.map((detail) => ({ detail })))
    const older = (entry: { activity: string; message: string; object: string }) =>
      sql`array_to_tsvector(${searchWords(entry.activity, `${entry.message} ${entry.object}`)}::text[])`
    for (const entry of await db.selectFrom('user_action').selectAll().execute())
      await db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = 'replica'`.execute(trx)
        await sql`update user_action set words = ${older(entry)} where id = ${entry.id}`.execute(trx)
      })
    await migrate(db)
    for (const entry of await db.selectFrom('user_action').selectAll().execute()) {
      const { activity, message, object, detail } = entry
      const { rows } = await sql<{ words: string }>`
        select array_to_tsvector(${searchWords(activity, `${message} ${object}`, detail)}::text[])::text as words`.execute(
        db,
      )
      expect(entry.words).toBe(rows[0]?.words)
    }
    expect(await verifyChain(db)).toMatchObject({ links: details.length, faults: [] })
    await expect(sql`update user_action set words = ''`.execute(db)).rejects.toThrow('append-only')
    const { rows } = await sql`
      select indexname from pg_indexes where tablename = 'user_action' and indexname = 'user_action_by_words'`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    await database.close()
  })

  it('D19 issue 15 is about the things that it names, in their histories, proven as before', async () => {
    const database = await open()
    const { db } = database
    await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0018')))
    const objects = ['sim 8901170000000000013', 'panel CBS0000001', 'csr release 5.0.0', 'panels', '']
    await appendEntries(db, ...objects.map((object) => ({ object })))
    const { rows: hashes } = await sql`select hash from audit_chain order by number`.execute(db)
    await migrate(db)
    expect((await sql`select hash from audit_chain order by number`.execute(db)).rows).toEqual(hashes)
    // Also of a month that comes after the migration.
    await sql`select make_month('user_action', now() + interval '9 months')`.execute(db)
    const later = await db
      .selectNoFrom(sql<Date>`now() + interval '9 months'`.as('at'))
      .executeTakeFirstOrThrow()
    await appendEntries(db, { object: 'company 12', at: later.at })
    const entries = await db
      .selectFrom('user_action')
      .select(['object', 'thing_kind', 'thing_id'])
      .orderBy('id')
      .execute()
    expect(entries.map(({ object, thing_kind, thing_id }) => [object, thing_kind, thing_id])).toEqual([
      ['sim 8901170000000000013', 'sim', '8901170000000000013'],
      ['panel CBS0000001', 'panel', 'CBS0000001'],
      ...objects.slice(2).map((object) => [object, null, null]),
      ['company 12', 'company', '12'],
    ])
    await expect(sql`update user_action set object = ''`.execute(db)).rejects.toThrow('append-only')
    expect(await verifyChain(db)).toMatchObject({ links: objects.length + 1, faults: [] })
    // What an insert itself says of the thing is not believed.
    const trx = await db.startTransaction().execute()
    const { rows: claimed } = await sql`
      insert into user_action overriding system value
        select (jsonb_populate_record(entry, '{"id": -1, "thing_kind": "sim", "thing_id": "13"}')).* from user_action entry
        where object = 'company 12'
        returning thing_kind, thing_id`.execute(trx)
    await trx.rollback().execute()
    expect(claimed).toEqual([{ thing_kind: 'company', thing_id: '12' }])
    // Someone takes an entry out of the history of its thing.
    await asOwner(db, "update user_action set thing_id = '12' where object = 'sim 8901170000000000013'")
    expect((await verifyChain(db)).faults).toEqual([
      expect.stringMatching(
        /\(link 1\) stands in the history of sim 12, but is about sim 8901170000000000013\.$/,
      ),
    ])
    await database.close()
  })

  it('an empty one stays empty', async () => {
    const database = await open()
    await migrate(database.db, former)
    await migrate(database.db)
    expect(await verifyChain(database.db)).toMatchObject({ links: 0, faults: [] })
    await database.close()
  })
})
