import { type Kysely, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { type AuditEntry, appendAudits } from './append-audit.ts'
import {
  type ArchiveOnRecord,
  archiveActivity,
  archiveDetail,
  archiveObject,
  readArchives,
} from './archive-record.ts'
import { type AuditedTransaction, auditedTransaction } from './audited-transaction.ts'

/** A month cannot be archived; the message is a sentence for the operator. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
}

/** How long a drop waits each time for a moment in which no one uses the trail, and how often it tries. */
const patience = { waitMs: 150, pauseMs: 500, tries: 240 }

/** A month of the trail, by UTC. */
interface Month {
  /** 2026-01 */
  month: string
  /** From this instant on, and before that one. */
  from: Date
  to: Date
}

interface DropOrder extends Month {
  clock: Clock
  /** Under which the file was made, as its summary says. */
  transactionId: string
  /** Of the key that signed the file. */
  thumbprint: string
  /** By that key, of what goes on record (`signArchive`). */
  signature: string
  operator: AuditEntry['user']
}

/** What the month's file holds. */
interface WithFile {
  sha256: string
  entries: number
  first: number
  last: number
}

/** The table that holds a month's entries. */
export const partitionOf = (month: string) => `user_action_${month.replace('-', '_')}`

/** How many entries were entered in that time. */
export async function countEntries(
  trx: Kysely<Tables>,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*) as many from user_action where at >= ${from} and at < ${to}`.execute(trx)
  return rows[0]?.many ?? 0
}

/**
 * The entry about it and the drop in one transaction. A drop needs the whole trail for itself for a moment: it asks for
 * it for a moment only, and again later, so that the servers never queue behind it.
 */
export async function dropMonth(db: Db, order: DropOrder, archived: WithFile): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await auditedTransaction(db, (trx) => drop(trx, order, archived))
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      if (tries === patience.tries)
        throw new ArchiveRefused(
          `The audit trail was in use all the time, so ${order.month} was not dropped. The file is good; run this again later.`,
        )
      await order.clock.wait(patience.pauseMs)
    }
  }
}

async function drop(trx: AuditedTransaction, order: DropOrder, archived: WithFile): Promise<void> {
  const { month } = order
  const partition = sql.table(partitionOf(month))
  await sql`select set_config('lock_timeout', ${String(patience.waitMs)}, true)`.execute(trx)
  // From here on no one enters anything into this month; the others go on.
  await sql`lock table ${partition} in share mode`.execute(trx)
  const entries = await countEntries(trx, order)
  if (entries !== archived.entries)
    throw new ArchiveRefused(
      `${month} has ${entries} entries now, and had ${archived.entries} when the file was made. Move the file away and run this again.`,
    )
  const former = [...(await readArchives(trx)).values()].filter(({ at }) =>
    at.toISOString().startsWith(month),
  )
  await sql`lock table only user_action in access exclusive mode`.execute(trx)
  await sql`select set_config('lock_timeout', '0', true)`.execute(trx)
  await sql`drop table ${partition}`.execute(trx)
  await appendAudits(trx, entriesAbout(archived, former, order))
}

/** What goes on record: this archive, and those whose own entries are dropped with the month. */
function entriesAbout(
  archived: WithFile,
  former: readonly ArchiveOnRecord[],
  { month, transactionId, thumbprint, signature, operator }: DropOrder,
): AuditEntry[] {
  const entry = {
    source: 'server' as const,
    user: operator,
    transactionId,
    remoteAddress: '',
    route: 'audit:archive',
    permission: '',
    activity: archiveActivity,
    result: 'Success',
  }
  return [
    {
      ...entry,
      message: `Archive and drop ${month} of the audit trail`,
      object: archiveObject(month),
      detail: archiveDetail({ ...archived, thumbprint, signature }),
    },
    ...former.map((each) => ({
      ...entry,
      message: `Keep on record that ${each.month} of the audit trail was archived and dropped on ${each.at.toISOString().slice(0, 10)}`,
      object: archiveObject(each.month),
      detail: each.detail,
    })),
  ]
}
