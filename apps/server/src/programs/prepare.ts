import type { Config } from '../config.ts'
import { type HearPart, seed } from '../demo/seed.ts'
import { seedParts } from '../demo/seed-parts.ts'
import { sealServiceKeys } from '../features/companies/index.ts'
import { sealWebhooks } from '../features/doors/index.ts'
import { sealSims } from '../features/sims/index.ts'
import { migrations as steps } from '../migrations.ts'
import { holdToMark } from '../platform/database/demo-mark.ts'
import { migrate } from '../platform/database/migrate.ts'
import { makeMonths } from '../platform/database/months.ts'
import type { Db } from '../platform/database/open-database.ts'
import { holdToVersion } from '../platform/database/version.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'

/**
 * Brings a database to this version, unless MIGRATE=off leaves that to the command, and puts the demo world in where it belongs.
 * @returns what was done
 */
export async function prepare(
  db: Db,
  { demo, database }: Pick<Config, 'demo' | 'database'>,
  secrets: SecretBox,
  hear?: HearPart,
) {
  if (!database.migrateAtStart) await holdToVersion(db, steps)
  const migrations = await bringUp(db, demo)
  const passwordsSealed = await sealSims(db, secrets)
  const serviceKeysSealed = await sealServiceKeys(db, secrets)
  await sealWebhooks(db, secrets)
  const parts = demo ? await seed(db, seedParts(secrets), undefined, hear) : []
  return { migrations, passwordsSealed, serviceKeysSealed, parts }
}

/**
 * The part of it that needs the owner of the tables where the servers have a role of their own (docs/operations/postgresql.md).
 * @returns the migrations that were run
 */
export async function bringUp(db: Db, demo: boolean): Promise<string[]> {
  const migrations = await migrate(db, steps)
  await holdToMark(db, demo)
  await makeMonths(db)
  return migrations
}
