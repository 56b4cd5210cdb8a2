import type { OutageScope } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { lateMs } from '../look-at-container.ts'
import { iso, type Outage, sum } from './outage.ts'

/** A container that is away for longer is told no more. */
const longestDownMs = 8 * 24 * 3600_000

/** Containers that answer, and tell only what was so long ago (D56), with the panels that they told of last. */
export async function containersLate(db: Db, now: Date) {
  const { rows } = await sql<{ name: string; said_at: Date; panels: number }>`
    select container_name as name, said_at, connection_count as panels from webconnect_container
    where problem = '' and said_at < checked_at - ${lateMs} * interval '1 ms' and checked_at > ${iso(now.getTime() - 5 * lateMs)}::timestamptz`.execute(
    db,
  )
  return rows.map(({ name, said_at, panels }) => ({
    ...{ name, panels, from: iso(said_at.getTime()) },
    minutes: Math.round((now.getTime() - said_at.getTime()) / 60_000),
  }))
}

/** Containers that do not answer, and WebConnect as a whole where none of several does, with the panels that were seen nowhere since. */
export async function containersDown(db: Db, now: Date): Promise<Outage[]> {
  const { rows } = await sql<{ name: string; said_at: Date; is_down: boolean; panels: number }>`
    select container_name as name, said_at, said_at is distinct from checked_at and problem <> '' as is_down,
      case when said_at is distinct from checked_at and problem <> '' then
        (select count(*)::integer from webconnect_present where webconnect_present.container_name = container.container_name)
      else 0 end as panels
    from webconnect_container as container where said_at > ${iso(now.getTime() - longestDownMs)}::timestamptz`.execute(
    db,
  )
  const down = rows.filter(({ is_down, panels }) => is_down && panels > 0)
  const outage = (scope: OutageScope, id: string, some: typeof down): Outage => {
    const panels = sum(some, (container) => container.panels)
    const from = iso(Math.max(...some.map(({ said_at }) => said_at.getTime())))
    return { scope, id, members: panels, from, to: from, isDown: true, away: panels }
  }
  if (rows.length > 1 && down.length === rows.length) return [outage('webconnect', '', down)]
  return down.map((each) => outage('container', each.name, [each]))
}
