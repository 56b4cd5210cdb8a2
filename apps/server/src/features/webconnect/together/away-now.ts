import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { usualAt } from './usual.ts'

/** A container that was heard within this says what is so now; in milliseconds. */
const heardMs = 120_000

/** How many panels are silent, in a session or without one, beside what is usual at this hour; and how far that is known (D55). */
export async function silentNow(db: Db, now: Date) {
  const [{ rows }, usual] = await Promise.all([
    sql<{ silent: number; all: number; heard_at: Date | null; containers: number; heard: number }>`
      select greatest((select count(distinct cloud_id)::integer from webconnect_absence where ended_at is null),
          -- Of the first look no one's absence is kept yet.
          coalesce(sum(silent_count), 0)::integer) as silent,
        (select coalesce(sum(panels), 0)::integer from webconnect_population) as all,
        max(said_at) as heard_at, count(*)::integer as containers,
        (count(*) filter (where said_at >= ${new Date(now.getTime() - heardMs).toISOString()}::timestamptz))::integer as heard
      from webconnect_container where said_at > ${new Date(now.getTime() - 8 * 24 * 3600_000).toISOString()}::timestamptz`.execute(
      db,
    ),
    usualAt(db, now, 'webconnect'),
  ])
  const { silent = 0, all = 0, heard_at = null, containers = 0, heard = 0 } = rows[0] ?? {}
  return {
    ...{ silent, all: Math.max(all, silent), containers, heard },
    usual: usual.samples === 0 ? null : usual.of('webconnect', ''),
    heardAt: heard_at?.toISOString() ?? null,
  }
}
