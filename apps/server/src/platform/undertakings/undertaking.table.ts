import type { ThingKind, UndertakingKind, UndertakingState } from '@support-console/contract'
import type { ColumnType } from 'kysely'

type Read<T> = ColumnType<T, never, never>

/** Lasting work of all kinds: a view, which is only read. */
interface UndertakingView {
  kind: Read<UndertakingKind>
  id: Read<string>
  /** What it is done to, as the audit trail names it. */
  thing_kind: Read<ThingKind>
  thing_id: Read<string>
  name: Read<string>
  /** Which of its sorts; empty where there is one. */
  what: Read<string>
  before: Read<string | null>
  after: Read<string | null>
  transaction_id: Read<string>
  issuer: Read<string>
  subject: Read<string>
  email: Read<string>
  began_at: Read<Date>
  ended_at: Read<Date | null>
  /** When it ended; infinity while it runs. For conditions and orders alone. */
  over_at: ColumnType<unknown, never, never>
  stopped_by: Read<string | null>
  state: Read<UndertakingState>
  total: Read<number>
  done: Read<number>
  failed: Read<number>
  reason: Read<string>
  log: Read<{ at: string; line: string }[]>
}

declare module '../database/tables.ts' {
  interface Tables {
    undertaking: UndertakingView
  }
}
