import { inOwnSchema } from '../../platform/database/database.schema.ts'
import { pastByTime } from '../../platform/database/past.schema.ts'

/**
 * SIM activity, append-only, in monthly partitions. All events of a SIM in one transaction lie in the month in which the first
 * of them happened: `sim_transaction` says when that was, and holds what no index over months can, that there is one first
 * event, which has no sub-transaction id (D8). So a month goes with whole transactions, and who looks for one reads its months only.
 */
export const simActivitySchema = `
  create table sim_transaction (
    transaction_id uuid not null,
    iccid text not null,
    began_at timestamptz not null,
    primary key (transaction_id, iccid)
  );
  create index sim_transaction_by_sim on sim_transaction (iccid);
  create index sim_transaction_by_time on sim_transaction using brin (began_at) with (autosummarize = on);

  create table sim_activity (
    event_id bigint generated always as identity,
    transaction_id uuid not null,
    sub_transaction_id uuid,
    iccid text not null check (iccid ~ '^[0-9]{18,22}$'),
    vendor_code text not null,
    status text not null check (status <> ''),
    description text not null,
    at timestamptz not null,
    began_at timestamptz not null,
    primary key (began_at, event_id)
  ) partition by range (began_at);
  -- Makes writing the same event twice impossible.
  create unique index sim_activity_by_transaction on sim_activity
    (transaction_id, iccid, sub_transaction_id, began_at) nulls not distinct;
  -- The main rows of a SIM in the order of the screen, so a search reads just what it shows.
  create index sim_activity_by_sim on sim_activity (iccid, began_at desc, event_id desc)
    where sub_transaction_id is null;
  create function sim_activity_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'sim_activity is append-only: % is refused', tg_op;
  end $$;
  create trigger sim_activity_append_only before update or delete on sim_activity
    for each row execute function sim_activity_refuse();
  create trigger sim_activity_no_truncate before truncate on sim_activity
    for each statement execute function sim_activity_refuse();
  -- Whole months go (SIM_ACTIVITY_KEEP_DAYS), which the owner of the tables drops for the servers' role.
  create function sim_activity_drop_month(day timestamptz) returns void language plpgsql security definer as $$
  declare
    first_day timestamp := date_trunc('month', day at time zone 'UTC');
  begin
    if (first_day + interval '1 month') at time zone 'UTC' > now() - interval '30 days' then
      raise exception 'SIM activity of the last 30 days is not dropped';
    end if;
    execute format('drop table if exists %I', 'sim_activity_' || to_char(first_day, 'YYYY_MM'));
  end $$;
  ${inOwnSchema('sim_activity_drop_month')}
  perform make_month('sim_activity', month)
    from generate_series(now(), now() + interval '4 months', interval '27 days') as month;
  ${pastByTime('sim_transaction', 'began_at')}`
