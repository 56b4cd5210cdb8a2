import { type Kysely, sql } from 'kysely'

/**
 * Panels of which a container tells no session any more, until they have been away for as long as counts: most begin
 * another one within minutes, and nothing of that needs the write-ahead log. A crash empties it, and the next look fills it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table webconnect_missed (
      cloud_id text primary key,
      container_name text not null,
      since timestamptz not null,
      took_ms integer not null
    )`.execute(db)
  // What is so now, for anyone who reads: one that is missed is gone.
  await sql`
    create view observation_now as
      select thing_kind, thing_id, source,
        case when missed.since is null then fields else fields || '{"connection": "gone"}' end as fields,
        coalesce(missed.since, asked_at) as asked_at, coalesce(missed.took_ms, observation.took_ms) as took_ms,
        unanswered_at, unanswered_ms, status, problem
      from observation left join webconnect_missed as missed
        on source = 'WebConnect' and thing_kind = 'panel' and cloud_id = thing_id`.execute(db)
}
