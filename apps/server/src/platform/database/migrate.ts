import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Db } from './open-database.ts'

/**
 * Brings the database to the newest state. All pending migrations run in one transaction, so a kill leaves
 * nothing half done (R47); on PostgreSQL an advisory lock lets two replicas start at once.
 * @returns the names of those that were run
 */
export async function migrate(db: Db, list: Record<string, Migration> = migrations): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => list } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
