import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type Database, openDatabase, openMemory } from '../platform/database/open-database.ts'
// What `inject` gives.
import type {} from './database-setup.ts'
import type { PostgresTemplate } from './database-templates.ts'

/** A test file's own, migrated database; `open` gives another connection to the same one (PostgreSQL only). */
export interface TestDatabase {
  readonly kind: 'pglite' | 'postgres'
  get(): Database
  /** Its address; empty on PGlite. */
  url(): string
}

/** The same facts on PGlite and on PostgreSQL (habit 13); where PostgreSQL is missing, that half is reported skipped. */
export function describeOnEachDatabase(title: string, facts: (database: TestDatabase) => void): void {
  onEachKind(title, { pglite: () => onPglite(facts), postgres: () => onPostgres(facts) })
}

/**
 * Facts that hold whatever the database is, such as those of HTTP: on PostgreSQL where it is there, otherwise on PGlite.
 * `npm run task -- test:all` runs them on both (`TEST_DATABASES=all`).
 */
export function describeOnOneDatabase(title: string, facts: (database: TestDatabase) => void): void {
  if (process.env.TEST_DATABASES === 'all') describeOnEachDatabase(title, facts)
  else if ('missing' in inject('postgres')) describe(`${title} [PGlite]`, () => onPglite(facts))
  else describe(`${title} [PostgreSQL]`, () => onPostgres(facts))
}

/** A migrated database that a test opens by itself, of the kind of `describeOnOneDatabase`; it goes when it is closed. */
export const openOneDatabase = async (): Promise<Database> =>
  'missing' in inject('postgres') ? openMemory(await templateOfPglite()) : openCopy()

async function openCopy(): Promise<Database> {
  const copy = await copyOfTemplate()
  const database = await openDatabase({ url: copy.url, folder: '', connections: 4 })
  const close = async () => {
    await database.close()
    await copy.drop()
  }
  return { ...database, close }
}

function onEachKind(title: string, facts: { pglite: () => void; postgres: () => void }): void {
  const postgres = inject('postgres')
  const isMissing = 'missing' in postgres
  // 'one': the near check, which is in a hurry; PGlite takes several times as long.
  if (isMissing || process.env.TEST_DATABASES !== 'one') describe(`${title} [PGlite]`, facts.pglite)
  if (isMissing) describe.skip(`${title} [PostgreSQL: ${postgres.missing}]`, facts.postgres)
  else describe(`${title} [PostgreSQL]`, facts.postgres)
}

function onPglite(facts: (database: TestDatabase) => void): void {
  let database: Database
  beforeAll(async () => {
    database = await openMemory(await templateOfPglite())
  })
  afterAll(() => database?.close())
  facts({ kind: 'pglite', get: () => database, url: () => '' })
}

function onPostgres(facts: (database: TestDatabase) => void): void {
  let copy: Awaited<ReturnType<typeof copyOfTemplate>>
  let database: Database
  beforeAll(async () => {
    copy = await copyOfTemplate()
    database = await openDatabase({ url: copy.url, folder: '', connections: 8 })
  })
  afterAll(async () => {
    await database?.close()
    await copy?.drop()
  })
  facts({ kind: 'postgres', get: () => database, url: () => copy.url })
}

/** The file from which `templateOfPglite` is read; its name changes with what is in it. */
export const fileOfPglite = (): Promise<string> => ask<string>('pglite')

/** Where the programs that tests start are, bundled. */
export const folderOfPrograms = (): Promise<string> => ask<string>('programs')

/** A migrated PGlite to open in memory or in a folder, for what is about PGlite. */
export const templateOfPglite = async (): Promise<Blob> => fromFile(await fileOfPglite())

/** The same without any table: making one from nothing takes seconds. */
export const emptyPglite = async (): Promise<Blob> => fromFile(await ask<string>('pglite-empty'))

const fromFile = (path: string): Blob => new Blob([readFileSync(path)])

/** A database of its own on the tests' PostgreSQL; `empty`: without any table. */
export async function copyOfTemplate(empty = false): Promise<{ url: string; drop: () => Promise<void> }> {
  const postgres = await ask<PostgresTemplate>('postgres')
  const name = `console_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await query(postgres.url, `create database ${name} template ${empty ? 'template0' : postgres.template}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => query(postgres.url, `drop database if exists ${name} with (force)`) }
}

async function ask<T>(kind: 'pglite' | 'pglite-empty' | 'postgres' | 'programs'): Promise<T> {
  const response = await fetch(`${inject('madeOnce')}/${kind}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`What this test needs could not be made: ${text}`)
  return JSON.parse(text)
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
