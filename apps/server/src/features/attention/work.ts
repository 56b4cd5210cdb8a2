import { factRights } from '@support-console/contract'
import { sql } from 'kysely'
import type { Source } from './source.ts'

/** A batch that ended longer ago is told no more. */
const batchDays = 7

/** Panels that stay disabled beyond their time, as the one who ordered it may no longer change panels, or it cannot be done. */
export const disabledSource: Source = async (db) => {
  const { rows } = await sql<{ id: string; cloudId: string; reason: string; since: Date }>`
    select distinct on (cloud_id) disabling_id as id, cloud_id as "cloudId", reason, finished_at as since
    from disabling join panel using (cloud_id) where state in ('refused', 'failed') and flagged
      and not exists (select from disabling as other where other.cloud_id = disabling.cloud_id
        and other.state in ('pending', 'running')) and finished_at > coalesce(flag_changed_at, '-infinity')
    order by cloud_id, finished_at desc`.execute(db)
  return rows.map(({ id, since, cloudId, reason }) => ({
    key: `disabled ${id}`,
    rights: [factRights.panel],
    since: since.toISOString(),
    panels: 1,
    what: {
      code: 'still-disabled',
      of: { kind: 'panel', id: cloudId },
      name: cloudId,
      figures: {},
      note: reason,
    },
  }))
}

/** Releases in waves that wait for a person (D61). */
export const wavesSource: Source = async (db) => {
  const { rows } = await sql<{ id: string; release: string; note: string; since: Date }>`
    select plan_id as id, release, paused_why as note, paused_at as since from wave_plan where paused_at is not null`.execute(
    db,
  )
  return rows.map(({ id, release, note, since }) => ({
    key: `waves ${id}`,
    rights: [factRights.deployment],
    since: since.toISOString(),
    panels: null,
    what: { code: 'waves-paused', of: { kind: 'waves', id }, name: release, figures: {}, note },
  }))
}

/** Batches that ended with SIMs left out, or with an unknown outcome, until they are tried again. */
export const batchesSource: Source = async (db, now) => {
  const { rows } = await sql<{
    id: string
    name: string
    left: number
    total: number
    stopped_by: string | null
    since: Date
  }>`
    select batch_id as id, file_name as name, rows_left as left, total, stopped_by, finished_at as since
    from deactivation_batch as batch cross join lateral (
      select count(*)::integer as total, (count(*) filter (where state in ('stopped', 'unknown')))::integer as rows_left
      from deactivation where deactivation.batch_id = batch.batch_id) as counted
    where not is_single and finished_at > ${new Date(now.getTime() - batchDays * 24 * 3600_000).toISOString()}::timestamptz
      and rows_left > 0 and not exists (select from deactivation_batch as retry where retry.retry_of = batch.batch_id)`.execute(
    db,
  )
  return rows.map(({ id, name, left, total, stopped_by, since }) => ({
    key: `batch ${id}`,
    rights: [factRights.deactivation],
    since: since.toISOString(),
    panels: null,
    what: {
      code: stopped_by === null ? 'batch-unknown' : 'batch-stopped',
      of: { kind: 'batch', id },
      name,
      figures: { left, total },
      note: stopped_by ?? '',
    },
  }))
}
