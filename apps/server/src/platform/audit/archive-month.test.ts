import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { appendEntries, asOwner } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { systemClock } from '../clock.ts'
import { makeMonths } from '../database/months.ts'
import { openDatabase } from '../database/open-database.ts'
import { archiveMonth } from './archive-month.ts'
import { checkExport } from './check-export.ts'
import { ArchiveRefused } from './drop-month.ts'
import { exportTrail, rangeOf } from './export-trail.ts'
import { openSigningKey, type SigningKey } from './signing-key.ts'
import { verifyChain } from './verify-chain.ts'

const operator = { issuer: 'os', subject: 'pat', email: 'pat@desk', sessionId: '', tokenId: '' }

describeOnEachDatabase('D19 a month of the audit trail is archived', (database) => {
  const db = () => database.get().db
  let key: SigningKey
  let folder: string
  beforeAll(async () => {
    const auditSigningKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    key = await openSigningKey({
      demo: false,
      database: { folder: '' },
      auditSigningKey: String(auditSigningKey),
    })
  })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-archive-'))
    await asOwner(
      db(),
      'truncate user_action',
      'truncate audit_chain',
      ...['2025-01', '2025-02', '2025-03'].map((month) => `select make_month('user_action', '${month}-01')`),
    )
    await enter('2025-01', 3)
    await enter('2025-02', 2)
    await appendEntries(db(), { object: 'now' })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const enter = (month: string, many: number) =>
    appendEntries(
      db(),
      ...Array.from({ length: many }, (_, i) => ({
        at: new Date(`${month}-1${i}T10:00:00.123Z`),
        object: `sim ${i}`,
      })),
    )
  const archive = (month: string, drop = false) =>
    archiveMonth(db(), { month, folder, drop, key, operator, clock: systemClock })
  const verify = () => verifyChain(db())
  const entriesOf = async (month: string) => {
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from user_action
      where at >= ${`${month}-01`}::date and at < ${`${month}-01`}::date + interval '1 month'`.execute(db())
    return rows[0]?.many
  }

  it('into a signed file that holds; nothing is dropped before it is told so', async () => {
    const done = await archive('2025-01')
    expect(done).toMatchObject({ entries: 3, first: 1, last: 3, wasThere: false, isDropped: false })
    expect(done.path).toBe(join(folder, 'audit-2025-01.ndjson'))
    const checked = await checkExport(done.path, key.thumbprint)
    expect(checked).toMatchObject({ faults: [], isExpectedKey: true, lines: 3, sha256: done.sha256 })
    expect(await entriesOf('2025-01')).toBe(3)
    expect(await verify()).toMatchObject({ entries: 6, archived: [], faults: [] })
  })

  it('and dropped: the chain stays whole, says how many are missing, and who took them out', async () => {
    const { sha256 } = await archive('2025-01')
    const done = await archive('2025-01', true)
    expect(done).toMatchObject({ wasThere: true, isDropped: true, sha256 })
    const { summary } = await checkExport(done.path, key.thumbprint)
    expect(await entriesOf('2025-01')).toBe(0)
    expect(await verify()).toMatchObject({
      links: 7,
      entries: 4,
      archived: [{ month: '2025-01', entries: 3 }],
      faults: [],
    })
    const entry = await db()
      .selectFrom('user_action')
      .select(['transaction_id', 'email', 'activity', 'object', 'detail'])
      .where('object', '=', 'audit trail 2025-01')
      .executeTakeFirst()
    expect(entry).toEqual({
      transaction_id: summary?.transactionId,
      email: 'pat@desk',
      activity: 'Audit',
      object: 'audit trail 2025-01',
      detail: expect.stringMatching(
        `^entries: 3, links: 1 to 3, sha256: ${sha256}, signed by: ${key.thumbprint}, signature: [\\w-]+\\.[\\w-]+\\.[\\w-]+$`,
      ),
    })
    await expect(archive('2025-01', true)).rejects.toThrow(/2025-01 was archived and dropped already/)
  })

  it('a later export of that time has the links, and says where their entries are', async () => {
    await archive('2025-01', true)
    const path = join(folder, 'later.ndjson')
    const [from, to] = [new Date('2025-01-12T00:00:00Z'), new Date('2025-03-01T00:00:00Z')]
    const order = { from, to, key, exportedBy: 'a', exportedAt: new Date(), transactionId: 't' }
    for await (const bytes of exportTrail(db(), order)) appendFileSync(path, bytes)
    const checked = await checkExport(path, key.thumbprint)
    expect(checked).toMatchObject({ faults: [], summary: { entries: 3, archived: 1, first: { number: 3 } } })
    const [line] = readFileSync(path, 'utf8').split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({ number: 3, entry: null, archived: '2025-01' })
  })

  it('an entry that is put into an archived month, or taken out of another one, is found', async () => {
    await archive('2025-01', true)
    await asOwner(
      db(),
      "select make_month('user_action', '2025-01-01')",
      `insert into user_action (at, source, transaction_id, issuer, subject, email, session_id, token_id,
        remote_address, route, permission, activity, message, object, result, detail, words)
        values ('2025-01-20T00:00:00Z', 'server', gen_random_uuid(), '', '', '', '', '', '', '', '', '', '', '', '', '', '')`,
    )
    const [put] = (await verify()).faults
    expect(put).toMatch(/^Entry \d+ of 2025-01-20T00:00:00.000Z has no link: .* 2025-01 was archived before/)
    await asOwner(db(), 'drop table user_action_2025_01', 'drop table user_action_2025_02')
    expect((await verify()).faults[0]).toMatch(
      /\(link 4\) is missing: .* No archive of 2025-02 is on record\.$/,
    )
  })

  it('an entry about an archive that never came into the chain explains nothing', async () => {
    await asOwner(
      db(),
      'drop table user_action_2025_02',
      `insert into user_action (source, transaction_id, issuer, subject, email, session_id, token_id,
        remote_address, route, permission, activity, message, object, result, detail, words)
        values ('server', gen_random_uuid(), '', '', '', '', '', '', '', '', 'Audit', '', 'audit trail 2025-02',
        'Success', 'entries: 2, links: 4 to 5, sha256: 0, signed by: x', 'audit trail')`,
    )
    expect((await verify()).faults[0]).toMatch(/^Entry \d+ of .* has no link/)
  })

  it.each([
    [
      'the first entry of a month',
      1,
      1,
      "object = 'sim 0'",
      /entry \d+ of 2025-01-11.* is there, though 2025-01 is/,
    ],
    ['the last one', 3, 3, "object = 'sim 2'", /entry \d+ of 2025-01-10.* is there, though 2025-01 is/],
    ['one, by links that are others', 1, 5, "object = 'sim 1'", /is there, though 2025-01 is on record/],
    ['a whole month, by too few', 1, 2, 'true', /more entries of 2025-01 are missing than the 1 that/],
    ['one outside the links', 2, 2, "object = 'sim 0'", /links 2 to 2 only\.$/],
    ['nothing', 0, 0, 'false', /entry \d+ of 2025-01-10.* is there, though 2025-01 is/],
  ])(
    'R41 a record that was made up does not explain a deletion: %s',
    async (_what, first, last, which, sentence) => {
      await forge('2025-01', 1, first, last)
      await asOwner(db(), `delete from user_action where at < '2025-02-01' and ${which}`)
      const { faults } = await verify()
      expect(faults[0]).toMatch(sentence)
      // What it does not explain is told of each entry.
      for (const each of faults.slice(1))
        expect(each).toContain('is missing, and the record of an archive of')
    },
  )

  it('R41 a record that was made up about a month without entries, or of too many, is found', async () => {
    await forge('2024-12', 1, 1, 1)
    expect((await verify()).faults).toEqual([
      expect.stringMatching(/^2024-12 is on record .* with 1 entries, but 0 entries of it are missing/),
    ])
  })

  it('R41 a record about the month that still goes on explains nothing', async () => {
    const present = new Date().toISOString().slice(0, 7)
    await forge(present, 1, 6, 6)
    await asOwner(db(), "delete from user_action where object = 'now'")
    expect((await verify()).faults).toEqual([
      expect.stringMatching(`link 6\\) is missing: .* No archive of ${present} is on record\\.$`),
    ])
  })

  it('R41 of two records about a month the first one counts', async () => {
    await forge('2025-01', 3, 1, 3)
    await forge('2025-01', 2, 1, 2)
    await asOwner(db(), "delete from user_action where at < '2025-02-01'")
    expect((await verify()).faults).toEqual([])
  })

  it('D21 an entry at the very end of a time is not part of it, one at its beginning is', async () => {
    const at = (day: number) => new Date(`2025-01-1${day}T10:00:00.123Z`)
    expect(await rangeOf(db(), { from: at(0), to: at(2) })).toEqual({ first: 1, last: 2 })
  })

  it('R41 a whole month that was deleted with a record made up for it is found by its signature', async () => {
    const withKey = () => verifyChain(db(), { keys: ['another', key.thumbprint] })
    await archive('2025-01', true)
    expect(await withKey()).toMatchObject({ faults: [], archived: [{ isProven: true }] })
    const { faults } = await verifyChain(db(), { keys: ['another'] })
    expect(faults).toEqual([expect.stringContaining(`was signed by another key, ${key.thumbprint}.`)])
    const record = await db()
      .selectFrom('user_action')
      .select('detail')
      .where('object', '=', 'audit trail 2025-01')
      .executeTakeFirstOrThrow()
    await forge('2025-02', 2, 4, 5, /, signature: .*/.exec(record.detail)?.[0])
    await asOwner(db(), 'drop table user_action_2025_02')
    expect(await verify()).toMatchObject({ faults: [], archived: [{ isProven: false }, { isProven: false }] })
    expect((await withKey()).faults).toEqual([
      expect.stringMatching(/^The record that 2025-02 was archived and dropped bears a wrong signature/),
    ])
  })

  it('R41 a record without a signature explains nothing to who has the key', async () => {
    await forge('2025-02', 2, 4, 5)
    await asOwner(db(), 'drop table user_action_2025_02')
    expect((await verifyChain(db(), { keys: [key.thumbprint] })).faults).toEqual([
      expect.stringMatching(/^The record that 2025-02 was archived and dropped bears no signature/),
    ])
  })

  it('R49 what a record says cannot speak to a terminal', async () => {
    await forge('2025-01', 3, 1, 3, '\u001b[2K\nAll is well')
    const refused = await archive('2025-01').catch((error: unknown) => String(error))
    expect(refused).toMatch(/archived and dropped already, on .*\\u001b\[2K\\nAll is well\)\.$/)
  })
  const forge = (month: string, entries: number, first: number, last: number, more = '') =>
    appendEntries(db(), {
      activity: 'Audit',
      object: `audit trail ${month}`,
      message: 'Archive and drop',
      detail: `entries: ${entries}, links: ${first} to ${last}, sha256: ${'0'.repeat(64)}, signed by: ${key.thumbprint}${more}`,
    })

  it('more entries missing than were archived are found', async () => {
    await archive('2025-01', true)
    await asOwner(db(), "select make_month('user_action', '2025-01-01')")
    await enter('2025-01', 1)
    expect((await verify()).faults).toEqual([])
    await asOwner(db(), 'drop table user_action_2025_01')
    expect((await verify()).faults[0]).toMatch(
      /more entries of 2025-01 are missing than the 3 that were archived/,
    )
  })

  it('the record of an archive outlives the month in which it was made', async () => {
    // As if 2025-01 had been archived in March 2025.
    await asOwner(db(), 'truncate user_action', 'truncate audit_chain')
    await appendEntries(
      db(),
      { at: new Date('2025-01-05T00:00:00Z') },
      {
        at: new Date('2025-03-05T00:00:00Z'),
        activity: 'Audit',
        object: 'audit trail 2025-01',
        detail: 'entries: 1, links: 1 to 1, sha256: x, signed by: y',
        message: 'Archive',
      },
    )
    await asOwner(db(), 'delete from user_action where at < $$2025-02-01$$')
    expect((await verify()).faults).toEqual([])
    await archive('2025-03', true)
    expect(await verify()).toMatchObject({
      archived: [
        { month: '2025-01', entries: 1 },
        { month: '2025-03', entries: 1 },
      ],
      faults: [],
    })
  })

  it('refuses the present month, an empty one, and a folder that is none', async () => {
    const present = new Date().toISOString().slice(0, 7)
    await expect(archive(present, true)).rejects.toThrow(`${present} is not over yet`)
    await expect(archive('2024-01', true)).rejects.toThrow('The audit trail has no entries of 2024-01.')
    await expect(archive('2025-03', true)).rejects.toThrow('The audit trail has no entries of 2025-03.')
    rmSync(folder, { recursive: true })
    await expect(archive('2025-01')).rejects.toThrow('is no folder')
  })

  it('refuses a month for which the chain does not hold, and keeps it', async () => {
    await asOwner(db(), "update user_action set detail = 'x' where at < '2025-01-11'")
    await expect(archive('2025-01', true)).rejects.toThrow(
      /does not hold for 2025-01, so it stays: The entry/,
    )
    await expect(archive('2025-01', true)).rejects.toThrow(ArchiveRefused)
    expect(await entriesOf('2025-01')).toBe(3)
  })

  it('refuses while the file that lies there is damaged, or another one', async () => {
    const { path } = await archive('2025-01')
    const whole = readFileSync(path)
    appendFileSync(path, '\n')
    await expect(archive('2025-01', true)).rejects.toThrow('is no good archive, so nothing was dropped')
    writeFileSync(path, whole.subarray(0, whole.length - 40))
    await expect(archive('2025-01', true)).rejects.toThrow('is no good archive, so nothing was dropped')
    const other = await archive('2025-02')
    writeFileSync(path, readFileSync(other.path))
    await expect(archive('2025-01', true)).rejects.toThrow('holds something else')
    writeFileSync(path, whole)
    await enter('2025-01', 1)
    await expect(archive('2025-01', true)).rejects.toThrow('holds something else')
    expect(await entriesOf('2025-01')).toBe(4)
  })

  it('goes on after an end in the middle of writing', async () => {
    writeFileSync(join(folder, 'audit-2025-01.ndjson.unfinished'), '{"number":1')
    expect(await archive('2025-01', true)).toMatchObject({ wasThere: false, isDropped: true })
    expect((await verify()).faults).toEqual([])
  })

  it('refuses where the disk is full, and drops nothing', async () => {
    symlinkSync('/dev/full', join(folder, 'audit-2025-01.ndjson.unfinished'))
    await expect(archive('2025-01', true)).rejects.toThrow(
      `${join(folder, 'audit-2025-01.ndjson')} cannot be written (ENOSPC). Nothing was changed.`,
    )
    expect(await entriesOf('2025-01')).toBe(3)
  })

  it('a drop that cannot be entered into the trail does not happen', async () => {
    await archive('2025-01')
    await sql`alter table audit_chain add constraint full_disk check (number < 7) not valid`.execute(db())
    try {
      await expect(archive('2025-01', true)).rejects.toThrow('The audit trail cannot be written')
    } finally {
      await sql`alter table audit_chain drop constraint full_disk`.execute(db())
    }
    expect(await entriesOf('2025-01')).toBe(3)
    expect((await verify()).faults).toEqual([])
  })

  it('the months to come are made all the same', async () => {
    await archive('2025-01', true)
    await makeMonths(db())
    await appendEntries(db(), {})
    expect((await verify()).faults).toEqual([])
  })

  if (database.kind === 'postgres')
    it('waits for anyone who uses the trail without standing in the way of others', async () => {
      const other = await openDatabase({ url: database.url(), folder: '', connections: 1 })
      let dropped: Promise<unknown> | undefined
      await other.db.transaction().execute(async (trx) => {
        await trx.selectFrom('user_action').select('id').execute()
        dropped = archive('2025-01', true)
        await expect.poll(waitsForLock, { interval: 5, timeout: 60_000 }).toBe(true)
        await appendEntries(db(), { object: 'meanwhile' })
        expect(await entriesOf('2025-01')).toBe(3)
      })
      await dropped
      await other.close()
      expect(await entriesOf('2025-01')).toBe(0)
      expect((await verify()).faults).toEqual([])
    })

  if (database.kind === 'postgres')
    it('servers that enter all the time go on, and nothing of theirs is lost', async () => {
      let isOver = false
      let entered = 0
      const writers = Array.from({ length: 6 }, async () => {
        while (!isOver) {
          await appendEntries(db(), { object: 'beside' })
          entered++
        }
      })
      await archive('2025-01', true).finally(() => {
        isOver = true
      })
      await Promise.all(writers)
      expect(await verify()).toMatchObject({ links: 7 + entered, entries: 4 + entered, faults: [] })
    })

  const waitsForLock = async () => {
    const { rows } = await sql`select from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())
        and relation = 'user_action'::regclass and mode = 'AccessExclusiveLock'`.execute(db())
    return rows.length > 0
  }
})
