import { seedParts } from '../demo/seed-parts.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { seed } from '../platform/database/seed.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'

/** A program: makes the data folder that a first start with DEMO=on makes, and ends. Usage: prepare-folder.ts FOLDER */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: prepare-folder.ts FOLDER')
const database = await openDatabase({ url: '', folder, connections: 1 })
await migrate(database.db)
await installJobs(database)
await seed(database.db, seedParts(await openSecrets({ database: { folder }, secretsKeys: [] })))
await database.close()
