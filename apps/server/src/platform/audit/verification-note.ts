import { type Generated, sql } from 'kysely'
import type { DatabaseFigure } from '../database/database-figure.ts'
import type { Db } from '../database/open-database.ts'
import type { Verification } from './verify-chain.ts'

/** One row: when the trail was last verified, and what came of it. It proves nothing; it tells who forgot. */
interface AuditVerifiedTable {
  only_one: Generated<boolean>
  verified_at: Generated<Date>
  head_number: number
  faults: number
}

declare module '../database/tables.ts' {
  interface Tables {
    audit_verified: AuditVerifiedTable
  }
}

export async function noteVerification(db: Db, { head, faultCount }: Verification): Promise<void> {
  const said = { head_number: head?.number ?? 0, faults: faultCount }
  await db
    .insertInto('audit_verified')
    .values(said)
    .onConflict((conflict) =>
      conflict.column('only_one').doUpdateSet({ ...said, verified_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
}

export const verificationFigure: DatabaseFigure = {
  name: 'verification',
  kind: 'single',
  gauges: {
    audit_verified_timestamp_seconds: 'When audit:verify last walked the whole trail',
    audit_verified_head: 'Number of its head then',
    audit_verified_faults: 'How many faults it found',
  },
  text: `
    select extract(epoch from verified_at)::float8 as audit_verified_timestamp_seconds,
      head_number::float8 as audit_verified_head, faults::float8 as audit_verified_faults from audit_verified`,
}
