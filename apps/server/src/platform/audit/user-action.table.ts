import type { ThingKind } from '@support-console/contract'
import type { ColumnType, Generated, GeneratedAlways, RawBuilder } from 'kysely'

/** The audit trail (R38): what was done. Append-only, a partition a month by `at`. */
export interface UserActionTable {
  id: GeneratedAlways<number>
  /** When it was entered, by the database's clock. Given only by the demo world's seed, for entries in the past. */
  at: Generated<Date>
  /** `console`: claimed by the browser; `server`: what the server itself did. */
  source: 'server' | 'console'
  transaction_id: string
  sub_transaction_id: string | null
  issuer: string
  subject: string
  email: string
  session_id: string
  token_id: string
  remote_address: string
  route: string
  permission: string
  activity: string
  message: string
  object: string
  /** The thing that `object` names: the database reads both from it, so that the proof of it is theirs. */
  thing_kind: GeneratedAlways<ThingKind | null>
  thing_id: GeneratedAlways<string | null>
  result: string
  detail: string
  /** What free text finds it by (search-words.ts); no part of the proof. */
  words: ColumnType<string, RawBuilder<string>, never>
}

/** The proof (D19, R40): one row for each entry, made by the commit. It stays when a month of entries is dropped. */
interface AuditChainTable {
  /** From 1, without a gap. */
  number: GeneratedAlways<number>
  /** When it was chained; never before its predecessor. */
  at: ColumnType<Date, never, never>
  entry_at: ColumnType<Date, never, never>
  entry_id: ColumnType<number, never, never>
  /** SHA-256 of the entry's fields. */
  content: ColumnType<Uint8Array, never, never>
  /** SHA-256 of number, times, id, content and the former hash. */
  hash: ColumnType<Uint8Array, never, never>
}

/** What the browser has claimed already (D18), for as long as it may deliver again. */
interface UserActionClaimTable {
  transaction_id: string
  issuer: string
  subject: string
  activity: string
  message_hash: string
  claimed_at: Generated<Date>
}

declare module '../database/tables.ts' {
  interface Tables {
    user_action: UserActionTable
    audit_chain: AuditChainTable
    user_action_claim: UserActionClaimTable
  }
}
