import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { inject } from 'vitest'
import { type Db, openDatabase, overPglite } from '../platform/database/open-database.ts'
import { seed } from '../platform/database/seed.ts'
import { seedParts } from '../seed-parts.ts'
import { copyOfTemplate, templateOfPglite } from './databases.ts'

/** Where a program that is started finds its database. */
interface ProgramDatabase {
  settings: { DATA_DIR: string; DATABASE_URL?: string }
  drop(): Promise<void>
}

/** What no test of a whole program looks at, and what makes a first start long: tens of thousands of past events. */
const history = ['sim-activity', 'user-actions']
const lightParts = seedParts.map((part) =>
  history.includes(part.name) ? { ...part, run: async () => {} } : part,
)

/** A database as a server's first start leaves it, without the demo world's history; PostgreSQL where it is there. */
export async function databaseForProgram(): Promise<ProgramDatabase> {
  if ('missing' in inject('postgres')) return folderForProgram()
  const folder = mkdtempSync(join(tmpdir(), 'console-program-'))
  const copy = await copyOfTemplate()
  const database = await openDatabase({ url: copy.url, folder, connections: 2 })
  await seed(database.db, lightParts)
  await database.close()
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: copy.url },
    async drop() {
      rmSync(folder, { recursive: true, force: true })
      await copy.drop()
    },
  }
}

/** The same in a data folder of its own, for what is about the folder. */
export async function folderForProgram(): Promise<ProgramDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'console-program-'))
  await fillFolder(folder)
  return {
    settings: { DATA_DIR: folder },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Makes `folder` such a data folder. */
export async function fillFolder(folder: string): Promise<void> {
  cpSync(await preparedFolder('light', (db) => seed(db, lightParts)), folder, { recursive: true })
}

/** Makes `folder` a data folder that is migrated, without the demo world. */
export async function fillEmptyFolder(folder: string): Promise<void> {
  cpSync(await preparedFolder('empty', async () => {}), folder, { recursive: true })
}

/** Kept beside the dump that it is made from, until that or the demo world's parts change. */
async function preparedFolder(name: string, fill: (db: Db) => Promise<unknown>): Promise<string> {
  const parts = createHash('sha256').update(
    JSON.stringify([world, seedParts.map((part) => `${part.name} ${part.run}`)]),
  )
  const folder = `${inject('pgliteTemplate')}-${name}-${parts.digest('hex').slice(0, 8)}`
  if (existsSync(folder)) return folder
  const unfinished = mkdtempSync(`${folder}.`)
  const pglite = new PGlite(join(unfinished, 'pglite'), { loadDataDir: templateOfPglite() })
  const database = await overPglite(pglite, async () => {})
  await fill(database.db)
  await database.close()
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another test was first.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return folder
}
