import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Batch } from '@support-console/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { seed } from '../demo/seed.ts'
import { migrations } from '../migrations.ts'
import { readHead } from '../platform/audit/chain.ts'
import { verifyChain } from '../platform/audit/verify-chain.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type Database, openDatabase } from '../platform/database/open-database.ts'
import { appendEntries } from './audit-entries.ts'
import { copyOfTemplate } from './databases.ts'
import { simsForBatches } from './demo-sims.ts'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { startCluster } from './postgres-cluster.ts'
import { startPair } from './postgres-pair.ts'
import { asOrdinaryUser, findPrograms, handOver } from './postgres-programs.ts'
import { folderForProgram } from './program-database.ts'
import { simWorld } from './sim-world.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { fastField, startField, type TestField } from './test-field.ts'

// npm run task -- test:restore: what docs/data.md says of back-ups, done. Beside npm test, for it takes PostgreSQL's own programs.

/** As docs/data.md has it: what was not asked for at the time of the back-up may have been since. */
const readFirst = `update deactivation set read_first = true where state = 'ready'`
const base = '/api/simmanagement/v1'

describe.skipIf('missing' in inject('postgres'))('18.4 a back-up of PostgreSQL', () => {
  let keys: KeyServer
  let field: TestField
  let folder: string
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField(fastField)
    folder = mkdtempSync(join(tmpdir(), 'console-restore-'))
  })
  afterAll(async () => {
    await field.stop()
    await keys.close()
    rmSync(folder, { recursive: true })
  })
  const start = (database: Database): Promise<TestApp> =>
    startTestApp({
      database,
      keys,
      env: {
        FIELD_URL: field.url,
        DEACTIVATION_LOOK_MS: '100',
        CARRIER_SETTLE_SECONDS: '2',
        ATT_CALLS_PER_SECOND: fastField.FIELD_ATT_CALLS_PER_SECOND,
      },
    })
  async function ended(console: TestApp, batchId: string): Promise<Batch> {
    for (;;) {
      const { envelope } = await console.call('GET', `${base}/batches/${batchId}`)
      const batch: Batch = envelope.data
      if (batch.finishedAt) return batch
      await pause(200)
    }
  }
  const stateOf = async ({ db }: Database) =>
    Object.fromEntries(
      (
        await sql<{ state: string; many: number }>`
          select state, count(*)::integer as many from deactivation group by state`.execute(db)
      ).rows.map(({ state, many }) => [state, many]),
    )

  it('in the middle of a batch: restored, it holds up to its head, its age is noticed, and no SIM is asked for twice', async () => {
    const before = await copyOfTemplate()
    const after = await copyOfTemplate(true)
    const first = await openDatabase({ url: before.url, folder: '', connections: 8 })
    await seed(first.db, simWorld)
    const console = await start(first)
    const iccids = simsForBatches('ATT', 0, 30)
    // Each answer takes its time, so that the back-up falls into the batch.
    await field.fault({ system: 'att', fault: 'slow', seconds: 0.5 })
    const { code, envelope } = await console.call('POST', `${base}/batchdeactivation`, {
      body: iccids.map((iccid) => ({ iccid, status: 'Ready' })),
      headers: { prefer: 'respond-async' },
    })
    expect(code, JSON.stringify(envelope)).toBe(202)
    const { batchId } = envelope.data as { batchId: string }
    while (((await stateOf(first)).done ?? 0) < 5) await pause(50)
    const headThen = await readHead(first.db)
    execFileSync('pg_dump', ['--format=custom', `--file=${join(folder, 'backup')}`, `--dbname=${before.url}`])
    await field.heal()

    // The batch goes on to its end, others work on, and then the machine is gone.
    await ended(console, batchId)
    await appendEntries(first.db, {}, {})
    const headLater = await readHead(first.db)
    await console.close()
    await first.close()
    await before.drop()

    execFileSync('pg_restore', [
      '--no-owner',
      '--no-privileges',
      '--exit-on-error',
      `--dbname=${after.url}`,
      join(folder, 'backup'),
    ])
    const restored = await openDatabase({ url: after.url, folder: '', connections: 8 })
    const left = await stateOf(restored)
    expect(left.ready, JSON.stringify(left)).toBeGreaterThan(0)
    // What the log says of later shows that this is an older one.
    expect((await verifyChain(restored.db, { earlier: headThen })).faults).toEqual([])
    expect((await verifyChain(restored.db, { earlier: headLater })).faults).toEqual([
      expect.stringMatching(/^The tail after link \d+ was cut: the chain was noted down up to link/),
    ])

    await sql.raw(readFirst).execute(restored.db)
    const again = await start(restored)
    const batch = await ended(again, batchId)
    expect(batch.finishedAt).not.toBeNull()
    expect(await stateOf(restored)).toEqual({ done: iccids.length })
    for (const iccid of iccids) {
      const asked = (await field.requests(`iccid=${iccid}`)).filter(({ action }) =>
        action?.startsWith('deactivate'),
      )
      expect(asked, iccid).toHaveLength(1)
    }
    expect((await verifyChain(restored.db, { earlier: headThen })).faults).toEqual([])
    await again.close()
    await restored.close()
    await after.drop()
  })
})

describe.skipIf(!findPrograms())('18.4 a back-up of PostgreSQL with its write-ahead log', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/data.md'), 'utf8')
  /** The settings of the page's block that names the first of them, as `-c` takes them. */
  const settingsOf = (first: string, replaced: Record<string, string>): string[] => {
    const block = page.split('```').find((each) => new RegExp(`^ini\\n *${first} =`).test(each)) ?? ''
    const given = Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), block)
    return [...given.matchAll(/^ *(\w+) = '?(.*?)'?$/gm)].map(([, name, value]) => `${name}=${value}`)
  }
  const asPostgres = (...command: string[]) => {
    const [program = '', ...args] = asOrdinaryUser(command)
    execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  }

  const startBackup = async () => {
    const backup = mkdtempSync(join(tmpdir(), 'console-restore-'))
    await handOver(backup)
    asPostgres('mkdir', join(backup, 'wal'))
    return backup
  }
  const takeBase = (url: string, base: string) => {
    const { port } = new URL(url)
    const server = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres']
    asPostgres('pg_basebackup', `--pgdata=${base}`, '--checkpoint=fast', ...server)
  }
  const enter = async (db: Database['db']) => {
    await appendEntries(db, {}, {})
    return readHead(db)
  }
  const nowOf = async (db: Database['db']) =>
    (await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)).rows[0]?.now ?? ''
  /** Until all that was written so far has been archived. */
  const untilArchived = async (db: Database['db']) => {
    const { rows: last } = await sql<{ name: string }>`
      select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()`.execute(db)
    const isKept = async () =>
      (
        await sql<{ is: boolean }>`
          select coalesce(last_archived_wal >= ${last[0]?.name}, false) as is from pg_stat_archiver`.execute(
          db,
        )
      ).rows[0]?.is
    while (!(await isKept())) await pause(50)
  }
  /** The data of the base, brought to a moment by the archived log. */
  const bringBack = async (backup: string, base: string, moment: string) => {
    const target = settingsOf('restore_command', {
      '/backup': backup,
      '2026-11-23 14:05:00+00': moment,
    })
    const again = await startCluster([...target, 'max_connections=200'], (_, data) => {
      asPostgres('cp', '-a', base, data)
      asPostgres('rm', '-f', join(data, 'standby.signal'))
      asPostgres('touch', join(data, 'recovery.signal'))
    })
    if (typeof again === 'string') throw new Error(again)
    const ask = new pg.Client(again.url)
    await ask.connect()
    while ((await ask.query('select pg_is_in_recovery() as is')).rows[0].is) await pause(50)
    await ask.end()
    return { again, restored: await openDatabase({ url: again.url, folder: '', connections: 2 }) }
  }

  it('to a moment: what was done until then is there and holds, what was done after it is not', async () => {
    const backup = await startBackup()
    const running = await startCluster(settingsOf('archive_mode', { '/backup': backup }))
    if (typeof running === 'string') throw new Error(running)
    const first = await openDatabase({ url: running.url, folder: '', connections: 2 })
    const { db } = first
    await migrate(db, migrations)
    await enter(db)
    const base = join(backup, 'base')
    takeBase(running.url, base)
    const headThen = await enter(db)
    const moment = await nowOf(db)
    const headLater = await enter(db)
    await untilArchived(db)
    await first.close()
    await running.stop()

    const { again, restored } = await bringBack(backup, base, moment)
    expect((await verifyChain(restored.db, { earlier: headThen })).faults).toEqual([])
    expect((await readHead(restored.db))?.number).toBe(headThen?.number)
    expect((await verifyChain(restored.db, { earlier: headLater })).faults).toEqual([
      expect.stringMatching(/^The tail after link \d+ was cut/),
    ])
    // And it is open for work.
    await appendEntries(restored.db, {})
    expect((await verifyChain(restored.db, { earlier: headThen })).faults).toEqual([])
    await restored.close()
    await again.stop()
    rmSync(backup, { recursive: true })
  })

  it('D52 of a standby, to a moment after its promotion: the log of both timelines is followed', async () => {
    const backup = await startBackup()
    const pair = await startPair([
      ...settingsOf('archive_mode', { '/backup': backup }),
      'full_page_writes=on',
    ])
    const before = await openDatabase({ url: pair.url, folder: '', connections: 2 })
    await migrate(before.db, migrations)
    await enter(before.db)
    await pair.caughtUp()
    const base = join(backup, 'base')
    takeBase(pair.second.url, base)
    const headBefore = await enter(before.db)
    await untilArchived(before.db)
    await pair.caughtUp()
    await before.close()
    await pair.first.stop()
    await pair.promote()

    const after = await openDatabase({ url: pair.url, folder: '', connections: 2 })
    const headThen = await enter(after.db)
    const moment = await nowOf(after.db)
    const headLater = await enter(after.db)
    await untilArchived(after.db)
    await after.close()
    await pair.stop()

    const { again, restored } = await bringBack(backup, base, moment)
    expect((await verifyChain(restored.db, { earlier: headBefore })).faults).toEqual([])
    expect((await verifyChain(restored.db, { earlier: headThen })).faults).toEqual([])
    expect((await readHead(restored.db))?.number).toBe(headThen?.number)
    expect((await verifyChain(restored.db, { earlier: headLater })).faults).toEqual([
      expect.stringMatching(/^The tail after link \d+ was cut/),
    ])
    await restored.close()
    await again.stop()
    rmSync(backup, { recursive: true })
  })
})

describe('18.4 a back-up of PGlite', () => {
  it('the folder of a server that was stopped, put back, has all of it, and its age is noticed', async () => {
    const { settings, drop } = await folderForProgram({ demo: true })
    const folder = settings.DATA_DIR
    const kept = mkdtempSync(join(tmpdir(), 'console-restore-'))
    const within = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
      const database = await openDatabase({ url: '', folder, connections: 1 })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    const enter = async ({ db }: Database) => {
      await appendEntries(db, {}, {})
      return readHead(db)
    }
    const headThen = await within(enter)
    cpSync(folder, kept, { recursive: true, preserveTimestamps: true })
    const headLater = await within(enter)
    rmSync(folder, { recursive: true })
    cpSync(kept, folder, { recursive: true, preserveTimestamps: true })
    await within(async ({ db }) => {
      expect((await verifyChain(db, { earlier: headThen })).faults).toEqual([])
      expect((await verifyChain(db, { earlier: headLater })).faults).toHaveLength(1)
      expect(await db.selectFrom('sim').select('iccid').limit(1).execute()).toHaveLength(1)
    })
    rmSync(kept, { recursive: true })
    await drop()
  })
})
