import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Db } from './open-database.ts'

/**
 * Brings the database to the newest state. All pending migrations run in one transaction, so a kill leaves
 * nothing half done (R47); on PostgreSQL an advisory lock lets two replicas start at once.
 * @returns the names of those that were run
 */
export async function migrate(db: Db, list: Record<string, Migration> = migrations): Promise<string[]> {
  const { error, results } = await migratorOf(db, list).migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** The names of the migrations that this database still needs; looks only. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const all = await migratorOf(db, migrations).getMigrations()
  return all.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name)
}

const migratorOf = (db: Db, list: Record<string, Migration>) =>
  new Migrator({ db, provider: { getMigrations: async () => list } })
