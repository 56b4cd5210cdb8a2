/** Remote Portal users. */
export const usersSchema = `
  create table remote_user (
    email text not null check (email = lower(email) and email <> ''),
    company_id integer not null references company (id),
    remote_id text not null check (remote_id <> ''),
    role text not null check (role <> ''),
    primary key (email, company_id, remote_id)
  );
  create index remote_user_by_company on remote_user (company_id);
  create index remote_user_email_begin on remote_user (email collate "C");
  -- By the end of what stands before the @: a part that has the @ in it is found by that (features/search/by-name).
  create index remote_user_by_half_end on remote_user ((reverse(split_part(email, '@', 1))) collate "C");
  begin
    create index remote_user_by_parts on remote_user using gin (email gin_trgm_ops);
  exception when undefined_object then
    raise notice 'pg_trgm is not there: %', sqlerrm;
  end;`
