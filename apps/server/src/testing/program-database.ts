import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { inject } from 'vitest'
import { seed } from '../demo/seed.ts'
import { type Db, openDatabase, openPglite, overPglite } from '../platform/database/open-database.ts'
import { demoSecretsKeyPath } from '../platform/secrets/open-secrets.ts'
import { copyOfTemplate, fileOfPglite, templateOfPglite } from './databases.ts'
import { demoParts, history, lightParts } from './light-demo.ts'
import { testSecretsKey } from './test-secrets.ts'

/** Where a program that is started finds its database. */
export interface ProgramDatabase {
  settings: { DATA_DIR: string; DATABASE_URL?: string }
  drop(): Promise<void>
}

interface Wish {
  /** Whether the demo world is in; otherwise the next program with DEMO=on puts it in. Its history never is. */
  demo: boolean
}

async function fill(db: Db, folder: string, { demo }: Wish): Promise<void> {
  writeFileSync(demoSecretsKeyPath({ folder }), testSecretsKey)
  await seed(db, demo ? lightParts : lightParts.filter(({ name }) => history.includes(name)))
}

/** A database as a server's first start leaves it, but without the history; PostgreSQL where it is there. */
export async function databaseForProgram(wish: Wish = { demo: true }): Promise<ProgramDatabase> {
  if ('missing' in inject('postgres')) return folderForProgram(wish)
  const folder = mkdtempSync(join(tmpdir(), 'console-program-'))
  const copy = await copyOfTemplate()
  const database = await openDatabase({ url: copy.url, folder, connections: 2 })
  await fill(database.db, folder, wish)
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
export async function folderForProgram(wish: Wish = { demo: true }): Promise<ProgramDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'console-program-'))
  await fillFolder(folder, wish)
  return {
    settings: { DATA_DIR: folder },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Makes `folder` such a data folder. */
export async function fillFolder(folder: string, wish: Wish = { demo: true }): Promise<void> {
  cpSync(await preparedFolder(wish), folder, { recursive: true })
}

/** Kept beside the dump that it is made from, until that or the demo world changes. */
async function preparedFolder(wish: Wish): Promise<string> {
  const parts = demoParts.map(({ name, run }) => `${name} ${run}`)
  const hash = createHash('sha256').update(JSON.stringify([wish, world, parts]))
  const folder = `${await fileOfPglite()}-${hash.digest('hex').slice(0, 8)}`
  if (existsSync(folder)) return folder
  const unfinished = mkdtempSync(`${folder}.`)
  const pglite = openPglite(join(unfinished, 'pglite'), { loadDataDir: await templateOfPglite() })
  const database = await overPglite(pglite, async () => {})
  await fill(database.db, unfinished, wish)
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
