import type { IdentifiedKind, OutageScope, Permission, TimelineKind } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { May } from '../../platform/sign-on/user.ts'

/** Whose timeline it is, by all ids that sources know it by; of a server the address that the trail names it by. */
export interface Subject {
  kind: Extract<IdentifiedKind, 'sim' | 'panel' | 'company' | 'csr' | 'transaction'>
  ids: readonly string[]
}

/** Before which row a page goes on: its time in microseconds, as the database has it, and its key. */
export interface Place {
  micros: string
  key: string
}

/** One row of whichever source. */
export interface Row {
  key: string
  at: Date
  micros: string
  kind: TimelineKind
  what: string
  from: string | null
  to: string | null
  detail: string
  state: string
  by: string
  source: string
  object: string
  transactionId: string | null
  /** What only some kinds of entries have. */
  more: More | null
}

interface Changed {
  field: string
  before: string
  after: string
}

export interface More {
  /** What a source said otherwise at one look; of a company's batch how many of its SIMs ended how. */
  changes?: Changed[]
  /** Whose look it was. */
  email?: string
  /** Where a panel was connected then; `isTold`: its absence is told by itself. */
  container?: string
  isTold?: boolean
  /** When it had left; of a gap, the last answer before it. */
  since?: string
  /** Of many sessions within an hour: how many, and how far into it the panel was back, in seconds. */
  times?: number
  returns?: number[] | null
  file?: string
  /** In the words of the trail. */
  why?: string
  isClaim?: boolean
  outage?: {
    outageId: string
    kind: OutageScope
    id: string
    company: string
    endedAt: string | null
    panels: number
  }
}

export type Sql = RawBuilder<unknown>

/** Those that a page's rows belong to, and the times of the newest and the oldest of these. */
export interface Transactions {
  ids: readonly string[]
  newest: Date
  oldest: Date
}

/** What is asked of a source: only kinds that the reader may read, and of these only what they may (D45). */
export interface Wanted {
  kinds: readonly TimelineKind[]
  may: May
}

/** What has something to tell of some kinds of things: rows by the thing, or by the transactions that they belong to. */
export interface Source {
  kinds: readonly TimelineKind[]
  /** What it takes to be told, where it is more than the thing's own page does; of some kinds even more. */
  permission?: Permission
  also?: Partial<Record<TimelineKind, Permission>>
  of: readonly Subject['kind'][]
  /** Its rows before this place, the newest first, by an index that holds them in this order. */
  page: (subject: Subject, wanted: Wanted, before: Place, limit: number) => Sql
  /** Its rows of these transactions that are about the thing. */
  steps: (subject: Subject, wanted: Wanted, of: Transactions) => Sql
}

const instant = ({ micros }: Place) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`
/** So many digits that keys of numbers have the numbers' order. */
export const keyOf = (letter: string, id: string) =>
  sql`${sql.lit(letter)} || lpad(${sql.ref(id)}::text, 19, '0')`
export const beforePlace = (at: Sql, key: Sql, place: Place) =>
  sql`${at} <= ${instant(place)} and (${at} < ${instant(place)} or ${key} < ${place.key} collate "C")`
