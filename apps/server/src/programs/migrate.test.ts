import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrations } from '../migrations.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type Database, openDatabase, openPglite } from '../platform/database/open-database.ts'
import { versionOf } from '../platform/database/version.ts'
import { copyOfTemplate, emptyPglite } from '../testing/databases.ts'
import { runCommand } from '../testing/run-program.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { testSecrets } from '../testing/test-secrets.ts'
import { auditCommand } from './audit-command.ts'
import { codeOf } from './command.ts'
import { doctorCommand } from './doctor-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { moveDatabaseCommand } from './move-database-command.ts'
import { prepare } from './prepare.ts'

describe('M3 a database from before the baseline', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-former-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is refused by the start and by each command with one sentence that says what to do', async () => {
    const former = openPglite(join(folder, 'pglite'), { loadDataDir: await emptyPglite() })
    await former.exec(`
      create table kysely_migration (name text, timestamp text);
      insert into kysely_migration values ('0001-platform', ''), ('0076-enablings', '')`)
    await former.close()
    const demo = { DATA_DIR: folder, DEMO: 'on' }
    const sentence =
      /The database was made before 0001-baseline \(it is at 0076-enablings\), .* A demo begins again: delete the folder data .* For real use, .*\n$/
    const refusal = { code: 3, err: expect.stringMatching(sentence) }
    expect(await runCommand(migrateCommand, [], demo)).toMatchObject(refusal)
    expect(await runCommand(migrateCommand, ['--check'], demo)).toMatchObject(refusal)
    expect(await runCommand(auditCommand, ['verify'], demo)).toMatchObject(refusal)
    const target = { ...demo, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    expect(await runCommand(moveDatabaseCommand, [], target)).toMatchObject(refusal)
    expect((await runCommand(doctorCommand, [], demo)).out).toMatch(
      /^MEND {4}database: The database was made before 0001-baseline/m,
    )
    const server = startServerProcess(demo)
    expect([await server.ended, server.stderr()]).toEqual([3, expect.stringMatching(sentence)])
  })
})

const newest = '9998-later'
const former = Object.keys(migrations).at(-1) ?? ''

describe.skipIf('missing' in inject('postgres'))('M3 npm run migrate', () => {
  let copy: Awaited<ReturnType<typeof copyOfTemplate>>
  let database: Database
  beforeAll(async () => {
    copy = await copyOfTemplate(true)
    database = await openDatabase({ url: copy.url, folder: '', connections: 2 })
    await migrate(database.db, migrations)
    migrations[newest] = { oldServersMayNot: '', up: async () => {} }
  })
  afterAll(async () => {
    delete migrations[newest]
    await database.close()
    await copy.drop()
  })
  const env = (more = {}) => ({ DATABASE_URL: copy.url, DEMO: 'off', ...more })
  const run = (...args: string[]) => runCommand(migrateCommand, args, env())
  /** As a start and an import do. */
  const begin = (migrateAtStart: boolean) =>
    prepare(
      database.db,
      { demo: false, database: { url: copy.url, folder: '', connections: 2, migrateAtStart } },
      testSecrets,
    )

  it('--check says what the database has and what is wanted, changes nothing, and ends with 1', async () => {
    const { code, out, err } = await run('--check')
    expect([code, err]).toEqual([1, ''])
    expect(out).toContain(`The database is at ${former}; this program wants ${newest}.`)
    expect(out).toContain(`  ${newest}: old servers may run beside it: yes\n`)
    expect((await versionOf(database.db, migrations)).at).toBe(former)
  })

  it('--check says why old servers may not run beside a step', async () => {
    migrations['9999-alone'] = { oldServersMayNot: 'an older one fails every change', up: async () => {} }
    const { out } = await run('--check')
    delete migrations['9999-alone']
    expect(out).toContain(
      '  9999-alone: old servers may run beside it: no, an older one fails every change\n',
    )
    expect(out).toContain('Stop all servers of the version before, then migrate, then start the new ones.')
  })

  it('MIGRATE=off: a start is refused with the sentence that names the command, and a code of its own', async () => {
    const refusal = await begin(false).catch((error: unknown) => error)
    expect(String(refusal)).toContain(
      `The database is at ${former}, this program wants ${newest}, and with MIGRATE=off no start brings it there: run \`npm run migrate\``,
    )
    expect(codeOf(refusal)).toBe(4)
    expect((await versionOf(database.db, migrations)).pending).toEqual([newest])
  })

  it('brings it to this version with all that a start would, and a second run finds nothing to do', async () => {
    const first = await run()
    expect([first.code, first.out]).toEqual([
      0,
      expect.stringContaining(`Done: the database is at ${newest}.`),
    ])
    for (const args of [[], ['--check']]) {
      const again = await run(...args)
      expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^It is up to date\.\n$/m)])
    }
    expect(await begin(false)).toMatchObject({ migrations: [] })
  })

  it('MIGRATE=off: tables alone that are older are refused, and a job queue alone that is', async () => {
    const { rows } = await sql`delete from kysely_migration where name = ${newest} returning *`.execute(
      database.db,
    )
    await expect(begin(false)).rejects.toThrow(`The database is at ${former}, this program wants ${newest},`)
    await database.db
      .insertInto('kysely_migration' as never)
      .values(rows as never)
      .execute()
    await sql`update jobs.version set version = version - 1`.execute(database.db)
    await expect(begin(false)).rejects.toThrow(`this program wants ${newest} with a newer job queue,`)
    await sql`update jobs.version set version = version + 1`.execute(database.db)
  })

  it('a wrong option changes nothing', async () => {
    expect(await run('--chek')).toMatchObject({ code: 1, err: expect.stringContaining('npm run migrate') })
  })

  it('an older program at a newer database says so in one sentence, ends with a code of its own, and touches nothing', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(database.db)
    const sentence = new RegExp(
      `^The database is of a newer version than this program: it has 9999-later, and this program knows it up to ${newest}\\. Nothing was changed\\. [^\\n]*\\n$`,
    )
    for (const args of [[], ['--check']])
      expect(await run(...args)).toMatchObject({ code: 3, out: '', err: expect.stringMatching(sentence) })
    expect(await runCommand(auditCommand, ['verify'], env())).toMatchObject({
      code: 3,
      err: expect.stringMatching(sentence),
    })
    for (const migrateAtStart of [true, false]) {
      const refusal = await begin(migrateAtStart).catch((error: unknown) => error)
      expect([String(refusal), codeOf(refusal)]).toEqual([expect.stringContaining('of a newer version'), 3])
    }
    const server = startServerProcess({ DATABASE_URL: copy.url, DEMO: 'on' })
    expect([await server.ended, server.stderr()]).toEqual([
      3,
      expect.stringContaining(`of a newer version than this program: it has ${newest}, 9999-later, and`),
    ])
    // A queue that a newer program has made counts as well.
    await sql`delete from kysely_migration where name = '9999-later'`.execute(database.db)
    await sql`update jobs.version set version = version + 1`.execute(database.db)
    expect(await run('--check')).toMatchObject({ code: 3, err: expect.stringContaining('of the job queue') })
  })
})
