import { type Kysely, sql } from 'kysely'

/**
 * Who was last seen at which container. An index over what is observed told it before, and made each new version of a
 * panel's row write all of its indexes: with their whole pages after a checkpoint that was half of its write-ahead log
 * (bench/webconnect.ts). This has no log. A crash empties it, and the next look fills it again, as a look does from time to
 * time, since servers of the version before write nothing here.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table webconnect_present (
      cloud_id text not null,
      container_name text not null,
      filled_at timestamptz,
      primary key (cloud_id, container_name)
    )`.execute(db)
  await sql`create index webconnect_present_by_container on webconnect_present (container_name)`.execute(db)
  await sql`drop index observation_by_container`.execute(db)
}
