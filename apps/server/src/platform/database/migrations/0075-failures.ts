import { type Kysely, sql } from 'kysely'

/** Why a source did not answer, by its kind: no one may tell that by a sentence, which can be written again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table observation add column failure text`.execute(db)
  // As migration 0037 has it.
  await sql`
    create or replace view observation_now as
      select thing_kind, thing_id, source,
        case when missed.since is null then fields else fields || '{"connection": "gone"}' end as fields,
        coalesce(missed.since, asked_at) as asked_at, coalesce(missed.took_ms, observation.took_ms) as took_ms,
        unanswered_at, unanswered_ms, status, problem, failure
      from observation left join webconnect_missed as missed
        on source = 'WebConnect' and thing_kind = 'panel' and cloud_id = thing_id`.execute(db)
}
