import { type Kysely, sql } from 'kysely'

/**
 * A sweep that a person began is lasting work like any other: in the tray, told once at its end. What the night began is
 * no one's. A lane keeps from when and from which read its pace is taken, so that the time that is left can be told.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sweep_lane add column paced_at timestamptz, add column paced_from integer not null default 0`.execute(
    db,
  )
  await sql`create index sweep_of_person on sweep (issuer, subject, coalesce(finished_at, 'infinity'))`.execute(
    db,
  )
  await sql`create index sweep_of_transaction on sweep (transaction_id)`.execute(db)
  await sql`create index sweep_unfinished on sweep (created_at) where finished_at is null`.execute(db)
  await sql`
    create view undertaking_of_sweep as
      select 'sweep' as kind, work.sweep_id as id, 'transaction' as thing_kind, transaction_id::text as thing_id,
        '' as name, '' as what, null::text as before, null::text as after,
        work.transaction_id, work.issuer, work.subject, work.email, work.created_at as began_at,
        work.finished_at as ended_at, coalesce(work.finished_at, 'infinity') as over_at, stopped_by,
        case state when 'running' then 'running' when 'finished' then 'succeeded' else 'incomplete' end as state,
        total, done, case when state in ('stopped', 'paused') then total - done else 0 end as failed, reason, '[]'::jsonb as log
      from sweep as work left join lateral (
        select sum(listed + read_count)::integer as done, sum(case when lane.state = 'finished' then listed + read_count
          else greatest(planned_list, listed) + greatest(planned_reads, read_count) end)::integer as total
        from sweep_lane as lane where lane.sweep_id = work.sweep_id) as counted on true
      where subject <> ''`.execute(db)
  const { rows } = await sql<{ kinds: string }>`
    select rtrim(pg_get_viewdef('undertaking'::regclass), '; ') as kinds`.execute(db)
  await sql
    .raw(
      `create or replace view undertaking as ${rows[0]?.kinds} union all select * from undertaking_of_sweep`,
    )
    .execute(db)
  const trigger = (name: string, when: string, call: string) =>
    sql.raw(`create trigger ${name} after ${when} for each row ${call}`).execute(db)
  await trigger(
    'announce_undertaking',
    'insert or update on sweep',
    `execute function announce_undertaking('sweep_id')`,
  )
  await trigger(
    'undertaking_ended',
    'update on sweep',
    `when (old.finished_at is null and new.finished_at is not null) execute function undertaking_ended('sweep_id')`,
  )
  await trigger(
    'announce_undertaking',
    'update on sweep_lane',
    `when (old.listed + old.read_count < new.listed + new.read_count) execute function announce_undertaking('sweep_id')`,
  )
}
