import { type Generated, type Selectable, sql } from 'kysely'
import { type AuditEntry, appendAudit, appendAudits } from '../audit/append-audit.ts'
import { type AuditedTransaction, auditedTransaction } from '../audit/audited-transaction.ts'
import type { Db } from '../database/open-database.ts'

interface RefusedCallsTable {
  issuer: string
  subject: string
  began_at: Generated<Date>
  /** How many of each call were refused since then, beside what is entered. */
  counts: Generated<Record<string, number>>
  /** AuditEntry as JSON; a text, which holds whatever its strings hold. */
  last_entry: string
}

declare module '../database/tables.ts' {
  interface Tables {
    refused_calls: RefusedCallsTable
  }
}

type Due = Pick<Selectable<RefusedCallsTable>, 'began_at' | 'counts' | 'last_entry'>

/** People whose refusals are entered in one transaction. */
const atOnce = 100

/**
 * Puts the refusal of a call that its caller may not make on record (D33): someone's first one at once, as it is; those
 * that follow are counted in the database, in the caller's transaction, for `enterCountedRefusals`.
 * @throws NotRecorded
 */
export async function enterRefusal(trx: AuditedTransaction, entry: AuditEntry): Promise<void> {
  const { issuer, subject } = entry.user
  const { rows } = await sql<{ is_first: boolean }>`
    insert into refused_calls as counted (issuer, subject, last_entry)
      values (${issuer}, ${subject}, ${JSON.stringify(entry)})
    on conflict (issuer, subject) do update set
      last_entry = excluded.last_entry,
      counts = counted.counts
        || jsonb_build_object(${entry.route}::text, coalesce((counted.counts ->> ${entry.route}::text)::int, 0) + 1)
    returning counts = '{}' as is_first`.execute(trx)
  if (rows[0]?.is_first) await appendAudit(trx, entry)
}

/**
 * Enters what was counted of each person for a minute, as one entry; who was refused nothing for a minute begins again. On
 * any server, now and then: each takes those that no other is at.
 */
export async function enterCountedRefusals(db: Db): Promise<void> {
  let taken: number
  do {
    taken = await auditedTransaction(db, async (trx) => {
      // Whose they are stays in the database: of a text that begins with U+FEFF, PGlite gives the rest alone.
      const { rows: due } = await sql<Due>`
        with due as (
          select * from refused_calls where began_at <= clock_timestamp() - interval '1 minute'
          order by began_at limit ${atOnce} for update skip locked),
        quiet as (
          delete from refused_calls using due
          where (refused_calls.issuer, refused_calls.subject) = (due.issuer, due.subject) and due.counts = '{}'),
        begun as (
          update refused_calls set counts = '{}', began_at = clock_timestamp() from due
          where (refused_calls.issuer, refused_calls.subject) = (due.issuer, due.subject) and due.counts <> '{}')
        select began_at, counts, last_entry from due order by began_at`.execute(trx)
      await appendAudits(trx, due.flatMap(entryOf))
      return due.length
    })
  } while (taken === atOnce)
}

/** One refusal as it was; of several the last one, with how many there were of each call. */
function entryOf({ began_at, counts, last_entry }: Due): AuditEntry[] {
  const entry = JSON.parse(last_entry) as AuditEntry
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (all <= 1) return all === 0 ? [] : [entry]
  const calls = Object.entries(counts).map(([route, count]) => `${count} × ${route}`)
  return [
    {
      ...entry,
      message: `${entry.message}: the last of ${all} refused calls`,
      detail: `${entry.detail} ${all} calls since ${began_at.toISOString()}: ${calls.join(', ')}.`,
    },
  ]
}
