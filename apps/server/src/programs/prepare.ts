import { seedParts } from '../demo/seed-parts.ts'
import { sealSims } from '../features/sims/index.ts'
import { makeMonths } from '../platform/audit/upkeep.ts'
import { holdToMark } from '../platform/database/demo-mark.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Db } from '../platform/database/open-database.ts'
import { seed } from '../platform/database/seed.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'

/**
 * Brings a database to this version, and puts the demo world in where it belongs.
 * @returns what was done
 */
export async function prepare(db: Db, demo: boolean, secrets: SecretBox) {
  const migrations = await migrate(db)
  await holdToMark(db, demo)
  await makeMonths(db)
  const passwordsSealed = await sealSims(db, secrets)
  const parts = demo ? await seed(db, seedParts(secrets)) : []
  return { migrations, passwordsSealed, parts }
}
