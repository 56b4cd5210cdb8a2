import type { X509Certificate } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { witnessOf } from '../database/witness.ts'
import { type CheckedAnchors, createAnchorCheck } from './anchors.ts'
import { type ArchiveOnRecord, readArchives } from './archive-record.ts'
import { complaintAboutArchive } from './archive-signature.ts'
import { createFaultList, type FaultList } from './fault-list.ts'
import { createLinkCheck, type LateEntries, type LinkCheck } from './link-check.ts'
import { readLinks } from './read-links.ts'
import { complainAboutThings } from './things-check.ts'
import { complainAboutWords } from './words-check.ts'

/** What the walk along the whole chain found. */
export interface Verification {
  links: number
  /** Links that fit, with their entries. */
  fitting: number
  /** Links whose entries are there. */
  entries: number
  /** Months whose entries were archived and dropped, and how many links are without an entry for that. */
  archived: { month: string; entries: number; sha256: string; isProven: boolean }[]
  /** Entries that bear a time long before that of their link. */
  late: LateEntries
  /** The time-stamps of its heads. */
  anchors: CheckedAnchors
  /** Undefined where there is no link. */
  head: { number: number; hash: string; at: string } | undefined
  /** What does not fit, in sentences, a hundred at most. Empty: all is well. */
  faults: readonly string[]
  /** How many faults there are in all. */
  faultCount: number
}

interface VerifyOptions {
  /** A head that was noted down before. */
  earlier?: { number: number; hash: string } | undefined
  /** Thumbprints of the keys that may have signed the records of archives; none: nothing is known about them. */
  keys?: readonly string[] | undefined
  /** To which the time-stamps of heads must go back; none: nothing is known about them. */
  timeStampRoots?: readonly X509Certificate[] | undefined
  /** Told after each page. */
  onProgress?: ((links: number, of: number) => void) | undefined
}

/**
 * Walks the whole chain with its entries, as one moment shows them, and computes every hash here, never by the
 * database. A million entries take some ten seconds and no more memory than a few (R40, R41).
 */
export async function verifyChain(db: Db, options: VerifyOptions = {}): Promise<Verification> {
  const witness = await witnessOf(db)
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => verify(trx, options))
  // Anyone who notes its head down must find it again, whatever happens to the database's machine.
  await witness.flush()
  return found
}

async function verify(
  trx: Kysely<Tables>,
  { earlier, keys = [], timeStampRoots = [], onProgress }: VerifyOptions,
): Promise<Verification> {
  // No month is dropped between the look at the archives and the walk.
  await sql`lock table user_action in access share mode`.execute(trx)
  const archives = await readArchives(trx)
  const counts = await countRows(trx)
  const faults = createFaultList()
  const check = createLinkCheck(archives, faults)
  const anchorCheck = createAnchorCheck(trx, faults, timeStampRoots)
  let earlierHash: string | undefined
  for await (const page of readLinks(trx)) {
    for (const link of page) {
      if (link.number === earlier?.number) earlierHash = link.hash
      check.take(link)
    }
    await anchorCheck.take(page)
    for (const sentence of complainAboutThings(page)) faults.add(sentence)
    for (const sentence of complainAboutWords(page)) faults.add(sentence)
    onProgress?.(check.links, counts.links)
  }
  check.end()
  onProgress?.(check.links, counts.links)
  await lookBeside(trx, check, counts, archives, faults)
  for (const archive of keys.length > 0 ? archives.values() : []) {
    const complaint = await complaintAboutArchive(archive, keys)
    if (complaint) faults.add(complaint)
  }
  if (earlier) {
    const head = { ...earlier, reached: earlierHash ?? (await hashAt(trx, earlier.number)) }
    const sentence = sayEarlier(head, await lastNumber(trx))
    if (sentence) faults.add(sentence)
  }
  const anchors = await anchorCheck.end()
  const { number, hash, at } = check.last
  return {
    links: check.links,
    fitting: check.fitting,
    entries: check.entries,
    archived: [...check.missing].sort().map(([month, entries]) => ({
      month,
      entries,
      sha256: archives.get(month)?.sha256 ?? '',
      isProven: keys.length > 0 && faults.count === 0,
    })),
    late: check.late,
    anchors,
    head: at === undefined ? undefined : { number, hash, at },
    faults: faults.told,
    faultCount: faults.count,
  }
}

const countRows = async (trx: Kysely<Tables>) => {
  const { rows } = await sql<{ links: number; entries: number }>`
    select (select count(*) from audit_chain) as links, (select count(*) from user_action) as entries`.execute(
    trx,
  )
  return rows[0] ?? { links: 0, entries: 0 }
}

/** What a walk along the links cannot meet: entries without one. */
async function lookBeside(
  trx: Kysely<Tables>,
  check: LinkCheck,
  counts: { links: number; entries: number },
  archives: ReadonlyMap<string, ArchiveOnRecord>,
  faults: FaultList,
): Promise<void> {
  if (counts.links !== check.links)
    faults.add(`The chain has ${counts.links} links under ${check.links} numbers: some stand twice.`)
  for (const sentence of check.compareArchives()) faults.add(sentence)
  // An entry may be put in for each one that is taken out.
  if (counts.entries === check.entries && faults.count === 0) return
  const { rows } = await sql<{ id: number; at: Date; many: number }>`
    select id, at, count(*) over () as many from user_action as entry where not exists (
      select from audit_chain as link where link.entry_id = entry.id and link.entry_at = entry.at)
    order by id limit 100`.execute(trx)
  for (const { id, at } of rows) {
    const month = at.toISOString().slice(0, 7)
    const why = archives.has(month) ? ` ${month} was archived before; nothing is entered there any more.` : ''
    faults.add(
      `Entry ${id} of ${at.toISOString()} has no link: it was put in past the chain, or its link was cut off.${why}`,
    )
  }
  const many = rows[0]?.many ?? 0
  faults.addUntold(many - rows.length)
  const twice = counts.entries - check.entries - many
  if (twice > 0) faults.add(`${twice} entries stand twice.`)
}

const hashAt = async (trx: Kysely<Tables>, number: number) =>
  (
    await trx
      .selectFrom('audit_chain')
      .select(sql<string>`encode(hash, 'hex')`.as('hash'))
      .where('number', '=', number)
      .executeTakeFirst()
  )?.hash

const lastNumber = async (trx: Kysely<Tables>) =>
  (await trx.selectFrom('audit_chain').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst())
    ?.number ?? 0

/** What became of a head that was noted down before (R41). */
function sayEarlier(
  { number, hash, reached }: { number: number; hash: string; reached: string | undefined },
  last: number,
): string | undefined {
  if (reached === hash) return undefined
  if (reached !== undefined)
    return `The chain was rebuilt: link ${number} has the hash ${reached}, and had ${hash} when its head was noted down.`
  if (last < number)
    return `The tail after link ${last} was cut: the chain was noted down up to link ${number} (${hash}).`
  return `Link ${number}, which was noted down as the head (${hash}), is missing.`
}
