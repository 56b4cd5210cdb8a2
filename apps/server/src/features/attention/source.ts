import type { Attention, Permission } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'

/** Something that needs a person, with all that may be told of it. */
export interface Needed {
  key: string
  rights: readonly Permission[]
  /** UTC, ISO 8601. */
  since: string
  /** Of panels that stopped together: when the last of them did. */
  until?: string
  panels: number | null
  what: Fault
}

/** What is told beside key, since and panels. */
export type Fault = Pick<Attention, 'code' | 'of' | 'name' | 'figures' | 'note'>

/** Finds all of its kind that there is now. */
export type Source = (db: Db, now: Date) => Promise<Needed[]>
