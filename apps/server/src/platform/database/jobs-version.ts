import { sql } from 'kysely'
import manifest from 'pg-boss/package.json' with { type: 'json' }
import type { Db } from './open-database.ts'

/** pg-boss's tables live in a schema of their own. */
export const jobsSchema = 'jobs'

/** The version of the queue's tables (0: none), and the one that this program wants; looks only. */
export async function jobsVersion(db: Db): Promise<{ has: number; wanted: number }> {
  const there = await sql<{
    yes: boolean
  }>`select to_regclass(${`${jobsSchema}.version`}) is not null as yes`.execute(db)
  if (!there.rows[0]?.yes) return { has: 0, wanted: manifest.pgboss.schema }
  const { rows } = await sql<{
    version: number
  }>`select version from ${sql.table(`${jobsSchema}.version`)}`.execute(db)
  return { has: Number(rows[0]?.version ?? 0), wanted: manifest.pgboss.schema }
}
