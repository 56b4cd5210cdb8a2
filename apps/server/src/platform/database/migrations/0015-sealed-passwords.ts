import { type Kysely, sql } from 'kysely'

/**
 * VPN passwords are encrypted (D32). The keys are not the database's to know: each program that migrates seals what is
 * there right afterwards (`sealSims`), and until then it stands in the column of plain ones, which takes no new one. A
 * program of an earlier version that still runs is refused.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sim rename column vpn_password to plain_vpn_password`.execute(db)
  await sql`
    alter table sim
      add constraint sim_no_plain_vpn_password check (plain_vpn_password = '') not valid,
      add column vpn_password text not null default '' check (vpn_password ~ '^([0-9a-f]{12}:[A-Za-z0-9_-]{39,})?$')`.execute(
    db,
  )
}
