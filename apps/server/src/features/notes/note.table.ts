import type { NoteKind } from '@support-console/contract'

/** A note on a thing. */
export interface NoteTable {
  note_id: string
  thing_kind: NoteKind
  /** Its main identifier; of a company its id. */
  thing_id: string
  text: string
  until_at: Date
  issuer: string
  subject: string
  email: string
  created_at: Date
  /** By a person, before its time. */
  ended_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    note: NoteTable
  }
}
