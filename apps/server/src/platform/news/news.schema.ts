/**
 * News (D37): the database itself announces what has changed, 'csr 10.0.0.1', with the change's commit, no matter who made it,
 * a call, a job, or the import; several of one transaction that are alike once. `announce_news` is given pairs: a kind, and
 * the column with its id.
 */
export const newsSchema = `
  create function announce_news() returns trigger language plpgsql as $$
  declare
    changed jsonb := to_jsonb(coalesce(new, old));
  begin
    for pair in 0 .. tg_nargs / 2 - 1 loop
      perform pg_notify('news', tg_argv[2 * pair] || ' ' || (changed ->> tg_argv[2 * pair + 1]));
    end loop;
    return null;
  end $$;
  -- By a hash, so that the person fits into every payload and has no blank.
  create function tell_person(issuer text, subject text, kind text, id text) returns void language sql as $$
    select pg_notify('news', kind || ' ' || id || ' '
      || encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex'))
  $$;`
