/** Planned work (issue 52, 6): when an outage of a scope is expected, by the clock of a zone, once or each week. */
export const plannedSchema = `
  create table planned_outage (
    plan_id uuid primary key,
    scope text not null,
    scope_id text not null,
    from_local text not null,
    to_local text not null,
    time_zone text not null,
    is_weekly boolean not null,
    until_at timestamptz,
    reason text not null,
    issuer text not null,
    subject text not null,
    email text not null,
    created_at timestamptz not null,
    over_at timestamptz not null,
    ended_at timestamptz
  );
  create index planned_outage_by_time on planned_outage (over_at);`
