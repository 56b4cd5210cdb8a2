import { type Kysely, sql } from 'kysely'

/**
 * The reading side of lasting work (docs/decisions/015): a view of each kind, all of them in `undertaking`, and the triggers
 * that tell of each change and each end, with its commit, no matter who makes it. A new kind is one view and its triggers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['deactivation_batch', 'csr_deployment']) {
    // A person's work, what still runs last.
    await sql
      .raw(`create index ${table}_of_person on ${table} (issuer, subject, coalesce(finished_at, 'infinity'))`)
      .execute(db)
    await sql
      .raw(`create index ${table}_unfinished on ${table} (created_at) where finished_at is null`)
      .execute(db)
  }
  await views(db)
  await announcements(db)
}

/** Whose it is and when; `over_at`: later than everything while it runs. */
const begun = `work.transaction_id, work.issuer, work.subject, work.email, work.created_at as began_at,
  work.finished_at as ended_at, coalesce(work.finished_at, 'infinity') as over_at`
const isOpen = "state in ('ready', 'asking', 'waiting', 'settling')"

async function views(db: Kysely<never>): Promise<void> {
  await sql
    .raw(`
      create view undertaking_of_batch as
        select 'batch' as kind, work.batch_id as id, 'batch' as thing_kind, work.batch_id::text as thing_id,
          file_name as name, '' as what, null::text as before, null::text as after, ${begun}, stopped_by,
          case when finished_at is null then 'running' when done = total then 'succeeded' else 'incomplete' end as state,
          total, done, total - done - open as failed, '' as reason, '[]'::jsonb as log
        from deactivation_batch as work left join lateral (
          select count(*)::integer as total, (count(*) filter (where state = 'done'))::integer as done,
            (count(*) filter (where ${isOpen}))::integer as open
          from deactivation where batch_id = work.batch_id) as counted on true
        where not is_single`)
    .execute(db)
  await sql
    .raw(`
      create view undertaking_of_deactivation as
        select 'deactivation' as kind, work.batch_id as id, 'sim' as thing_kind, iccid as thing_id,
          coalesce(iccid, '') as name, '' as what, null::text as before, null::text as after, ${begun}, stopped_by,
          case when finished_at is null then 'running' when state = 'done' then 'succeeded' else 'error' end as state,
          1 as total, (state is not distinct from 'done')::integer as done,
          (finished_at is not null and state is distinct from 'done')::integer as failed,
          coalesce(note, '') as reason, '[]'::jsonb as log
        from deactivation_batch as work left join deactivation as sim on sim.batch_id = work.batch_id and position = 0
        where is_single`)
    .execute(db)
  await sql
    .raw(`
      create view undertaking_of_deployment as
        select 'deployment' as kind, deployment_id as id, 'csr' as thing_kind, ip_address as thing_id,
          server as name, work.kind as what, from_release as before, to_release as after, ${begun}, null::text as stopped_by,
          state, 1 as total, (state = 'succeeded')::integer as done, (state = 'error')::integer as failed, reason, log
        from csr_deployment as work join csr using (csr_id)`)
    .execute(db)
  await sql`
    create view undertaking as
      select * from undertaking_of_batch union all
      select * from undertaking_of_deactivation union all
      select * from undertaking_of_deployment`.execute(db)
}

/**
 * News of a piece of work name its kind and its id for all who may read the kind, and `undertaking` and its id for the person
 * whose it is. `ended`, its kind and its id are for servers: each that is there hears it once, after the commit.
 */
async function announcements(db: Kysely<never>): Promise<void> {
  // By a hash, so that it fits into every payload and has no blank.
  await sql`
    create function tell_person(issuer text, subject text, kind text, id text) returns void language sql as $$
      select pg_notify('news', kind || ' ' || id || ' '
        || encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex'))
    $$`.execute(db)
  await sql`
    create function announce_undertaking() returns trigger language plpgsql as $$
    declare
      its_id uuid;
      work record;
    begin
      execute format('select ($1).%I', tg_argv[0]) into its_id using new;
      select kind, issuer, subject into work from undertaking where id = its_id;
      if not found then return null; end if;
      perform pg_notify('news', work.kind || ' ' || its_id), tell_person(work.issuer, work.subject, 'undertaking', its_id::text);
      return null;
    end $$`.execute(db)
  await sql`
    create function undertaking_ended() returns trigger language plpgsql as $$
    declare
      its_id uuid;
    begin
      execute format('select ($1).%I', tg_argv[0]) into its_id using new;
      perform pg_notify('news', 'ended ' || kind || ' ' || id) from undertaking where id = its_id;
      return null;
    end $$`.execute(db)
  const trigger = (name: string, when: string, call: string) =>
    sql.raw(`create trigger ${name} after ${when} for each row ${call}`).execute(db)
  for (const [table, id] of [
    ['deactivation_batch', 'batch_id'],
    ['csr_deployment', 'deployment_id'],
  ]) {
    await trigger(
      'announce_undertaking',
      `insert or update on ${table}`,
      `execute function announce_undertaking('${id}')`,
    )
    await trigger(
      'undertaking_ended',
      `update on ${table}`,
      `when (old.finished_at is null and new.finished_at is not null) execute function undertaking_ended('${id}')`,
    )
  }
  // What 0020 said of batches is said here, and of a SIM's row still that the SIM has changed.
  await sql`drop trigger announce_news on deactivation_batch`.execute(db)
  await sql`drop trigger announce_news on deactivation`.execute(db)
  const hasMoved = 'when (old.state is distinct from new.state or old.note is distinct from new.note)'
  await trigger(
    'announce_news',
    'update on deactivation',
    `${hasMoved} execute function announce_news('sim', 'iccid')`,
  )
  await trigger(
    'announce_undertaking',
    'update on deactivation',
    `${hasMoved} execute function announce_undertaking('batch_id')`,
  )
}
