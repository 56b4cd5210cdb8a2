import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { openDatabase } from '../platform/database/open-database.ts'
import { copyOfTemplate } from '../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../testing/key-server.ts'
import { databaseForProgram, fillFolder, type ProgramDatabase } from '../testing/program-database.ts'
import { runCommand, startProgram } from '../testing/run-program.ts'
import { startServerProcess, stopServerProcess } from '../testing/server-process.ts'
import { testSecretsKey } from '../testing/test-secrets.ts'
import { importCommand } from './import-command.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const samples = join(import.meta.dirname, '../../../../docs/import')
const sample = (name: string) => join(samples, `${name}.csv`)

let folder: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-import-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const settings = (env: Record<string, string>) => ({
  DEMO: 'off',
  DATA_DIR: join(folder, 'data'),
  SECRETS_KEY: testSecretsKey,
  ...env,
})

/** As a process, which can be killed. */
function begin(args: string[], env: Record<string, string> = {}) {
  const started = startProgram('import.ts', args, settings(env))
  children.push(started.child)
  return started
}
/** In this process. */
const run = (args: string[], env: Record<string, string> = {}) =>
  runCommand(importCommand, args, settings(env))

/** On a database that is migrated and empty, or was left so by what came before. */
async function withDatabase(work: (at: ProgramDatabase['settings']) => Promise<void>): Promise<void> {
  const database = await databaseForProgram({ demo: false })
  try {
    await work(database.settings)
  } finally {
    await database.drop()
  }
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('D3 the import command', () => {
  it('prepares a new data folder, loads, and a second run says that nothing is new', async () => {
    const first = await begin([sample('sims'), sample('companies')]).ended
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toContain('The database was brought to this version.\n')
    expect(first.out).toContain('companies.csv (companies): 3 lines, 3 new, 0 changed, 0 bad.\n')
    expect(first.out).toContain('sims.csv (SIMs): 7 lines, 7 new, 0 changed, 0 bad.\n')
    const second = await begin([sample('sims'), sample('companies')]).ended
    expect(second).toMatchObject({ code: 0, err: '' })
    expect(second.out).toContain('sims.csv (SIMs): 7 lines, 0 new, 0 changed, 0 bad.\n')
  })

  it('puts the demo world in first where the server would, so that both find room', () =>
    withDatabase(async (at) => {
      const { code, out } = await run([sample('companies')], { ...at, DEMO: 'on' })
      expect(code).toBe(0)
      expect(out).toContain('The demo world was put in (DEMO=off leaves it out).\n')
      const { DATABASE_URL: url = '', DATA_DIR } = at
      const database = await openDatabase({ url, folder: DATA_DIR, connections: 1 })
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from company`.execute(
        database.db,
      )
      await database.close()
      expect(rows[0]?.n).toBe(253)
    }))

  it('a dry run checks and makes nothing, not even the data folder', async () => {
    const { code, out } = await begin(['--dry-run', sample('sims'), sample('companies')]).ended
    expect(code).toBe(0)
    expect(out).toContain('sims.csv (SIMs): 7 lines, 7 new, 0 changed, 0 bad.\n')
    expect(out).toContain('Dry run: nothing was written')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('a dry run says on standard error what would be refused', () =>
    withDatabase(async (at) => {
      const { code, err } = await run(['--dry-run', sample('sims')], at)
      expect(code).toBe(1)
      expect(err).toContain('sims.csv:2: sapCompanyId: no company has this SAP Company ID ("2000001")\n')
    }))

  it('says every bad line on standard error and in the report, and ends with code 1', () =>
    withDatabase(async (at) => {
      const path = file('sims.csv', 'iccid,vendorCode\n8901170000000000013,ATT\n12\u001b[2J,ATT\n')
      const errors = join(folder, 'errors.csv')
      const { code, out, err } = await run(['--errors', errors, path], at)
      expect(code).toBe(1)
      expect(err).toBe('sims.csv:3: iccid: A SIM ID has 18 to 22 digits ("12\\u001b[2J")\n')
      expect(out).toContain('sims.csv (SIMs): 2 lines, 1 new, 0 changed, 1 bad.\n')
      expect(out).toContain(`The bad lines stand in ${errors}.\n`)
      expect(readFileSync(errors, 'utf8')).toMatch(
        /^\ufeffFile,Line,Column,Reason,Cell\r\nsims\.csv,3,iccid,/,
      )
    }))

  describe('D4, R49 beside a running server', () => {
    let keys: KeyServer
    beforeAll(async () => {
      keys = await startKeyServer()
    })
    afterAll(() => keys.close())

    it('refuses with one sentence and leaves the server its folder', async () => {
      await fillFolder(join(folder, 'data'))
      const server = startServerProcess({ DATA_DIR: join(folder, 'data'), OIDC_ISSUER: keys.issuer })
      try {
        const { url } = await server.listening
        for (const args of [[sample('companies')], ['--dry-run', sample('companies')]]) {
          const { code, out, err } = await run(args)
          expect(code).toBe(1)
          expect(out).toBe('')
          expect(err).toMatch(
            /^A server is using the data folder \S+\. Stop the server first, or use PostgreSQL .*\. Nothing was imported\.\n$/,
          )
        }
        await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
      } finally {
        await stopServerProcess(server)
      }
    })
  })
})

describe('D3 what cannot be imported is refused with a sentence, and nothing is done by halves', () => {
  const good = sample('companies')
  const refused = async (args: string[], sentence: RegExp, env: Record<string, string> = {}) => {
    const { code, out, err } = await run(args, env)
    expect(err).toMatch(sentence)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).not.toMatch(/\.[cm]?[jt]s:\d|node_modules/)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  }

  it('no file, an unknown option', async () => {
    await refused([], /^Name the files to import\.\n\nnpm run import -- /)
    // The same from the program itself.
    expect(await begin([]).ended).toEqual(await run([]))
    await refused(['--dryrun', good], /^Unknown option '--dryrun'/)
  })

  it('each of several files by its name', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])
    const pdf = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj', 'latin1')
    const files = {
      png: file('picture.csv', png),
      pdf: file('pdf.csv', pdf),
      empty: file('empty.csv', ''),
      blank: file('blank.csv', ' \r\n\n'),
      latin: file('latin.csv', Buffer.from('sapCompanyId,name,sapSalesRegion\n1,Caf\u00e9,us\n', 'latin1')),
      xlsx: file('sims.xlsx', Buffer.from(`PK\u0003\u0004${'.'.repeat(26)}xl/workbook.xml`, 'latin1')),
    }
    const { code, err } = await run([good, join(folder, 'missing.csv'), folder, ...Object.values(files)])
    expect(code).toBe(1)
    expect(err.split('\n')).toEqual([
      `There is no file ${join(folder, 'missing.csv')}.`,
      `${folder} is a folder; name the files in it.`,
      `${files.png} is a picture; import a CSV file.`,
      `${files.pdf} is a PDF; import the CSV file that it was made of.`,
      `${files.empty} is empty.`,
      `${files.blank} is empty.`,
      `${files.latin} is not text in UTF-8; save it as CSV in UTF-8 and try again.`,
      `${files.xlsx} is an Excel workbook; save its sheet as CSV in UTF-8 and import that.`,
      'Nothing was imported.',
      '',
    ])
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('a header that fits no kind, with the kinds and their columns', async () => {
    const other = file('other.csv', 'first,second\n1,2\n')
    await refused(
      [other, good],
      /not a file that can be imported: its first line names none of the columns\./,
    )
    const { err } = await run([other])
    for (const kind of ['companies', 'sims', 'billing-lines', 'sim-activity'])
      expect(err).toMatch(new RegExp(`^ {2}${kind}$`, 'm'))
    expect(err).toMatch(/^ {4}\[deactivatedAt\] +since when it is deactivated/m)
    await refused(
      [file('near.csv', 'iccid,vendorCode,colour\n')],
      /not a file that can be imported: for sims, no one knows "colour"\./,
    )
    await refused([file('part.csv', 'sapCompanyId,name\n')], /for companies, it has no sapSalesRegion\./)
    await refused([file('twice.csv', 'iccid,vendorCode,ICCID\n')], /has the column "ICCID" twice/)
  })

  it('a file that is named twice, and a report over what is to be read or where nothing can stand', async () => {
    const path = file('companies.csv', readFileSync(good))
    symlinkSync(path, join(folder, 'link.csv'))
    await refused([path, join(folder, 'link.csv')], /is named twice\. Nothing was imported\.$/m)
    await refused(
      ['--errors', join(folder, 'link.csv'), path],
      /^The report cannot be written to .*link\.csv/,
    )
    await refused(
      ['--errors', join(folder, 'no', 'x.csv'), path],
      /^The report .* cannot be written \(ENOENT\)/,
    )
    expect(readFileSync(path)).toEqual(readFileSync(good))
  })

  it('PostgreSQL that is not there, a bad setting', async () => {
    await refused([good], /^PostgreSQL at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/, {
      DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/db',
    })
    await refused([good], /^The settings are not right: DATABASE_URL must be a postgres:\/\/ address\.$/m, {
      DATABASE_URL: 'mysql://x',
    })
  })
})

describe.skipIf('missing' in inject('postgres'))('D3 the import command on PostgreSQL', () => {
  let copy: Awaited<ReturnType<typeof copyOfTemplate>>
  beforeEach(async () => {
    copy = await copyOfTemplate()
  })
  afterEach(() => copy.drop())

  /** 10,000 lines are one chunk. */
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => `8901170000${String(i).padStart(9, '0')},ATT`)

  /** The imports' own, without those of the objects. */
  const ownEntries = (db: Awaited<ReturnType<typeof openDatabase>>['db']) =>
    db.selectFrom('user_action').select('result').where('message', 'like', 'Import %').orderBy('id').execute()

  async function counted<T>(query: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>) {
    const database = await openDatabase({ url: copy.url, folder: '', connections: 1 })
    try {
      return await query(database.db)
    } finally {
      await database.close()
    }
  }
  const simCount = () =>
    counted(
      async (db) => (await sql<{ n: number }>`select count(*)::integer as n from sim`.execute(db)).rows[0]?.n,
    )

  /** Lets an import write its first chunk and holds it in the second until `release`. */
  async function holdAfterFirstChunk() {
    const { openSession, db, close } = await openDatabase({ url: copy.url, folder: '', connections: 1 })
    if (!openSession) throw new Error('no sessions')
    const session = await openSession()
    await session.query('select pg_advisory_lock(4711)')
    await sql`
      create function wait_here() returns trigger language plpgsql as $$
      begin
        if exists (select from sim) then perform pg_advisory_xact_lock_shared(4711); end if;
        return null;
      end $$`.execute(db)
    await sql`create trigger wait_here before insert on sim execute function wait_here()`.execute(db)
    await close()
    return { release: () => session.end() }
  }

  it('a dry run refuses a database that would have to be migrated first', async () => {
    const empty = await copyOfTemplate(true)
    const { code, err } = await run(['--dry-run', sample('companies')], { DATABASE_URL: empty.url })
    expect(code).toBe(1)
    expect(err).toMatch(/^The database is older than this program, and --dry-run changes nothing\./)
    await empty.drop()
  })

  it('Ctrl-C ends it cleanly: what is loaded is whole and on record, and a second run goes on', async () => {
    const path = file('sims.csv', ['iccid,vendorCode', ...many(50_000), ''].join('\n'))
    const held = await holdAfterFirstChunk()
    const { child, said, ended } = begin([path], { DATABASE_URL: copy.url })
    await expect.poll(simCount, { timeout: 60_000 }).toBeGreaterThan(0)
    child.kill('SIGINT')
    child.kill('SIGINT') // npm's echo of the terminal's own
    await expect.poll(() => said.err).toContain('Stopping')
    await held.release()
    const { code, out, err } = await ended
    expect(code).toBe(130)
    expect(err).toBe('Stopping after the lines in hand…\n')
    expect(out).toContain('Stopped before the end. What was loaded stays; run it again to go on.\n')
    const loaded = Number(/, ([\d,]+) new/.exec(out)?.[1]?.replaceAll(',', ''))
    expect(await simCount()).toBe(loaded)
    const results = await counted(async (db) => (await ownEntries(db)).map((e) => e.result))
    expect(results).toEqual(['Intent', 'Stopped'])
    const second = await run([path], { DATABASE_URL: copy.url })
    expect(second.code).toBe(0)
    expect(await simCount()).toBe(50_000)
  })

  it('killed in the midst it is on record, each chunk is whole with its events, and a second run goes on', async () => {
    const path = file('sims.csv', ['iccid,vendorCode', ...many(10_500), ''].join('\n'))
    const held = await holdAfterFirstChunk()
    const { child, ended } = begin([path], { DATABASE_URL: copy.url })
    await expect.poll(simCount, { timeout: 60_000 }).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await ended
    await held.release()
    // PostgreSQL may take a moment to see that the first one is gone.
    const again = async () => (await run([path], { DATABASE_URL: copy.url })).code
    await expect.poll(again, { timeout: 60_000 }).toBe(0)
    await counted(async (db) => {
      const { rows } = await sql`select count(distinct iccid)::integer as sims, count(*)::integer as events
        from sim_activity`.execute(db)
      expect(rows).toEqual([{ sims: 10_500, events: 10_500 }])
      expect((await ownEntries(db)).map((e) => e.result)).toEqual(['Intent', 'Intent', 'Success'])
      // One for each SIM, in the transaction that loaded it.
      const { rows: entered } =
        await sql`select count(distinct object)::integer as sims, count(*)::integer as entries
        from user_action where object like 'sim %'`.execute(db)
      expect(entered).toEqual([{ sims: 10_500, entries: 10_500 }])
    })
  })
})
