import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Db } from './open-database.ts'
import { refuseNewer, versionOf } from './version.ts'

/**
 * Brings the database to the newest state. All pending migrations run in one transaction, so a kill leaves
 * nothing half done (R47); on PostgreSQL an advisory lock lets two replicas start at once.
 * @returns the names of those that were run
 * @throws WrongVersion where a newer program has been at the database
 */
export async function migrate(db: Db, list: Record<string, Migration> = migrations): Promise<string[]> {
  refuseNewer(await versionOf(db, list))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => list } })
  const { error, results } = await migrator.migrateToLatest()
  // A newer one may have been first, while this one waited for its turn.
  if (error) refuseNewer(await versionOf(db, list))
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
