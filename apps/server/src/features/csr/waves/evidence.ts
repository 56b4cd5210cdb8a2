import { judgedAfter, waitsAfterCount } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { nameOfScope } from '../../outages/index.ts'
import { heardOf, readControlGroup, troublesSince } from '../../webconnect/index.ts'
import type { Besides, Known } from './gate.ts'
import type { PlanRow, ServerRow } from './waves.store.ts'

/** What others say beside a server: its control group, and who is in trouble. */
async function readBesides(
  db: Db,
  { server, ordered_at: orderedAt, csr_id: csrId }: ServerRow,
  now: Date,
): Promise<Besides> {
  const since = orderedAt ?? now
  const { rows } = await sql<{ server: string }>`
    select distinct server from csr_deployment join csr using (csr_id)
    where csr_id <> ${csrId} and coalesce(finished_at, 'infinity') >= ${since.toISOString()}::timestamptz`.execute(
    db,
  )
  const besides = rows.map((row) => row.server)
  const [control, heard, troubles] = await Promise.all([
    readControlGroup(db, { receiver: server, since, besides }),
    heardOf(db, now),
    namesOfTroubles(db, since),
  ])
  return { control, ...heard, troubles }
}

/** Carriers, containers and WebConnect that were in trouble since, as people know them. */
export const namesOfTroubles = async (db: Db, since: Date): Promise<string[]> =>
  (await troublesSince(db, since)).map(({ scope, id }) => nameOfScope(scope, id, '') || 'WebConnect')

/** What the gate goes by; what others say is read when the last count is there, or is waited for no longer. */
export async function knownOf(db: Db, plan: PlanRow, row: ServerRow, now: Date): Promise<Known> {
  const endedAt = row.ended_at?.getTime() ?? now.getTime()
  const statuses = row.panels_after ?? []
  const isDue =
    statuses.some(({ minutes }) => minutes === judgedAfter) ||
    now.getTime() > endedAt + (judgedAfter + waitsAfterCount) * 60_000
  const { panels_before: panels, panels_before_at: countedAt } = row
  return {
    wanted: plan.release,
    failed: row.deployed === 'succeeded' ? null : (row.deployed_reason ?? ''),
    endedAt,
    orderedAt: row.ordered_at?.getTime() ?? Number.NaN,
    before: panels === null || countedAt === null ? null : { panels, at: countedAt.getTime() },
    statuses,
    besides: isDue && row.deployed === 'succeeded' ? await readBesides(db, row, now) : null,
    now: now.getTime(),
  }
}
