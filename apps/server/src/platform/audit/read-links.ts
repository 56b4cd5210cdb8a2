import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Link, ProvenEntry } from './chain.ts'

/** A link as it stands in the database, its times as ISO 8601 text, with its entry where there is one. */
export interface KeptLink extends Link {
  at: string
  entry_at: string
  /** 64 hexadecimal digits. */
  hash: string
  entry: ProvenEntry | undefined
}

/** An entry may have tens of thousands of characters, and two pages are in memory at a time. */
const pageSize = 1000

type Row = Omit<ProvenEntry, 'id' | 'at'> & {
  number: number
  link_at: string
  entry_at: string
  entry_id: number
  content: string
  hash: string
  /** Null where the link's entry is not there. */
  id: number | null
}

/**
 * The links after a number, up to another one, in pages; the next page is fetched while one is worked on. Nothing is
 * judged or left out. Reads what is committed at each page, or what the transaction sees that it is given.
 */
export async function* readLinks(
  db: Kysely<Tables>,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { after?: number; upTo?: number } = {},
): AsyncGenerator<KeptLink[]> {
  let next = readPage(db, after, upTo)
  try {
    for (;;) {
      const page = await next
      const last = page.at(-1)
      if (!last) return
      next = readPage(db, last.number, upTo)
      // Whoever is served may leave before it comes; then nobody waits for its failure.
      next.catch(() => {})
      yield page
    }
  } finally {
    await next.catch(() => {})
  }
}

async function readPage(db: Kysely<Tables>, after: number, upTo: number): Promise<KeptLink[]> {
  // `offset 0`: each entry by the key of its month, however large the planner thinks that the trail is.
  const { rows } = await sql<Row>`
    select link.number, ${instant('link.at')} as link_at, ${instant('link.entry_at')} as entry_at, link.entry_id,
      encode(link.content, 'hex') as content, encode(link.hash, 'hex') as hash, entry.id,
      entry.source, entry.transaction_id, entry.sub_transaction_id, entry.issuer, entry.subject, entry.email,
      entry.session_id, entry.token_id, entry.remote_address, entry.route, entry.permission, entry.activity,
      entry.message, entry.object, entry.result, entry.detail
    from (
      select * from audit_chain where number > ${after} and number <= ${upTo} order by number limit ${pageSize}
    ) as link
    left join lateral (
      select * from user_action as entry where entry.at = link.entry_at and entry.id = link.entry_id offset 0
    ) as entry on true
    order by link.number`.execute(db)
  return rows.map(toLink)
}

/** With microseconds, which no time of ours has: one that was changed must not look as it did. */
const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const toInstant = (text: string): string => text.replace(/000Z$/, 'Z')

function toLink({ number, link_at, entry_at, entry_id, content, hash, id, ...fields }: Row): KeptLink {
  const entryAt = toInstant(entry_at)
  const entry = id === null ? undefined : { ...fields, id, at: entryAt }
  return { number, at: toInstant(link_at), entry_at: entryAt, entry_id, content, hash, entry }
}
