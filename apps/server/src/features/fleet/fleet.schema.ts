import { pastOf } from '../../platform/database/past.schema.ts'

/**
 * What is wrong in the whole fleet: a row a finding of a thing, with since when it is so and how often it was read. `at` is the time
 * of the last reading that had it: only a newer one counts as another. What is known for good stands beside it.
 */
export const fleetSchema = `
  create table fleet_expected (
    expected_id uuid primary key,
    finding text not null,
    thing_kind text not null check (thing_kind in ('sim', 'panel', 'csr', 'company')),
    thing_id text not null,
    reason text not null,
    email text not null,
    created_at timestamptz not null default clock_timestamp(),
    until timestamptz not null,
    ended_at timestamptz,
    plan_id uuid
  );
  create index fleet_expected_of_plan on fleet_expected (plan_id) where plan_id is not null;
  create index fleet_expected_of_thing on fleet_expected (thing_kind, thing_id, finding) where ended_at is null;
  create table fleet_finding (
    finding text not null,
    thing_kind text not null check (thing_kind in ('sim', 'panel', 'csr')),
    thing_id text not null,
    company_id integer,
    carrier text not null,
    since timestamptz not null,
    at timestamptz not null,
    source text not null,
    now text not null,
    before text not null,
    readings integer not null default 1,
    expected_id uuid references fleet_expected on delete set null,
    counted_at timestamptz,
    primary key (finding, thing_id)
  ) with (fillfactor = 80);
  create index fleet_finding_of_thing on fleet_finding (thing_kind, thing_id);
  create index fleet_finding_by_since on fleet_finding (finding, since);
  create index fleet_finding_of_expected on fleet_finding (expected_id) where expected_id is not null;
  create table fleet_gone (finding text primary key, total bigint not null);
  create table fleet_turn (
    only_one boolean primary key default true check (only_one),
    begun_at timestamptz,
    whole_at timestamptz
  );
  insert into fleet_turn default values;
  ${pastOf({ table: 'fleet_expected', key: ['expected_id'], born: 'created_at' })}
  ${pastOf({ table: 'fleet_finding', key: ['finding', 'thing_id'], company: 'company_id', ignored: ['readings', 'counted_at'], capped: ['at'] })}
  ${pastOf({ table: 'fleet_turn', key: ['only_one'], ignored: ['begun_at'], capped: ['whole_at'], gap: ['whole_at', '25 hours'] })}`
