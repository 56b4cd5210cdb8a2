import type { Permission } from '@support-console/contract'
import type { Generated } from 'kysely'
import type { Fault } from './source.ts'

/** What needs a person. */
interface AttentionTable {
  key: string
  /** What it takes to be told of it. */
  rights: Permission[]
  since: Date
  /** Of panels that stopped together: when the last of them did; otherwise null. */
  until: Date | null
  /** How many panels it stops; null: not known. */
  panels: number | null
  what: Fault
}

/** Who has a row in hand. */
interface AttentionTakenTable {
  key: string
  /** May be empty. */
  word: string
  issuer: string
  subject: string
  email: string
  taken_at: Date
}

/** One row: whose turn it is to look, until when, and when it was last done. */
interface AttentionLookTable {
  only_one: Generated<boolean>
  held_until: Date
  looked_at: Date | null
}

/** A neighbour that is in trouble, as one server sees it. */
interface NeighbourTroubleTable {
  server: string
  system: string
  failed: number
  calls: number
  since: Date
  /** When it was last asked. */
  asked_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    attention: AttentionTable
    attention_taken: AttentionTakenTable
    attention_look: AttentionLookTable
    neighbour_trouble: NeighbourTroubleTable
  }
}
