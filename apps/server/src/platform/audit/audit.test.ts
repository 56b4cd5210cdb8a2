import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { createLogger } from '../logging/logger.ts'
import { createMetrics } from '../metrics/metrics.ts'
import type { Platform } from '../platform.ts'
import { type AuditEntry, appendAudit } from './append-audit.ts'
import { createHeadWitness } from './chain-head.ts'

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  source: 'server',
  user: { issuer: 'https://id.example', subject: 'u', email: 'u@example.com', sessionId: 's', tokenId: 'j' },
  transactionId: randomUUID(),
  remoteAddress: '127.0.0.1',
  route: 'POST /x',
  permission: 'sim-management.change',
  activity: 'Test',
  message: 'Tést – 8901…0013',
  object: 'sim 1',
  result: 'Success',
  ...more,
})

describeOnEachDatabase('D19 audit', (database) => {
  const db = () => database.get().db
  const append = (more: Partial<AuditEntry> = {}) =>
    db()
      .transaction()
      .execute((trx) => appendAudit(trx, entry(more)))
  const all = () => db().selectFrom('user_action').selectAll().orderBy('number').execute()

  it('R39 the table refuses update, delete and truncate', async () => {
    await append()
    await expect(sql`update user_action set email = 'x'`.execute(db())).rejects.toThrow(/append-only/)
    await expect(sql`delete from user_action`.execute(db())).rejects.toThrow(/append-only/)
    await expect(sql`truncate user_action`.execute(db())).rejects.toThrow(/append-only/)
  })

  it('R40 entries are numbered without a gap and each hashes the former one, all fields and its number', async () => {
    await append()
    await db()
      .transaction()
      .execute(async (trx) => {
        await appendAudit(trx, entry())
        throw new Error('rolled back')
      })
      .catch(() => {})
    await append({ subTransactionId: randomUUID(), detail: 'a:1,b' })
    const entries = await all()
    expect(entries.map((e) => e.number)).toEqual(entries.map((_, index) => index + 1))
    let previous = '0'.repeat(64)
    for (const e of entries) {
      expect(e.previous_hash).toBe(previous)
      // Computed here from the definition in migration 0001, apart from the database's own function.
      const fields = [
        String(e.number),
        e.at.toISOString(),
        e.source,
        e.transaction_id,
        e.sub_transaction_id,
        e.issuer,
      ]
      fields.push(e.subject, e.email, e.session_id, e.token_id, e.remote_address, e.route, e.permission)
      fields.push(e.activity, e.message, e.object, e.result, e.detail, e.previous_hash)
      const text = fields.map((f) => (f === null ? '-' : `${Buffer.byteLength(f)}:${f},`)).join('')
      expect(e.hash).toBe(createHash('sha256').update(text).digest('hex'))
      previous = e.hash
    }
  })

  it('R40 many writers at once make one chain', async () => {
    const before = (await all()).length
    await Promise.all(Array.from({ length: 40 }, () => append()))
    const entries = await all()
    expect(entries).toHaveLength(before + 40)
    for (const [i, e] of entries.entries()) if (i > 0) expect(e.previous_hash).toBe(entries[i - 1]?.hash)
  })

  it('D18 an equal claim of the console in one transaction is kept once; the server may say the same again', async () => {
    const transactionId = randomUUID()
    for (let i = 0; i < 2; i++) await append({ transactionId, source: 'console' })
    for (let i = 0; i < 2; i++) await append({ transactionId, source: 'server' })
    const sources = (await all()).filter((e) => e.transaction_id === transactionId).map((e) => e.source)
    expect(sources).toEqual(['console', 'server', 'server'])
  })

  it('a NUL in what a user typed does not stop the entry', async () => {
    await append({ message: 'a\u0000b' })
    expect((await all()).at(-1)?.message).toBe('a\ufffdb')
  })

  describe('R41 the head', () => {
    it('is written to the log when it moved, and only then', async () => {
      const lines: string[] = []
      const log = createLogger({ log: { level: 'info' } }, { write: (line: string) => lines.push(line) })
      const platform = { db: db(), log, metrics: createMetrics(database.get()) } as Platform
      const witness = createHeadWitness(platform)
      await append()
      await witness()
      await witness()
      await append()
      await witness()
      const newest = (await all()).at(-1)
      expect(lines).toHaveLength(2)
      expect(JSON.parse(lines[1] ?? '')).toMatchObject({
        msg: 'audit chain head',
        number: newest?.number,
        hash: newest?.hash,
      })
    })
  })
})
