import { randomUUID } from 'node:crypto'
import { open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import type { AuditEntry } from './append-audit.ts'
import { readArchives } from './archive-record.ts'
import { signArchive } from './archive-signature.ts'
import { type CheckedExport, checkExport } from './check-export.ts'
import { ArchiveRefused, countEntries, dropMonth, partitionOf } from './drop-month.ts'
import { type ExportSummary, plain } from './export-format.ts'
import { exportTrail, hashBefore, rangeOf } from './export-trail.ts'
import { createFaultList } from './fault-list.ts'
import { createLinkCheck } from './link-check.ts'
import { readLinks } from './read-links.ts'
import type { SigningKey } from './signing-key.ts'

interface ArchiveOrder {
  /** 2026-01, by UTC. */
  month: string
  folder: string
  /** Takes the month's entries out of the database, once the file has proved good. */
  drop: boolean
  key: SigningKey
  operator: AuditEntry['user']
  clock: Clock
}

interface Archived {
  path: string
  sha256: string
  /** Entries of the month. */
  entries: number
  first: number
  last: number
  /** It lay there already, from an earlier run, and is as good. */
  wasThere: boolean
  isDropped: boolean
}

/**
 * Writes a month's entries to a signed file and, if told so, drops them from the database. The chain's links stay, and
 * an entry about it goes on record in the same transaction, so anyone who walks the chain knows why they are missing
 * (docs/audit/old-months.md). Cut off at any point, it leaves all of them where they are, or where the file is.
 * @throws ArchiveRefused
 */
export async function archiveMonth(db: Db, order: ArchiveOrder): Promise<Archived> {
  const { month, folder, drop, key, operator, clock } = order
  await mayBeArchived(db, order)
  const time = await timeOf(db, month)
  const entries = await verifyMonth(db, month, time)
  const range = await rangeOf(db, time)
  if (!range || entries === 0) throw new ArchiveRefused(`The audit trail has no entries of ${month}.`)
  const path = join(folder, `audit-${month}.ndjson`)
  const wasThere = (await stat(path).catch(() => undefined)) !== undefined
  if (!wasThere) await writeFile(db, path, { ...order, ...time })
  const file = await checkExport(path, key.thumbprint)
  const { transactionId } = await mustBe(db, path, file, { ...time, ...range })
  const archived = { path, sha256: file.sha256, entries, ...range, wasThere }
  if (drop) {
    const signature = await signArchive(key, { month, entries, ...range, sha256: file.sha256 })
    const order = { month, ...time, transactionId, thumbprint: key.thumbprint, signature, operator, clock }
    await dropMonth(db, order, archived)
  }
  return { ...archived, isDropped: drop }
}

/** The month by the database's clock, from its first instant on and before the next one's. */
async function timeOf(db: Db, month: string): Promise<{ from: Date; to: Date }> {
  const from = new Date(`${month}-01T00:00:00.000Z`)
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + 1)
  const { rows } = await sql<{ is_over: boolean }>`select now() >= ${to}::timestamptz as is_over`.execute(db)
  if (!rows[0]?.is_over)
    throw new ArchiveRefused(`${month} is not over yet (by UTC); only a past month can be archived.`)
  return { from, to }
}

async function mayBeArchived(db: Db, { month, folder, drop }: ArchiveOrder): Promise<void> {
  const at = await stat(folder).catch(() => undefined)
  if (!at?.isDirectory()) throw new ArchiveRefused(`${folder} is no folder. Make it first.`)
  const record = (await readArchives(db)).get(month)
  if (record)
    throw new ArchiveRefused(
      `${month} was archived and dropped already, on ${record.at.toISOString()} (${plain(record.detail)}).`,
    )
  const { rows } = await sql<{ mine: boolean }>`
    select pg_has_role(current_user, relowner, 'USAGE') as mine from pg_class
    where oid = to_regclass(${partitionOf(month)})`.execute(db)
  if (rows.length === 0) throw new ArchiveRefused(`The audit trail has no entries of ${month}.`)
  if (drop && !rows[0]?.mine)
    throw new ArchiveRefused(
      'Only the owner of the tables can drop a month of the audit trail; the role of DATABASE_URL is not. Give the address of the owner. Nothing was changed.',
    )
}

/**
 * Every link of the month's piece of the chain fits, none of the month is without its entry, and no entry of it is
 * without a link.
 * @returns how many entries the month has
 */
async function verifyMonth(db: Db, month: string, time: { from: Date; to: Date }): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const range = await rangeOf(trx, time)
      if (!range) return 0
      const hash = await hashBefore(trx, range.first)
      const faults = createFaultList()
      const check = createLinkCheck(await readArchives(trx), faults, { number: range.first - 1, hash })
      let entries = 0
      for await (const page of readLinks(trx, { after: range.first - 1, upTo: range.last }))
        for (const link of page) {
          check.take(link)
          if (link.entry_at.startsWith(month)) entries++
        }
      check.end()
      if (faults.count > 0)
        throw new ArchiveRefused(
          `The chain does not hold for ${month}, so it stays: ${faults.told[0]} (npm run audit:verify)`,
        )
      const kept = await countEntries(trx, time)
      if (kept !== entries)
        throw new ArchiveRefused(
          `The chain does not hold for ${month}, so it stays: ${kept} entries have ${entries} links. (npm run audit:verify)`,
        )
      return entries
    })
}

/** Under another name until it is whole and on the disk. */
async function writeFile(
  db: Db,
  path: string,
  { key, operator, clock, from, to }: ArchiveOrder & { from: Date; to: Date },
): Promise<void> {
  const unfinished = `${path}.unfinished`
  const trail = exportTrail(db, {
    from,
    to,
    key,
    exportedBy: operator.email,
    exportedAt: clock.now(),
    transactionId: randomUUID(),
  })
  try {
    const file = await open(unfinished, 'w')
    try {
      await file.writeFile(trail)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    await flushFolder(join(path, '..'))
  } catch (error) {
    const { code, syscall = '' } = error as NodeJS.ErrnoException
    if (!['open', 'write', 'fsync', 'rename'].includes(syscall)) throw error
    throw new ArchiveRefused(`${path} cannot be written (${code}). Nothing was changed.`)
  }
}

/** The file's name is on the disk, too. Not every system can do this with a folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** The file on the disk, read again, is what the database holds. */
async function mustBe(
  db: Db,
  path: string,
  { summary, faults }: CheckedExport,
  { from, to, first, last }: { from: Date; to: Date; first: number; last: number },
): Promise<ExportSummary> {
  if (faults.length > 0)
    throw new ArchiveRefused(
      `${path} is no good archive, so nothing was dropped: ${faults.join(' ')} Move it away and run this again.`,
    )
  const hash = await hashBefore(db, last + 1)
  const isSame = (found: ExportSummary) =>
    found.from === from.toISOString() &&
    found.to === to.toISOString() &&
    found.first?.number === first &&
    found.head?.number === last &&
    found.head.hash === hash
  if (!summary || !isSame(summary))
    throw new ArchiveRefused(
      `${path} is there already and holds something else than what the audit trail has of that month. Move it away and run this again.`,
    )
  return summary
}
