import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isThing, thingKinds } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { appendEntries, asOwner } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase, describeOnEachEmptyDatabase } from '../../testing/databases.ts'
import { migrate } from '../database/migrate.ts'
import { migrations } from '../database/migrations/index.ts'
import type { Database, Db } from '../database/open-database.ts'
import { checkExport } from './check-export.ts'
import { exportTrail } from './export-trail.ts'
import { openSigningKey } from './signing-key.ts'
import { noteVerification, verificationFigure } from './verification-note.ts'
import { type Verification, verifyChain } from './verify-chain.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0042'))

/** Spaces in some databases and not in others. */
const disputed = ['\u001c', '\u0085', '\u00a0', '\u1680', '\u180e', '\u2003', '\u200b', '\u202f', '\ufeff']
const odd = disputed.flatMap((space) => [`sim ${space}x`, `panel ${space}`, `user a${space}@b.co`])
const plain = ['sim 8901170000000000013', 'csr 10.60.1.1', 'user ä@b.co', `batch ${'x'.repeat(255)}`]
const none = ['', 'panels', 'sim ', 'sim a b', 'sim a\tb', 'audit trail', 'SIM 1', 'person a@b.co']
const older = [...odd, ...plain, ...none]

describeOnEachEmptyDatabase('D19 G1 things that older versions read', (open) => {
  let database: Database
  let before: string[]
  beforeAll(async () => {
    database = await open()
    const { db } = database
    await migrate(db, former)
    await appendEntries(db, ...older.map((object) => ({ object })))
    before = await rowsOf(db)
    await noteVerification(db, { faultCount: 2 } as Verification)
    await migrate(db)
  })
  afterAll(() => database.close())

  it('stay as they are, and verify by the rule of their time; so does an export', async () => {
    const { db } = database
    expect(await rowsOf(db)).toEqual(before)
    await appendEntries(db, ...older.map((object) => ({ object })))
    const found = await verifyChain(db)
    expect(found).toMatchObject({ links: 2 * older.length, faults: [] })
    // The alert of deploy/prometheus/alerts.yml ends.
    await noteVerification(db, found)
    const { rows } = await sql.raw(verificationFigure.text).execute(db)
    expect(rows).toMatchObject([{ audit_verified_faults: 0 }])
    expect(await checkedExport(db)).toMatchObject({ faults: [], lines: 2 * older.length })
  })

  const first = (object: string) => older.indexOf(object) + 1
  const second = (object: string) => first(object) + older.length
  const nothing = 'thing_kind = null, thing_id = null'
  it.each([
    [first('sim \ufeffx'), "thing_id = 'x'", 'of sim x, but is about sim ?x.'],
    [first('sim 8901170000000000013'), nothing, 'of nothing, but is about sim 8901170000000000013.'],
    [first('user ä@b.co'), nothing, 'of nothing, but is about user ?@b.co.'],
    [first('panels'), "thing_kind = 'sim', thing_id = '1'", 'of sim 1, but is about no thing.'],
    [first('sim a b'), "thing_kind = 'sim', thing_id = 'a b'", 'of sim a b, but is about no thing.'],
    [second('sim \ufeffx'), "thing_kind = 'sim', thing_id = '\ufeffx'", 'of sim ?x, but is about no thing.'],
    [second('sim 8901170000000000013'), "thing_kind = 'csr'", 'of csr 8901170000000000013, but is about sim'],
    [second('csr 10.60.1.1'), 'thing_id = null', 'of csr , but is about csr 10.60.1.1.'],
    [second('user ä@b.co'), "thing_kind = 'user', thing_id = 'ä@b.co'", 'of user ?@b.co, but is about no'],
  ])('and that of entry %i is found when it was changed: %s', async (id, change, sentence) => {
    const { db } = database
    // As JSON: of a column PGlite would leave out a U+FEFF at its beginning.
    const { rows } = await sql<{ kept: (string | null)[] }>`
      select json_build_array(thing_kind, thing_id) as kept from user_action where id = ${id}`.execute(db)
    const [kind, thing] = (rows[0]?.kept ?? []).map((text) => (text === null ? 'null' : `'${text}'`))
    await asOwner(db, `update user_action set ${change} where id = ${id}`)
    const { faults } = await verifyChain(db)
    expect(faults).toEqual([expect.stringMatching(`^The entry ${id} .* stands in the history `)])
    expect(faults[0]).toContain(sentence)
    await asOwner(db, `update user_action set thing_kind = ${kind}, thing_id = ${thing} where id = ${id}`)
    expect(await verifyChain(db)).toMatchObject({ faults: [] })
  })

  it.each([
    ['no space at all', "split_part(object, ' ', 1), thing_id = substr(object, 1 + strpos(object, ' '))"],
    ['all of them', 'null, thing_id = null'],
  ])('verify where they were read by a database that knew %s', async (_, things) => {
    await asOwner(database.db, `update user_action set thing_kind = ${things} where id <= ${odd.length}`)
    expect(await verifyChain(database.db)).toMatchObject({ faults: [] })
  })
})

const rowsOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{
    row: string
  }>`select entry::text as row from user_action as entry order by id`.execute(db)
  return rows.map(({ row }) => row)
}

async function checkedExport(db: Db) {
  const folder = mkdtempSync(join(tmpdir(), 'console-things-'))
  const { privateKey } = generateKeyPairSync('ed25519')
  const auditSigningKey = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const key = await openSigningKey({ demo: false, database: { folder: '' }, auditSigningKey })
  const [from, to, exportedAt] = [new Date(0), new Date('2999-01-01'), new Date()]
  const by = { exportedBy: 'auditor@example.com', exportedAt, transactionId: '' }
  await writeFile(join(folder, 'trail'), exportTrail(db, { from, to, key, ...by }))
  const checked = await checkExport(join(folder, 'trail'), key.thumbprint)
  rmSync(folder, { recursive: true })
  return checked
}

describeOnEachDatabase('D19 G1 what an entry is about', (database) => {
  it('is the same to the database and to the program, for all of Unicode', async () => {
    const { db } = database.get()
    await sql`create table asked (object text, thing_kind text, thing_id text)`.execute(db)
    await sql`
      create trigger asked before insert on asked for each row execute function user_action_thing()`.execute(
      db,
    )
    // The first plane whole; of the others, where nothing differs from its neighbour, each 257th character.
    await sql`
      insert into asked select 'sim a' || chr(code) || 'b' from generate_series(1, x'10ffff'::int) as code
      where code not between x'd800'::int and x'dfff'::int and (code < 65536 or code % 257 = 0)`.execute(db)
    const ends = [
      '',
      ' ',
      'x',
      ' \n',
      ' a\n',
      ' a ',
      '  a',
      ' a b',
      '\n1',
      ' !~',
      `s 1`,
      ` ${'x'.repeat(254)}`,
    ]
    const kinds = [...thingKinds, 'carrier', 'SIM', '', ' sim', 'sim sim']
    const forms = [...kinds.flatMap((kind) => ends.map((end) => kind + end)), `sim ${'x'.repeat(255)}`]
    await sql`insert into asked select unnest(${forms}::text[])`.execute(db)
    const { rows } = await sql<{ rows: { object: string; thing: string | null }[] }>`
      select json_agg(json_build_object('object', object, 'thing', thing_kind || ' ' || thing_id)) as rows from asked`.execute(
      db,
    )
    const asked = rows[0]?.rows ?? []
    expect(asked.length).toBeGreaterThan(67_000)
    expect(asked.filter(({ object, thing }) => thing !== (isThing(object) ? object : null))).toEqual([])
    expect(asked.filter(({ thing }) => thing !== null).length).toBeGreaterThan(94)
  })
})
