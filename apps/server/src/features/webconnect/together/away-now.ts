import { longestShiftDays } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { usualAt } from './usual.ts'

/** A container that was heard within this says what is so now; in milliseconds. */
const heardMs = 120_000

/** The line of Home: a count so often, in milliseconds, and so many of them. */
const countedMs = 600_000
const dayMs = 24 * 3600_000
const everywhere = { scope: 'webconnect', id: '' }
/** As long as a shift can be told, and the day of Home. */
const keptDays = longestShiftDays + 1
/** A line is drawn from so many points. */
const mostPoints = 300

/** Writes down how many panels are silent, once in ten minutes, where a container was heard. */
export async function keepSilent(db: Db, now: Date): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / countedMs) * countedMs).toISOString()
  const { rows } = await sql`select from webconnect_silent where at = ${at}::timestamptz`.execute(db)
  if (rows.length > 0) return
  const { silent, heard } = await countNow(db, now)
  if (heard === 0) return
  await sql`insert into webconnect_silent (at, silent) values (${at}::timestamptz, ${silent}) on conflict do nothing`.execute(
    db,
  )
  await sql`delete from webconnect_silent where at < ${new Date(now.getTime() - keptDays * dayMs).toISOString()}::timestamptz`.execute(
    db,
  )
}

/** How many panels are silent, in a session or without one, beside what is usual at this hour; and how far that is known (D55). */
export async function silentNow(db: Db, now: Date) {
  const [{ heardAt, ...counts }, usual, { rows: past }] = await Promise.all([
    countNow(db, now),
    usualAt(db, now, [everywhere]),
    sql<{ at: Date; silent: number }>`
      select at, silent from webconnect_silent where at > ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz
      order by at`.execute(db),
  ])
  return {
    ...counts,
    usual: usual.samples === 0 ? null : usual.of('webconnect', ''),
    heardAt: heardAt?.toISOString() ?? null,
    past: past.map(({ at, silent }) => ({ at: at.toISOString(), silent })),
  }
}

/** How many panels were silent in that time, as far as that was known, and what is usual at its end. */
export async function silentBetween(db: Db, from: Date, to: Date) {
  const stepMs = Math.max(
    countedMs,
    Math.ceil((to.getTime() - from.getTime()) / mostPoints / countedMs) * countedMs,
  )
  const [usual, { rows }] = await Promise.all([
    usualAt(db, to, [everywhere]),
    // Of each step the most: what was short is seen, too.
    sql<{ at: Date; silent: number }>`
      select min(at) as at, max(silent) as silent from webconnect_silent
      where at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
      group by floor(extract(epoch from at) * 1000 / ${stepMs}) order by 1`.execute(db),
  ])
  return {
    points: rows.map(({ at, silent }) => ({ at: at.toISOString(), silent })),
    usual: usual.samples === 0 ? null : usual.of('webconnect', ''),
  }
}

/** How many containers there are, and how many were heard of late. */
export async function heardOf(db: Db, now: Date) {
  const { containers, heard } = await countNow(db, now)
  return { containers, heard }
}

async function countNow(db: Db, now: Date) {
  const { rows } = await sql<{
    silent: number
    all: number
    heard_at: Date | null
    containers: number
    heard: number
  }>`
      select greatest((select count(distinct cloud_id)::integer from webconnect_absence where ended_at is null),
          -- Of the first look no one's absence is kept yet.
          coalesce(sum(silent_count), 0)::integer) as silent,
        (select coalesce(sum(panels), 0)::integer from webconnect_population where scope = '') as all,
        max(said_at) as heard_at, count(*)::integer as containers,
        (count(*) filter (where said_at >= ${new Date(now.getTime() - heardMs).toISOString()}::timestamptz))::integer as heard
      from webconnect_container where said_at > ${new Date(now.getTime() - 8 * dayMs).toISOString()}::timestamptz`.execute(
    db,
  )
  const { silent = 0, all = 0, heard_at: heardAt = null, containers = 0, heard = 0 } = rows[0] ?? {}
  return { silent, all: Math.max(all, silent), containers, heard, heardAt }
}
