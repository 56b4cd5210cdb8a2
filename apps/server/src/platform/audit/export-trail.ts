import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { witnessOf } from '../database/witness.ts'
import { newestAnchor } from './anchors.ts'
import { readArchives } from './archive-record.ts'
import { genesis } from './chain.ts'
import { type ExportSummary, exportFormat, lineOf, signatureLineOf } from './export-format.ts'
import { type KeptLink, readLinks } from './read-links.ts'
import type { SigningKey } from './signing-key.ts'

interface ExportOrder {
  /** The entries that were entered from this instant on, and before that one. */
  from: Date
  to: Date
  key: SigningKey
  /** Who has it made, for the summary. */
  exportedBy: string
  exportedAt: Date
  transactionId: string
  /** Ends it; anyone who reads is thrown what it was aborted with. */
  signal?: AbortSignal
}

/**
 * The trail of a time as the bytes of a file, page by page: every link from the first to the last one whose entry was
 * entered in that time, so that the file is one unbroken piece of the chain, and a last line with the signature. An
 * entry that came into the chain out of its turn, a moment after midnight, may so bring some neighbours along.
 */
export async function* exportTrail(db: Db, order: ExportOrder): AsyncGenerator<Buffer, ExportSummary> {
  const hash = createHash('sha256')
  const witness = await witnessOf(db)
  const range = await rangeOf(db, order)
  const previousHash = range ? await hashBefore(db, range.first) : genesis
  const archivedWith = createArchiveLookup(db)
  let previous = previousHash
  let last: KeptLink | undefined
  let [entries, archived] = [0, 0]
  for await (const page of range ? readLinks(db, { after: range.first - 1, upTo: range.last }) : []) {
    order.signal?.throwIfAborted()
    let text = ''
    for (const link of page) {
      const month = link.entry ? undefined : await archivedWith(link)
      if (month !== undefined) archived++
      text += `${lineOf(link, previous, month)}\n`
      previous = link.hash
      last = link
      entries++
    }
    const bytes = Buffer.from(text)
    hash.update(bytes)
    yield bytes
  }
  await witness.flush()
  const anchor = last && (await newestAnchor(db, last.number))
  const summary: ExportSummary = {
    format: exportFormat,
    from: order.from.toISOString(),
    to: order.to.toISOString(),
    entries,
    archived,
    first: range ? { number: range.first, previousHash } : null,
    head: last ? { number: last.number, hash: last.hash, at: last.at } : null,
    anchor: anchor
      ? { ...anchor, at: anchor.at.toISOString(), token: Buffer.from(anchor.token).toString('base64') }
      : null,
    sha256: hash.digest('hex'),
    exportedBy: order.exportedBy,
    exportedAt: order.exportedAt.toISOString(),
    transactionId: order.transactionId,
  }
  yield Buffer.from(`${signatureLineOf(await order.key.sign(summary))}\n`)
  return summary
}

/** The first and the last link whose entry was entered in that time; undefined where there is none. */
export async function rangeOf(
  db: Kysely<Tables>,
  { from, to }: { from: Date; to: Date },
): Promise<{ first: number; last: number } | undefined> {
  // `+ 0` keeps the planner from walking along the numbers until one fits.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(number + 0) as first, max(number + 0) as last from audit_chain
    where entry_at >= ${from} and entry_at < ${to}`.execute(db)
  const [range] = rows
  return range?.first == null || range.last == null ? undefined : { first: range.first, last: range.last }
}

/** The hash that a link follows from. */
export async function hashBefore(db: Kysely<Tables>, number: number): Promise<string> {
  const row = await db
    .selectFrom('audit_chain')
    .select(sql<string>`encode(hash, 'hex')`.as('hash'))
    .where('number', '=', number - 1)
    .executeTakeFirst()
  return row?.hash ?? genesis
}

/** Which archive explains that an entry is missing. Asked again for each month, since one may be dropped meanwhile. */
function createArchiveLookup(db: Db) {
  const known = new Map<string, boolean>()
  return async ({ entry_at }: KeptLink): Promise<string | undefined> => {
    const month = entry_at.slice(0, 7)
    let isArchived = known.get(month)
    if (isArchived === undefined) {
      isArchived = (await readArchives(db)).has(month)
      known.set(month, isArchived)
    }
    return isArchived ? month : undefined
  }
}
