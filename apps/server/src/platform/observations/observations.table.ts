import type { NeighbourFailure } from '@support-console/contract'
import type { ColumnType, Generated } from 'kysely'

/** What one source last said of a thing, and why it did not answer since. */
interface ObservationTable {
  thing_kind: string
  thing_id: string
  /** Who said it, as people know it: 'AT&T', 'MobileBroker'. */
  source: string
  /** Every field that it told, as text; null: it never told any. */
  fields: ColumnType<Record<string, string> | null, string | undefined, string>
  /** When it was asked for what it told. */
  asked_at: Date | null
  took_ms: number | null
  /** When it first told anything. */
  first_at: Date | null
  /** When it was asked without an answer, after that; null: it answered last. */
  unanswered_at: Date | null
  unanswered_ms: number | null
  /** Of the last time it was asked, an envelope word. */
  status: Generated<string>
  /** Why it did not answer; empty: it did. */
  problem: Generated<string>
  /** The kind of that; null: it did. */
  failure: NeighbourFailure | null
}

/** One field that differs from the observation before. Append-only. */
interface ObservedChangeTable {
  change_id: Generated<number>
  thing_kind: string
  thing_id: string
  source: string
  field: string
  /** Empty: it told none. */
  before: string
  after: string
  at: Date
  /** When its source last said what it was before; null: not known. */
  not_at: Date | null
  /** Of the look that found it; null: no one looked, WebConnect was read. */
  transaction_id: string | null
}

/** One look at a thing: sources were asked about it in one transaction. */
interface ObservedLookTable {
  thing_kind: string
  thing_id: string
  transaction_id: string
  /** When its first source was asked. */
  at: Date
  /** Whose it was; empty: the console's own. */
  email: string
  has_change: boolean
}

/** A time of which a source said nothing, from one answer to the next. Append-only. */
interface ObservedSilenceTable {
  silence_id: Generated<number>
  thing_kind: string
  thing_id: string
  source: string
  since: Date
  until: Date
  /** Of the last question without an answer. */
  status: string
  problem: string
}

/** By which identifiers a source knew a thing, and when. */
interface ObservedIdentifierTable {
  thing_kind: string
  thing_id: string
  /** The field that held it: 'imei', 'phoneNumber', 'ipAddress', 'realIp', 'natIp', 'remotePortalId', … */
  field: string
  /** The identifier in its one form. */
  form: string
  source: string
  first_seen: Date
  /** When the source last told it, once it tells it no more; while it does, its observation has that time. */
  last_seen: Date
}

declare module '../database/tables.ts' {
  interface Tables {
    observation: ObservationTable
    /** As `observation`, but that a panel is gone as soon as its container does not tell of it. */
    observation_now: ObservationTable
    observed_change: ObservedChangeTable
    observed_silence: ObservedSilenceTable
    observed_look: ObservedLookTable
    observed_identifier: ObservedIdentifierTable
  }
}
