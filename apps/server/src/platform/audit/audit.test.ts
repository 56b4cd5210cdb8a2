import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditEntry as entry } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { createLogger } from '../logging/logger.ts'
import { createMetrics } from '../metrics/metrics.ts'
import type { Platform } from '../platform.ts'
import { type AuditEntry, appendAudit, appendAudits } from './append-audit.ts'
import { auditedTransaction, NotRecorded } from './audited-transaction.ts'
import { contentOf, genesis, hashOf } from './chain.ts'
import { createHeadWitness } from './chain-head.ts'

describeOnEachDatabase('D19 audit', (database) => {
  const db = () => database.get().db
  const append = (more: Partial<AuditEntry> = {}) =>
    auditedTransaction(db(), (trx) => appendAudit(trx, entry(more)))
  const all = () => db().selectFrom('user_action').selectAll().orderBy('id').execute()
  const links = () =>
    db()
      .selectFrom('audit_chain')
      .select(['number', 'at', 'entry_at', 'entry_id'])
      .select([
        sql<string>`encode(content, 'hex')`.as('content'),
        sql<string>`encode(hash, 'hex')`.as('hash'),
      ])
      .orderBy('number')
      .execute()

  it.each(['user_action', 'audit_chain'])('R39 %s refuses update, delete and truncate', async (table) => {
    await append()
    const name = sql.table(table)
    const column = sql.ref(table === 'user_action' ? 'email' : 'hash')
    await expect(sql`update ${name} set ${column} = ${column}`.execute(db())).rejects.toThrow(/append-only/)
    await expect(sql`delete from ${name}`.execute(db())).rejects.toThrow(/append-only/)
    await expect(sql`truncate ${name}`.execute(db())).rejects.toThrow(/append-only/)
  })

  it('R39 a month of the trail refuses them, too', async () => {
    await append()
    const { rows } = await sql<{ month: string }>`
      select distinct tableoid::regclass::text as month from user_action`.execute(db())
    for (const { month } of rows) {
      await expect(sql`truncate ${sql.table(month)}`.execute(db())).rejects.toThrow(/append-only/)
      await expect(sql`delete from ${sql.table(month)}`.execute(db())).rejects.toThrow(/append-only/)
    }
  })

  it('R40 links are numbered without a gap; each hashes its entry, all fields of it, and the former one', async () => {
    await append()
    await auditedTransaction(db(), async (trx) => {
      await appendAudit(trx, entry())
      throw new Error('rolled back')
    }).catch(() => {})
    await append({ subTransactionId: randomUUID(), detail: 'a:1,b\r\n\u001b[31m𝄞' })
    await auditedTransaction(db(), (trx) => appendAudits(trx, [entry(), entry(), entry()]))
    const entries = new Map((await all()).map((each) => [each.id, each]))
    let previous = genesis
    for (const [i, link] of (await links()).entries()) {
      expect(link.number).toBe(i + 1)
      const of = entries.get(link.entry_id)
      if (!of) throw new Error(`link ${link.number} has no entry`)
      expect(link.entry_at).toEqual(of.at)
      expect(link.content).toBe(contentOf(of))
      expect(link.hash).toBe(hashOf(link, previous))
      previous = link.hash
      entries.delete(link.entry_id)
    }
    expect([...entries.keys()]).toEqual([])
  })

  it('R40 many writers at once make one chain', async () => {
    const before = (await links()).length
    await Promise.all(Array.from({ length: 40 }, () => append()))
    const made = await links()
    expect(made).toHaveLength(before + 40)
    for (const [i, link] of made.entries())
      if (i > 0) expect(link.hash).toBe(hashOf(link, made[i - 1]?.hash ?? ''))
  })

  it('R40 who waits for a row of another transaction with an entry does not end in a deadlock', async () => {
    await db()
      .insertInto('seed_part')
      .values([
        { name: 'a', done_at: undefined },
        { name: 'b', done_at: undefined },
      ])
      .execute()
    const touch = (name: string) =>
      auditedTransaction(db(), async (trx) => {
        await appendAudit(trx, entry())
        await trx.updateTable('seed_part').set({ name }).where('name', '=', name).execute()
        await appendAudit(trx, entry())
      })
    const names = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'a' : 'b'))
    expect(await Promise.allSettled(names.map(touch))).toEqual(
      names.map(() => expect.objectContaining({ status: 'fulfilled' })),
    )
  })

  it('D18 an equal claim of the console in one transaction is kept once; the server may say the same again', async () => {
    const transactionId = randomUUID()
    await Promise.all([1, 2].map(() => append({ transactionId, source: 'console' })))
    for (let i = 0; i < 2; i++) await append({ transactionId, source: 'server' })
    const sources = (await all()).filter((e) => e.transaction_id === transactionId).map((e) => e.source)
    expect(sources).toEqual(['console', 'server', 'server'])
  })

  it('a NUL and half a surrogate pair in what a user typed do not stop the entry', async () => {
    await append({ message: 'a\u0000b\ud800c' })
    expect((await all()).at(-1)?.message).toBe('a\ufffdb\ufffdc')
  })

  it('many at once are kept as each alone would be, in their order, with whatever stands in them', async () => {
    const transactionId = randomUUID()
    const odd = { message: '"a"\u0000\ud800 𝄞 \\u0000', object: "sim 8901', ('x", detail: '\r\n\u001b[31m' }
    const past = new Date('2026-10-31T23:59:59.999Z')
    await sql`select make_month('user_action', ${past})`.execute(db())
    const entries = [
      entry({ ...odd, transactionId }),
      entry({ transactionId, at: past, subTransactionId: transactionId }),
    ]
    await auditedTransaction(db(), (trx) => appendAudits(trx, entries))
    for (const each of entries) await append(each)
    const kept = (await all())
      .filter((each) => each.transaction_id === transactionId)
      .sort((a, b) => a.id - b.id)
      .map(({ id: _id, at, ...rest }) => ({ ...rest, isPast: at.getTime() === past.getTime() }))
    expect(kept.slice(0, 2)).toEqual(kept.slice(2))
    expect(kept.map(({ isPast }) => isPast)).toEqual([false, true, false, true])
    expect(kept[0]?.message).toBe('"a"\ufffd\ufffd 𝄞 \\u0000')
  })

  it('R37 a change whose entry cannot be chained does not happen, and says so', async () => {
    await sql`alter table audit_chain add constraint full_disk check (number < 0) not valid`.execute(db())
    try {
      const change = auditedTransaction(db(), async (trx) => {
        await trx.insertInto('seed_part').values({ name: 'not recorded', done_at: undefined }).execute()
        await appendAudit(trx, entry())
      })
      await expect(change).rejects.toThrow(NotRecorded)
      await expect(change).rejects.toMatchObject({ mayHaveHappened: false })
    } finally {
      await sql`alter table audit_chain drop constraint full_disk`.execute(db())
    }
    const kept = await db()
      .selectFrom('seed_part')
      .select('name')
      .where('name', '=', 'not recorded')
      .execute()
    expect(kept).toEqual([])
  })

  if (database.kind === 'postgres')
    it('R37 a database that ends in the midst of the commit leaves open what happened', async () => {
      await sql`create function end_in_commit() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db())
      await sql`create constraint trigger z_end after insert on audit_chain deferrable initially deferred
        for each row execute function end_in_commit()`.execute(db())
      try {
        await expect(append()).rejects.toMatchObject({ name: 'NotRecorded', mayHaveHappened: true })
      } finally {
        await sql`drop function end_in_commit() cascade`.execute(db())
      }
    })

  describe('R41 the head', () => {
    it('is written to the log when it moved, and only then', async () => {
      const lines: string[] = []
      const log = createLogger(
        { log: { level: 'info', instance: 'test' } },
        { write: (line: string) => lines.push(line) },
      )
      const platform = { db: db(), log, metrics: createMetrics(database.get(), '1.2.3') } as Platform
      const witness = createHeadWitness(platform)
      await append()
      await witness()
      await witness()
      await append()
      await witness()
      const newest = (await links()).at(-1)
      expect(lines).toHaveLength(2)
      expect(JSON.parse(lines[1] ?? '')).toMatchObject({
        msg: 'audit chain head',
        number: newest?.number,
        hash: newest?.hash,
      })
    })
  })
})
