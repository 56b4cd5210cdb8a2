import type { Attention, Permission } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'

export type What = Attention['what']

/** Something that needs a person, with all that may be told of it. */
export interface Needed {
  key: string
  rights: readonly Permission[]
  /** UTC, ISO 8601. */
  since: string
  /** Of panels that stopped together: when the last of them did. */
  until?: string
  panels: number | null
  what: What
}

/** Finds all of its kind that there is now. */
export type Source = (db: Db, now: Date) => Promise<Needed[]>
