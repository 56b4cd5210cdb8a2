import { join } from 'node:path'
import { seed } from '../demo/seed.ts'
import { seedParts } from '../demo/seed-parts.ts'
import { openPglite, overPglite } from '../platform/database/open-database.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import { dumpIn, pgliteTemplate } from './database-templates.ts'

/** A program: makes the data folder that a first start with DEMO=on makes, and ends. Usage: prepare-folder.ts FOLDER */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: prepare-folder.ts FOLDER')
const pglite = openPglite(join(folder, 'pglite'), { loadDataDir: await dumpIn(pgliteTemplate) })
const database = await overPglite(pglite, async () => {})
await seed(database.db, seedParts(await openSecrets({ database: { folder }, secretsKeys: [] })))
await database.close()
