import { type Kysely, sql } from 'kysely'

/**
 * A panel that connects, leaves, falls silent or is heard again has another state (D40), and every page that shows it hears of
 * that at once; so it does when a container stops to answer, or begins to. Announced as `session`, for those who may read it (D45).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const trigger = (name: string, on: string, when: string, what: string) =>
    sql
      .raw(
        `create trigger announce_${name} after ${on} for each row ${when} execute function announce_news(${what})`,
      )
      .execute(db)
  const isSession = "new.thing_kind = 'panel' and new.source = 'WebConnect'"
  await trigger('first_session', 'insert on observation', `when (${isSession})`, "'session', 'thing_id'")
  await trigger(
    'other_session',
    'update on observation',
    `when (${isSession} and old.fields ->> 'connection' is distinct from new.fields ->> 'connection')`,
    "'session', 'thing_id'",
  )
  await trigger('missed', 'insert or delete on webconnect_missed', '', "'session', 'cloud_id'")
  await trigger(
    'container',
    'update on webconnect_container',
    "when ((old.problem = '') is distinct from (new.problem = ''))",
    "'sessions', 'container_name'",
  )
}
