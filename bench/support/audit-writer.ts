// One server of the bench audit-write, as a process of its own: so many writers that append entries, by the product's own
// code with the chain, or the same rows in plain transactions. Says "ready", begins when it is told so, and prints how
// long each entry took, in milliseconds, as JSON.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { type AuditEntry, appendAudit } from '../../apps/server/src/platform/audit/append-audit.ts'
import { auditedTransaction } from '../../apps/server/src/platform/audit/audited-transaction.ts'
import { searchWords } from '../../apps/server/src/platform/audit/search-words.ts'
import { openDatabase } from '../../apps/server/src/platform/database/open-database.ts'

const [kind = '', url = '', connections = '', seconds = ''] = process.argv.slice(2)
const { db, close } = await openDatabase({ url, folder: '', connections: Number(connections) })

const entryOf = (writer: number, i: number): AuditEntry => ({
  source: 'server',
  user: {
    issuer: 'https://login.example/realms/staff',
    subject: `u-${writer}`,
    email: `person.${writer}@example.com`,
    sessionId: '0b8a1c52-70a3-4b0e-9a55-2c3b9a6b2f10',
    tokenId: '7f3f7a0e-96a1-43a5-8c5f-0d8f1a0b9c3d',
  },
  transactionId: randomUUID(),
  remoteAddress: '10.1.2.3',
  route: 'POST /api/simmanagement/v1/sims/{SimId}',
  permission: 'sim-management.change',
  activity: 'SIM Management',
  message: `Deactivate SIM 8901170000000${String(i % 1_000_000).padStart(6, '0')}`,
  object: `sim 8901170000000${String(i % 1_000_000).padStart(6, '0')}`,
  result: 'Success',
  detail: 'AT&T: DEACTIVATED',
})

const write = {
  chained: (entry: AuditEntry) => auditedTransaction(db, (trx) => appendAudit(trx, entry)),
  plain: (entry: AuditEntry) =>
    db.transaction().execute(async (trx) => {
      const { user, message, object } = entry
      await trx
        .insertInto('user_action')
        .values({
          source: entry.source,
          transaction_id: entry.transactionId,
          sub_transaction_id: null,
          issuer: user.issuer,
          subject: user.subject,
          email: user.email,
          session_id: user.sessionId,
          token_id: user.tokenId,
          remote_address: entry.remoteAddress,
          route: entry.route,
          permission: entry.permission,
          activity: entry.activity,
          message,
          object,
          result: entry.result,
          detail: entry.detail ?? '',
          words: sql<string>`array_to_tsvector(${searchWords(entry.activity, `${message} ${object}`, entry.detail)}::text[])`,
        })
        .execute()
    }),
}[kind]
if (!write) throw new Error(`What is "${kind}"? chained or plain`)

const writers = Array.from({ length: Number(connections) }, (_, writer) => writer)
/** Every connection is open, and every statement was prepared once. */
await Promise.all(writers.map((writer) => write(entryOf(writer, 0))))
console.log('ready')
await once(process.stdin, 'data')
process.stdin.pause()

const times: number[] = []
const end = performance.now() + Number(seconds) * 1000
await Promise.all(
  writers.map(async (writer) => {
    for (let i = 1; ; i++) {
      const began = performance.now()
      if (began >= end) return
      await write(entryOf(writer, i))
      times.push(performance.now() - began)
    }
  }),
)
console.log(JSON.stringify(times.map((time) => Math.round(time * 1000) / 1000)))
await close()
