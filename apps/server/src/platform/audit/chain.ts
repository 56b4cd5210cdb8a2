import { hash } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { witnessOf } from '../database/witness.ts'
import type { UserActionTable } from './user-action.table.ts'

/** A place in the chain, and what it proves: all entries up to it. */
interface ChainHead {
  number: number
  /** 64 hexadecimal digits. */
  hash: string
  at: Date
}

/** The former hash of the first link. */
export const genesis = '0'.repeat(64)

/** A time as it is proven: of a text the whole of it, so that it may show more than the milliseconds of a Date. */
export type Instant = Date | string

/** An entry's fields, as they are proven: all but those by which it is only found. */
export type ProvenEntry = Omit<
  Selectable<UserActionTable>,
  'at' | 'source' | 'words' | 'thing_kind' | 'thing_id'
> & {
  at: Instant
  /** Any text: what is checked may have been changed. */
  source: string
}

/** SHA-256 of an entry's fields as netstrings, in this order; as `user_action_chain` (audit.schema.ts) computes it, and apart from it. */
export function contentOf(entry: ProvenEntry): string {
  const { id, at, source, transaction_id, sub_transaction_id, issuer, subject, email, session_id } = entry
  const { token_id, remote_address, route, permission, activity, message, object, result, detail } = entry
  const who = [issuer, subject, email, session_id, token_id, remote_address]
  const what = [route, permission, activity, message, object, result, detail]
  const fields = [String(id), textOf(at), source, transaction_id, sub_transaction_id, ...who, ...what]
  return sha256(
    fields.map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field},`)).join(''),
  )
}

export interface Link {
  number: number
  at: Instant
  entry_at: Instant
  entry_id: number
  /** Of the entry: `contentOf`. */
  content: string
}

/** The hash of a link: one line of its number, times, the entry's id and content, and the former hash. */
export const hashOf = (link: Link, previous: string): string =>
  sha256(
    `${link.number} ${textOf(link.at)} ${link.entry_id} ${textOf(link.entry_at)} ${link.content} ${previous}`,
  )

const textOf = (at: Instant): string => (typeof at === 'string' ? at : at.toISOString())

const sha256 = (text: string): string => hash('sha256', text)

/**
 * The newest link; undefined where nothing was entered yet. It is on the disk: what a crash might take back, and another
 * entry replace, must not be noted down by anybody.
 */
export async function readHead(db: Kysely<Tables>): Promise<ChainHead | undefined> {
  const witness = await witnessOf(db)
  const head = await db
    .selectFrom('audit_chain')
    .select(['number', sql<string>`encode(hash, 'hex')`.as('hash'), 'at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (head) await witness.flush()
  return head
}
