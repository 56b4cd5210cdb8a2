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
  /** What the entry is found by; undefined where that is not at hand (an export), or the entry is not there. */
  words?: readonly string[] | undefined
  /** The thing whose history it is in; null: in none; undefined as above. */
  thing?: string | null | undefined
}

/** An entry may have tens of thousands of characters, and two pages are in memory at a time. */
const pageSize = 1000

interface Row {
  number: number
  link_at: string
  entry_at: string
  entry_id: number
  content: string
  hash: string
  /** Null where the link's entry is not there. */
  entry: (Omit<ProvenEntry, 'at'> & { words: string[]; thing: string | null }) | null
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
      // Anyone who is served may leave before it comes; then no one waits for its failure.
      next.catch(() => {})
      yield page
    }
  } finally {
    await next.catch(() => {})
  }
}

async function readPage(db: Kysely<Tables>, after: number, upTo: number): Promise<KeptLink[]> {
  // `offset 0`: each entry by the key of its month, however large the planner thinks that the trail is. As JSON, which
  // arrives as it was kept: of a column that begins with U+FEFF PGlite would leave that out.
  const { rows } = await sql<Row>`
    select link.number, ${instant('link.at')} as link_at, ${instant('link.entry_at')} as entry_at, link.entry_id,
      encode(link.content, 'hex') as content, encode(link.hash, 'hex') as hash, to_json(entry) as entry
    from (
      select * from audit_chain where number > ${after} and number <= ${upTo} order by number limit ${pageSize}
    ) as link
    left join lateral (
      select id, source, transaction_id, sub_transaction_id, issuer, subject, email, session_id, token_id,
        remote_address, route, permission, activity, message, object, result, detail, tsvector_to_array(words) as words,
        case when thing_kind is not null or thing_id is not null then concat(thing_kind, ' ', thing_id) end as thing
      from user_action as entry where entry.at = link.entry_at and entry.id = link.entry_id offset 0
    ) as entry on true
    order by link.number`.execute(db)
  return rows.map(toLink)
}

/** With microseconds, which no time of ours has: one that was changed must not look as it did. */
const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const toInstant = (text: string): string => text.replace(/000Z$/, 'Z')

function toLink({ number, link_at, entry_at, entry_id, content, hash, entry: kept }: Row): KeptLink {
  const at = toInstant(link_at)
  const entryAt = toInstant(entry_at)
  if (!kept) return { number, at, entry_at: entryAt, entry_id, content, hash, entry: undefined }
  const { words, thing, ...fields } = kept
  return {
    number,
    at,
    entry_at: entryAt,
    entry_id,
    content,
    hash,
    entry: { ...fields, at: entryAt },
    words,
    thing,
  }
}
