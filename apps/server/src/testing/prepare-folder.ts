import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { seed } from '../demo/seed.ts'
import { seedParts } from '../demo/seed-parts.ts'
import { openDatabase, openPglite, overPglite } from '../platform/database/open-database.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import { dropTemplates, dumpIn, pgliteTemplate, postgresTemplate } from './database-templates.ts'
import { findPrograms } from './postgres-programs.ts'

/**
 * A program: makes the data folder that a first start with DEMO=on makes, and the same database on PostgreSQL where that is
 * there, to copy until its standard input ends. Says the address of the second, or an empty one. Usage: prepare-folder.ts FOLDER
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: prepare-folder.ts FOLDER')
const parts = seedParts(await openSecrets({ database: { folder }, secretsKeys: [] }))

const pglite = openPglite(join(folder, 'pglite'), { loadDataDir: await dumpIn(pgliteTemplate) })
const inFolder = await overPglite(pglite, async () => {})
await seed(inFolder.db, parts)
await inFolder.close()

if (process.env.TEST_DATABASE_URL || findPrograms()) {
  const { url, template } = await postgresTemplate()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = `${template}_demo`
  await client.query(`create database ${name} template ${template}`)
  const address = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const database = await openDatabase({ url: address, folder: '', connections: 2 })
  await seed(database.db, parts)
  await database.close()
  process.stdout.write(`${address}\n`)
  await text(process.stdin)
  await client.query(`drop database ${name} with (force)`)
  await client.end()
  await dropTemplates()
} else process.stdout.write('\n')
