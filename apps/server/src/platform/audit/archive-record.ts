import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { ArchiveRecord } from './link-check.ts'

/** What stands on record about a month that was archived and dropped: an entry of the trail like others. */
export interface ArchiveOnRecord extends ArchiveRecord {
  /** The entry that says so. */
  id: number
  at: Date
  detail: string
  /** Of the month's file. */
  sha256: string
  /** A JWS by the console's key; undefined where it bears none. */
  signature: string | undefined
}

export const archiveActivity = 'Audit'
export const archiveObject = (month: string): string => `audit trail ${month}`

/** What an archive's entry says, in words that are read again by `readArchives`. */
export const archiveDetail = (archive: {
  entries: number
  first: number
  last: number
  sha256: string
  thumbprint: string
  signature: string
}): string =>
  `entries: ${archive.entries}, links: ${archive.first} to ${archive.last}, sha256: ${archive.sha256}, signed by: ${archive.thumbprint}, signature: ${archive.signature}`

/** The months that were archived and dropped, by month; of two entries about one month the first counts. */
export async function readArchives(db: Kysely<Tables>): Promise<Map<string, ArchiveOnRecord>> {
  const rows = await db
    .selectFrom('user_action')
    .select(['id', 'at', 'object', 'detail'])
    .where(sql<boolean>`words @@ 'audit & trail'::tsquery`)
    .where('source', '=', 'server')
    .where('activity', '=', archiveActivity)
    .where('result', '=', 'Success')
    .where('object', 'like', archiveObject('____-__'))
    .orderBy('id')
    .execute()
  const records = new Map<string, ArchiveOnRecord>()
  for (const { id, at, object, detail } of rows) {
    const month = object.slice(-7)
    const said = /^entries: (\d{1,15}), links: (\d{1,15}) to (\d{1,15}), sha256: (\w*)/.exec(detail)
    // Only what is over can have been archived.
    const isOver = month < at.toISOString().slice(0, 7)
    if (!said || !isOver || records.has(month)) continue
    const [entries = 0, first = 0, last = 0] = said.slice(1, 4).map(Number)
    const signature = /, signature: ([\w.-]+)$/.exec(detail)?.[1]
    const sha256 = said[4] ?? ''
    records.set(month, { month, entries, first, last, sha256, signature, id, at, detail })
  }
  return records
}
