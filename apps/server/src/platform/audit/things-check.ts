import { isThing, thingKinds } from '@support-console/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { plain } from './export-format.ts'
import type { KeptLink } from './read-links.ts'

/** One row: the last entry that was made by the rules of older versions. */
interface AuditOlderTable {
  only_one: boolean
  last_id: number
}

declare module '../database/tables.ts' {
  interface Tables {
    audit_older: AuditOlderTable
  }
}

export const lastOlderEntry = async (db: Kysely<Tables>): Promise<number> =>
  (await db.selectFrom('audit_older').select('last_id').executeTakeFirst())?.last_id ?? 0

/** An entry that is about a thing stands in its history, and in no other. */
export function* complainAboutThings(links: readonly KeptLink[], lastOlder: number): Generator<string> {
  for (const { number, entry_id, entry_at, entry, thing } of links) {
    if (!entry || thing === undefined) continue
    const right = (entry_id > lastOlder ? thingsOf : thingsOfOlder)(entry.object)
    if (!right.includes(thing))
      yield `The entry ${entry_id} of ${entry_at} (link ${number}) stands in the history of ${plain(thing ?? 'nothing')}, but is about ${plain(right[0] ?? 'no thing')}.`
  }
}

const thingsOf = (object: string): (string | null)[] => [isThing(object) ? object : null]

/** A kind, a space, and what has none of the spaces that every database has known. */
const olderThing = new RegExp(`^(?:${thingKinds.join('|')}) [^\\t-\\r ]+$`)
/** Some are spaces in one database, locale or version of Unicode, and none in another. */
const disputedSpace = /[\p{Cc}\u00a0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]/u

/** What an older database may have read from an object: its `\s` was that of its locale (0018, 0040). */
function thingsOfOlder(object: string): (string | null)[] {
  if (!olderThing.test(object)) return [null]
  return disputedSpace.test(object) ? [object, null] : [object]
}
