import { environmentScreen } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { StoredEntry } from './audit-trail.store.ts'

/**
 * The trail is told whole to who may read it (D16). Where another answer tells of an entry, one about the environment of a
 * panel, be it the server's or the console's, takes that right, too (D45).
 */
export const isEntryOfEnvironment = ({ activity }: Pick<StoredEntry, 'activity'>): boolean =>
  activity === environmentScreen

/** The same of a row of `user_action`. */
export const isOfEnvironment: RawBuilder<boolean> = sql`(route like '%/pathfinder' or activity = ${sql.lit(environmentScreen)})`
