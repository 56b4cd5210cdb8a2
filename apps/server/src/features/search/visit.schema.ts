/** What someone visited (D38): theirs, and no one else’s. */
export const visitSchema = `
  create table visit (
    issuer text not null,
    subject text not null,
    kind text not null,
    id text not null,
    visited_at timestamptz not null,
    primary key (issuer, subject, kind, id)
  );
  create index visit_by_time on visit (visited_at);`
