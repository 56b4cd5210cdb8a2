import { type Kysely, sql } from 'kysely'

/**
 * News (D37): the database itself announces what has changed, 'csr 10.0.0.1', with the change's commit, no matter who made it,
 * a call, a job, or the import; several of one transaction that are alike once. `announce_news` is given pairs: a kind, and
 * the column with its id.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function announce_news() returns trigger language plpgsql as $$
    declare
      changed jsonb := to_jsonb(coalesce(new, old));
    begin
      for pair in 0 .. tg_nargs / 2 - 1 loop
        perform pg_notify('news', tg_argv[2 * pair] || ' ' || (changed ->> tg_argv[2 * pair + 1]));
      end loop;
      return null;
    end $$`.execute(db)
  // A deployment is news of its server: its log grows while nothing else of either changes.
  await sql`
    create function announce_deployment() returns trigger language plpgsql as $$
    begin
      perform pg_notify('news', 'csr ' || ip_address) from csr where csr_id = new.csr_id;
      return null;
    end $$`.execute(db)
  const announce = (table: string, events: string, when: string, kinds: string) =>
    sql
      .raw(`create trigger announce_news after ${events} on ${table} for each row ${when} ${kinds}`)
      .execute(db)
  const news = (...pairs: string[]) =>
    `execute function announce_news(${pairs.map((pair) => `'${pair}'`).join(', ')})`
  const changes = (...columns: string[]) =>
    `when (${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})`
  await announce('csr', 'insert or update', '', news('csr', 'ip_address'))
  await announce('csr_deployment', 'insert or update', '', 'execute function announce_deployment()')
  await announce('deactivation_batch', 'insert or update', '', news('batch', 'batch_id'))
  await announce(
    'deactivation',
    'update',
    changes('state', 'note'),
    news('batch', 'batch_id', 'sim', 'iccid'),
  )
  await announce('company', 'insert or update or delete', '', news('company', 'id'))
  // What the import reads in of panels and SIMs is no news: of millions no one would be told one by one.
  await announce('panel', 'update', changes('flagged', 'flag_changed_at'), news('panel', 'cloud_id'))
  await announce('sim', 'update', changes('usable', 'deactivated_at'), news('sim', 'iccid'))
}
