import { type Kysely, sql } from 'kysely'

/**
 * Who waits for a carrier that serves few at a time (D30), on any server: a row while the look-up lasts, renewed every second by
 * the server that makes it. Nothing is lost with it, so it is not logged.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table carrier_line (
      id uuid primary key,
      vendor_code text not null,
      iccid text not null,
      calls integer not null,
      since timestamptz not null,
      call_ms double precision,
      is_slow boolean not null,
      seen_at timestamptz not null
    )`.execute(db)
}
