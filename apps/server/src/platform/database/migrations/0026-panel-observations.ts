import { type Kysely, sql } from 'kysely'

/**
 * Who looks at a panel sees what was asked about it (D37), by the ID that it was asked by. Its connection is left to
 * polls: a container that starts again would be news of all its panels at once.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create trigger announce_panel_news after insert or update on observation for each row
      when (new.thing_kind = 'panel' and new.source <> 'WebConnect')
      execute function announce_news('panel', 'thing_id')`.execute(db)
}
