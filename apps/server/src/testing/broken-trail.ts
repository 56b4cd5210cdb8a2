import { sql } from 'kysely'
import type { Db } from '../platform/database/open-database.ts'

/** Does `work` while the audit trail takes no entry, as with a full disk. */
export async function withBrokenTrail(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`
    create function refuse_entries() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device'; end $$`.execute(db)
  await sql`create trigger a_refuse before insert on user_action
    for each row execute function refuse_entries()`.execute(db)
  try {
    await work()
  } finally {
    await sql`drop function refuse_entries() cascade`.execute(db)
  }
}
