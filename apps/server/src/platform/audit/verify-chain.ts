import { type Kysely, sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { type ArchiveOnRecord, readArchives } from './archive-record.ts'
import { complaintAboutArchive } from './archive-signature.ts'
import { flush } from './audited-transaction.ts'
import {
  type ChainFault,
  type ChainPlace,
  createLinkCheck,
  explainHash,
  type LateEntries,
  type LinkCheck,
} from './link-check.ts'
import { type KeptLink, readLinks } from './read-links.ts'

/** What the walk along the whole chain found. */
export interface Verification {
  links: number
  /** Links whose entries are there, and fit. */
  entries: number
  /** Months whose entries were archived and dropped, and how many links are without an entry for that. */
  archived: { month: string; entries: number; sha256: string; isProven: boolean }[]
  /** Entries that bear a time long before that of their link. */
  late: LateEntries
  /** Undefined where there is no link. */
  head: { number: number; hash: string; at: string } | undefined
  /** What does not fit, in sentences: of the chain the first fault only. Empty: all is well. */
  faults: string[]
}

export interface VerifyOptions {
  /** A head that was noted down before. */
  earlier?: { number: number; hash: string } | undefined
  /** Thumbprints of the keys that may have signed the records of archives; none: nothing is known about them. */
  keys?: readonly string[] | undefined
  /** Told after each page. */
  onProgress?: ((links: number, of: number) => void) | undefined
}

/**
 * Walks the whole chain with its entries, as one moment shows them, and computes every hash here, never by the
 * database. A million entries take some ten seconds and no more memory than a few (R40, R41).
 */
export async function verifyChain(db: Db, options: VerifyOptions = {}): Promise<Verification> {
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => verify(trx, options))
  // Whoever notes its head down must find it again, whatever happens to the database's machine.
  await flush(db)
  return found
}

async function verify(
  trx: Kysely<Tables>,
  { earlier, keys = [], onProgress }: VerifyOptions,
): Promise<Verification> {
  // No month is dropped between the look at the archives and the walk.
  await sql`lock table user_action in access share mode`.execute(trx)
  const archives = await readArchives(trx)
  const counts = await countRows(trx)
  const check = createLinkCheck(archives)
  let fault: ChainFault | undefined
  let former: ChainPlace[] = []
  let earlierHash: string | undefined
  walk: for await (const page of readLinks(trx)) {
    for (const link of page) {
      if (link.number === earlier?.number) earlierHash = link.hash
      former = [...former.slice(-1), check.last]
      fault = check.check(link)
      if (!fault) continue
      fault = { ...fault, sentence: (await explained(trx, link, former)) ?? fault.sentence }
      break walk
    }
    onProgress?.(check.links, counts.links)
  }
  const faults = fault ? [fault.sentence] : await lookBeside(trx, check, counts, archives)
  if (keys.length > 0 && faults.length === 0)
    for (const archive of archives.values()) {
      const complaint = await complaintAboutArchive(archive, keys)
      if (complaint) faults.push(complaint)
    }
  if (earlier) {
    const head = { ...earlier, reached: earlierHash ?? (await hashAt(trx, earlier.number)) }
    const sentence = sayEarlier(head, await lastNumber(trx))
    if (sentence) faults.push(sentence)
  }
  const { number, hash, at } = check.last
  return {
    links: check.links,
    entries: check.entries,
    archived: [...check.missing].sort().map(([month, entries]) => ({
      month,
      entries,
      sha256: archives.get(month)?.sha256 ?? '',
      isProven: keys.length > 0 && faults.length === 0,
    })),
    late: check.late,
    head: at === undefined ? undefined : { number, hash, at },
    faults,
  }
}

const countRows = async (trx: Kysely<Tables>) => {
  const { rows } = await sql<{ links: number; entries: number }>`
    select (select count(*) from audit_chain) as links, (select count(*) from user_action) as entries`.execute(
    trx,
  )
  return rows[0] ?? { links: 0, entries: 0 }
}

/** Only a hash that does not fit has more to be said about it than what the link itself shows. */
async function explained(
  trx: Kysely<Tables>,
  link: KeptLink,
  former: readonly ChainPlace[],
): Promise<string | undefined> {
  if (link.number !== (former.at(-1)?.number ?? 0) + 1) return undefined
  for await (const [next] of readLinks(trx, { after: link.number, upTo: link.number + 1 }))
    return explainHash(link, former, next)
  return explainHash(link, former, undefined)
}

/** What a walk along the links cannot meet: entries without one. */
async function lookBeside(
  trx: Kysely<Tables>,
  check: LinkCheck,
  counts: { links: number; entries: number },
  archives: ReadonlyMap<string, ArchiveOnRecord>,
): Promise<string[]> {
  if (counts.links !== check.links)
    return [`The chain has ${counts.links} links under ${check.links} numbers: some stand twice.`]
  if (counts.entries === check.entries) {
    const wrong = check.compareArchives()
    return wrong === undefined ? [] : [wrong]
  }
  const { rows } = await sql<{ id: number; at: Date }>`
    select id, at from user_action as entry where not exists (
      select from audit_chain as link where link.entry_id = entry.id and link.entry_at = entry.at)
    order by id limit 1`.execute(trx)
  const [entry] = rows
  const many = counts.entries - check.entries
  if (!entry) return [`${many} entries stand twice.`]
  const month = entry.at.toISOString().slice(0, 7)
  const why = archives.has(month) ? ` ${month} was archived before; nothing is entered there any more.` : ''
  const others = many > 1 ? ` So have ${many - 1} others.` : ''
  return [
    `Entry ${entry.id} of ${entry.at.toISOString()} has no link: it was put in past the chain, or its link was cut off.${why}${others}`,
  ]
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
    return `The chain was made anew: link ${number} has the hash ${reached}, and had ${hash} when its head was noted down.`
  if (last < number)
    return `The tail after link ${last} was cut: the chain was noted down up to link ${number} (${hash}).`
  return `Link ${number}, which was noted down as the head (${hash}), is missing.`
}
