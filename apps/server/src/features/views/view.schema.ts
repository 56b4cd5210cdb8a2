/** Views of lists (D38): of a person, or for all. A name is there once: among a person's own, and among those for all. */
export const viewSchema = `
  create table saved_view (
    view_id uuid primary key,
    issuer text not null,
    subject text not null,
    email text not null,
    list text not null,
    name text not null,
    same_name text not null,
    query text not null,
    is_shared boolean not null,
    used_at timestamptz not null
  );
  create unique index saved_view_own on saved_view (issuer, subject, list, same_name) where not is_shared;
  create unique index saved_view_shared on saved_view (list, same_name) where is_shared;
  create table default_view (
    issuer text not null,
    subject text not null,
    list text not null,
    view_id uuid not null,
    primary key (issuer, subject, list)
  );`
