import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AuditEntry, appendAudits } from '../platform/audit/append-audit.ts'
import { auditedTransaction } from '../platform/audit/audited-transaction.ts'
import type { Db } from '../platform/database/open-database.ts'

/** An entry of the server, as a change of a SIM leaves it. */
export const auditEntry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
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

/** Appends entries in one transaction, in this order. */
export const appendEntries = (db: Db, ...entries: Partial<AuditEntry>[]): Promise<void> =>
  auditedTransaction(db, (trx) => appendAudits(trx, entries.map(auditEntry)))

/** Does what someone could do who has the whole database in their hands: no trigger is asked. */
export async function asOwner(db: Db, ...statements: string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = 'replica'`.execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
}
