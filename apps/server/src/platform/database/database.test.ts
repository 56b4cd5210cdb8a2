import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { mvnos, vendorCodes } from '@support-console/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { migrations } from '../../migrations.ts'
import { copyOfTemplate, describeOnEachDatabase, emptyPglite } from '../../testing/databases.ts'
import { shortLived } from '../../testing/short-lived.ts'
import { FolderLockedError, lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { openDatabase, openPglite } from './open-database.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 90_000 })

const programs = join(import.meta.dirname, '../../testing')
const children: ChildProcess[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-db-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a test program and gives its first line. */
async function run(program: string, ...args: string[]): Promise<{ child: ChildProcess; says: string }> {
  const child = spawn(process.execPath, [...shortLived, join(programs, program), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const [says] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, says }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('R49 the lock of a data folder', () => {
  it('holds against this and another process, and is free after its release', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(FolderLockedError)
    expect((await run('hold-lock.ts', folder)).says).toBe('FolderLockedError')
    await lock.release()
    expect((await run('hold-lock.ts', folder)).says).toBe('held')
  })

  it('is taken over after kill -9, by exactly one of several that start at once, again and again', async () => {
    let holder = (await run('hold-lock.ts', folder)).child
    for (let round = 0; round < 5; round++) {
      await kill(holder)
      const all = await Promise.all(Array.from({ length: 4 }, () => run('hold-lock.ts', folder)))
      expect(all.map(({ says }) => says).sort()).toEqual([
        'FolderLockedError',
        'FolderLockedError',
        'FolderLockedError',
        'held',
      ])
      holder = all.find(({ says }) => says === 'held')?.child ?? holder
    }
  })

  it('holds for a long path', async () => {
    const long = join(folder, 'a'.repeat(150))
    mkdirSync(long)
    const lock = await lockFolder(long)
    await expect(lockFolder(long)).rejects.toThrow(FolderLockedError)
    await lock.release()
  })
})

it('frees no code of PGlite in V8, which may end the process by it', async () => {
  // Node reads TypeScript by WebAssembly, too: that has come and gone by the first line.
  const program = `import { openPglite } from './open-database.ts'
    console.log('read')
    const pglite = openPglite()
    await pglite.query('select 1')
    console.log('opened')`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--trace-wasm-code-gc', '--input-type=module', '--eval', program],
    { cwd: import.meta.dirname },
  )
  const [, since] = stdout.split('read\n')
  expect(since).toContain('opened')
  expect(since).not.toContain('Triggering')
})

describe('R47 migrations', () => {
  const finished = {
    ...migrations,
    '9998-half': {
      oldServersMayNot: '',
      up: (db: never) => sql`create table half_done (x int)`.execute(db).then(() => {}),
    },
  }

  it('a kill in the midst leaves nothing half done, and the next start goes on [PGlite]', async () => {
    await openPglite(join(folder, 'pglite'), { loadDataDir: await emptyPglite() }).close()
    const { child, says } = await run('hang-in-migration.ts', '', folder)
    expect(says).toBe('begun')
    await kill(child)
    const database = await openDatabase({ url: '', folder, connections: 1 })
    expect(await migrate(database.db, finished)).toEqual(Object.keys(finished))
    await database.close()
  })

  it.skipIf('missing' in inject('postgres'))('the same on PostgreSQL', async () => {
    const copy = await copyOfTemplate(true)
    const { child } = await run('hang-in-migration.ts', copy.url, folder)
    await kill(child)
    const database = await openDatabase({ url: copy.url, folder: '', connections: 2 })
    expect(await migrate(database.db, finished)).toEqual(Object.keys(finished))
    await database.close()
    await copy.drop()
  })

  it.skipIf('missing' in inject('postgres'))('three replicas at once run each migration once', async () => {
    const copy = await copyOfTemplate(true)
    const open = () => openDatabase({ url: copy.url, folder: '', connections: 2 })
    const replicas = await Promise.all([open(), open(), open()])
    const ran = await Promise.all(replicas.map(({ db }) => migrate(db, finished)))
    expect(ran.flat().sort()).toEqual(Object.keys(finished))
    await Promise.all(replicas.map((replica) => replica.close()))
    await copy.drop()
  })

  it('begin with their numbers, each once and in their order', () => {
    const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(numbers[0]).toBe(1)
  })
})

describeOnEachDatabase('house 3.5 the carriers', (database) => {
  it('stand in the contract alone: no rule of a table names one', async () => {
    const { rows } = await sql<{ rule: string }>`
      select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
      where contype = 'c'`.execute(database.get().db)
    const words: readonly string[] = [...vendorCodes, ...mvnos]
    expect(rows.filter(({ rule }) => words.some((word) => rule.includes(word)))).toEqual([])
  })
})

describeOnEachDatabase('18.8 statements', (database) => {
  it('are not compiled, whatever they are expected to cost', async () => {
    const { rows } = await sql`select pg_jit_available() as compiled`.execute(database.get().db)
    expect(rows).toEqual([{ compiled: false }])
  })
})
