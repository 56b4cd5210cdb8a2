import { type Kysely, sql } from 'kysely'

/**
 * Whether this database is a demo (D31). One that was seeded is; one where people or an import have been is not; of an
 * empty one its next start decides.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table demo_mark (
      only_one boolean primary key default true check (only_one),
      demo boolean not null,
      marked_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    insert into demo_mark (demo)
      select seeded from (select exists (select from seed_part) as seeded) as found
      where seeded
        or exists (select from user_action)
        or exists (select from company)
        or exists (select from sim)`.execute(db)
}
