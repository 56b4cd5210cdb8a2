import { Migrator } from 'kysely/migration'
import type { Db } from './open-database.ts'
import { type DatabaseSteps, refuseMisfit, versionOf } from './version.ts'

/**
 * Brings the database to the newest state. All pending migrations run in one transaction, so a kill leaves
 * nothing half done (R47); on PostgreSQL an advisory lock lets two replicas start at once.
 * @returns the names of those that were run
 * @throws WrongVersion where the database is of another version than those steps lead to
 */
export async function migrate(db: Db, steps: DatabaseSteps): Promise<string[]> {
  refuseMisfit(await versionOf(db, steps))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
  const { error, results } = await migrator.migrateToLatest()
  // A newer one may have been first, while this one waited for its turn.
  if (error) refuseMisfit(await versionOf(db, steps))
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
