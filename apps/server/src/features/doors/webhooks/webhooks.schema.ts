import { behalf } from '../../../platform/undertakings/undertakings.schema.ts'

/**
 * Webhooks (D59): who is told, what of, and each delivery with its attempts. What happened is written here by triggers, in the
 * transaction that makes it so: none is lost with a server, and each has one ID for good.
 */
export const webhooksSchema = `
  create table webhook (
    webhook_id uuid primary key,
    name text not null,
    url text not null,
    kinds text[] not null check (cardinality(kinds) > 0),
    -- Sealed, as the former one is, which signs until then, too.
    secret text not null,
    former_secret text not null default '',
    former_until timestamptz,${behalf},
    saved_at timestamptz not null,
    until_at timestamptz not null,
    off_why text check (off_why in ('person', 'gone', 'failing', 'owner')),
    off_at timestamptz,
    failing_since timestamptz,
    delivered_at timestamptz,
    paused_until timestamptz,
    check ((off_why is null) = (off_at is null))
  );
  create unique index webhook_by_name on webhook (lower(name));
  create table webhook_event (
    event_id uuid primary key default gen_random_uuid(),
    kind text not null,
    thing_id text not null,
    -- What its page and its rights are made of.
    about jsonb not null default '{}',
    rights text[] not null default '{}',
    at timestamptz not null,
    -- Told once, however often it is said.
    once text unique,
    noted_at timestamptz not null default kept_now()
  );
  create index webhook_event_by_time on webhook_event (noted_at);
  create table webhook_delivery (
    webhook_id uuid not null references webhook on delete cascade,
    event_id uuid not null references webhook_event on delete cascade,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'withheld', 'dropped')),
    attempts integer not null default 0,
    -- When it is tried next by itself; null: not any more.
    due_at timestamptz,
    -- A person's order of one attempt.
    asked_at timestamptz,
    -- The attempt that is under way (R44), and when its server is taken for dead.
    run_id uuid,
    held_until timestamptz,
    primary key (webhook_id, event_id)
  );
  create index webhook_delivery_due on webhook_delivery (webhook_id) where due_at is not null or asked_at is not null;
  create index webhook_delivery_of_event on webhook_delivery (event_id);
  create table webhook_attempt (
    attempt_id bigint generated always as identity primary key,
    webhook_id uuid not null,
    event_id uuid not null,
    at timestamptz not null,
    took_ms integer not null,
    status integer,
    problem text,
    answer text not null default '',
    by_hand boolean not null,
    foreign key (webhook_id, event_id) references webhook_delivery on delete cascade
  );
  create index webhook_attempt_of_delivery on webhook_attempt (webhook_id, event_id);
  create trigger announce_news after insert or update or delete on webhook for each row
    execute function announce_news('webhook', 'webhook_id');
  create trigger announce_news after insert or update on webhook_delivery for each row
    execute function announce_news('webhook', 'webhook_id');

  -- \`wait\`: more that is alike may come until then.
  create function tell_webhooks(its_kind text, its_id text, its_about jsonb, its_rights text[], its_at timestamptz,
    its_once text default null, wait interval default null) returns void language plpgsql as $$
  declare
    its_event uuid;
  begin
    if not exists (select from webhook where its_kind = any(kinds) and off_why is null and until_at > kept_now()) then return; end if;
    insert into webhook_event (kind, thing_id, about, rights, at, once)
      values (its_kind, its_id, its_about, its_rights, its_at, its_once)
      on conflict (once) do nothing returning event_id into its_event;
    if its_event is null then return; end if;
    insert into webhook_delivery (webhook_id, event_id, due_at)
      select webhook_id, its_event, coalesce(kept_now() + wait, '-infinity') from webhook
      where its_kind = any(kinds) and off_why is null and until_at > kept_now();
  end $$;

  -- What needs attention has no write-ahead log: after a crash all of it begins again. So what was told stands here.
  create table webhook_attention (
    key text primary key,
    rights text[] not null
  );
  create function tell_attention() returns trigger language plpgsql as $$
  declare
    its record;
  begin
    for its in delete from webhook_attention as told
      where not exists (select from attention where attention.key = told.key) returning told.key, told.rights
    loop
      perform tell_webhooks('attention.ended', its.key, '{}', its.rights, new.looked_at);
    end loop;
    for its in insert into webhook_attention (key, rights)
      select attention.key, attention.rights from attention
      where not exists (select from webhook_attention as told where told.key = attention.key) returning key, rights
    loop
      perform tell_webhooks('attention.began', its.key, '{}', its.rights, (select since from attention where key = its.key));
    end loop;
    return null;
  end $$;
  -- Each look writes all rows first, and this last.
  create trigger tell_webhooks after update of looked_at on attention_look for each row execute function tell_attention();

  create function tell_outage() returns trigger language plpgsql as $$
  begin
    perform tell_webhooks('outage.ended', new.outage_id::text, jsonb_build_object('what', new.scope), '{}', new.ended_at);
    return null;
  end $$;
  create trigger tell_webhooks after update on webconnect_outage for each row
    when (old.ended_at is null and new.ended_at is not null) execute function tell_outage();

  -- Every end and every pause of work makes a notice, once.
  create function tell_work() returns trigger language plpgsql as $$
  begin
    perform tell_webhooks(
      case when new.about = 'paused' then 'waves.paused' when new.kind = 'watch' then 'watch.ended' else 'work.ended' end,
      new.work_id::text, jsonb_build_object('what', new.kind, 'sort', new.work -> 'what', 'name', new.work -> 'name',
        'thing', concat(new.work ->> 'thing_kind', ' ', new.work ->> 'thing_id')), new.rights, new.at);
    return null;
  end $$;
  create trigger tell_webhooks after insert or update of notice_id on notice for each row
    when (new.about in ('ended', 'paused')) execute function tell_work();

  -- By its kind and not by its things, which can be thousands: at most once in a minute.
  create function tell_finding() returns trigger language plpgsql as $$
  begin
    perform tell_webhooks('fleet.counts', new.finding, '{}', '{}', new.counted_at,
      concat('fleet.counts ', new.finding, ' ', date_trunc('minute', kept_now() at time zone 'UTC')), '90 seconds');
    return null;
  end $$;
  create trigger tell_webhooks after update on fleet_finding for each row
    when (old.counted_at is null and new.counted_at is not null and new.expected_id is null) execute function tell_finding();`
