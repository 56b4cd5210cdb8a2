import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The audit trail (R38). Append-only; number, time and hashes are the database's own (migration 0001). */
export interface UserActionTable {
  number: GeneratedAlways<number>
  /** Given only by the demo world's seed, for entries in the past. */
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
  result: string
  detail: string
  previous_hash: ColumnType<string, never, never>
  hash: ColumnType<string, never, never>
}

declare module '../database/tables.ts' {
  interface Tables {
    user_action: UserActionTable
  }
}
