import type { IdentifiedKind } from './identifiers.ts'
import type { Permission } from './permissions.ts'

/** What a note can be on, and what it takes to write or end one. To read it, it takes what its thing's page does. */
export const noteRights = {
  sim: 'sim-management.change',
  panel: 'panels.change',
  company: 'companies.change',
  csr: 'csr.change',
} as const satisfies Partial<Record<IdentifiedKind, Permission>>

export type NoteKind = keyof typeof noteRights

export const longestNote = 200
/** A note is for the next people, not for good. */
export const longestNoteDays = 30
/** More at a time are not read. */
export const mostNotes = 5
