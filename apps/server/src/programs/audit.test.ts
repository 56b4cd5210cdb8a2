import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { makeMonths } from '../platform/database/months.ts'
import { type Database, openDatabase } from '../platform/database/open-database.ts'
import { appendEntries, asOwner } from '../testing/audit-entries.ts'
import { copyOfTemplate } from '../testing/databases.ts'
import { fillFolder } from '../testing/program-database.ts'
import { runCommand, startProgram } from '../testing/run-program.ts'
import { auditCommand } from './audit-command.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const pair = generateKeyPairSync('ed25519')
const newPair = generateKeyPairSync('ed25519')
let folder: string
const at = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-audit-'))
  for (const [before, { privateKey, publicKey }] of [
    ['', pair],
    ['new-', newPair],
  ] as const) {
    writeFileSync(at(`${before}key.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(at(`${before}public.pem`), publicKey.export({ type: 'spki', format: 'pem' }))
  }
  mkdirSync(at('archive'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = (env: Record<string, string>) => ({
  DEMO: 'off',
  DATA_DIR: at('data'),
  AUDIT_SIGNING_KEY_FILE: at('key.pem'),
  ...env,
})
/** In this process. */
const audit = (args: string[], env: Record<string, string> = {}) =>
  runCommand(auditCommand, args, settings(env))
/** The program itself. */
const program = (args: string[], env: Record<string, string> = {}) =>
  startProgram('audit.ts', args, settings(env)).ended

describe('D19 R41 R49 npm run audit:verify on the own database', () => {
  it('says that there is none, refuses while a server uses it, and works when none does', async () => {
    const nothing = await audit(['verify'])
    expect(nothing).toMatchObject({ code: 1, out: '' })
    expect(nothing.err).toBe(`There is no database in ${at('data')}. Set DATABASE_URL or DATA_DIR.\n`)

    await fillFolder(at('data'), { demo: false })
    const server = await openDatabase({ url: '', folder: at('data'), connections: 1 })
    await appendEntries(server.db, {}, {})
    const refused = await audit(['verify'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/^A server is using the data folder .*data\. Stop the server first, .*\n$/)
    await server.close()

    const good = await audit(['verify'])
    expect(good).toMatchObject({ code: 0, err: '' })
    expect(good.out).toMatch(
      /^The audit trail holds: 2 links, 2 entries \(\d+\.\d s\)\.\nNote down the head: 2:[\da-f]{64}\n$/,
    )
  })

  it.each([
    ['an unknown command', ['check'], /^That does not make a command\.\n\nnpm run audit:verify/],
    ['an unknown option', ['verify', '--what'], /^Unknown option '--what'/],
    ['a head that is none', ['verify', '12'], /^The earlier head is not NUMBER:HASH/],
    ['a log line that has none', ['verify', '{"msg":'], /^The earlier head is not NUMBER:HASH/],
    ['two heads', ['verify', 'a', 'b'], /^That does not make a command/],
    ['a month that is none', ['archive', '2025-13', '--to', '.'], /^The month must be given as YYYY-MM\.\n$/],
    ['no folder', ['archive', '2025-01'], /^That does not make a command/],
    [
      'a file that is not there',
      ['verify', '--file', 'no.ndjson'],
      /^no\.ndjson cannot be read \(ENOENT\)\.\n$/,
    ],
  ])('refuses %s with a sentence', async (_what, args, sentence) => {
    const { code, out, err } = await audit(args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(sentence)
  })

  it('helps and refuses so as a program, too', async () => {
    const help = await program(['verify', '--help'])
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(help).toEqual(await audit(['verify', '--help']))
    expect(await program(['check'])).toEqual(await audit(['check']))
  })
})

const postgres = inject('postgres')

describe.skipIf('missing' in postgres)('D19 R39 R41 the commands with two roles on PostgreSQL', () => {
  let copy: Awaited<ReturnType<typeof copyOfTemplate>>
  let owner: Database
  let servers: { DATABASE_URL: string }
  const role = `console_audit_${crypto.randomUUID().slice(0, 8)}`
  beforeAll(async () => {
    copy = await copyOfTemplate()
    owner = await openDatabase({ url: copy.url, folder: '', connections: 2 })
    const text = readFileSync(join(import.meta.dirname, '../../../../docs/operations/postgresql.md'), 'utf8')
    const grants = /```sql\n(grant select[\s\S]*?)```/.exec(text)?.[1] ?? ''
    await sql.raw(`create role ${role} login password 'choose one'`).execute(owner.db)
    await sql.raw(grants.replaceAll('console_app', role)).execute(owner.db)
    await sql`select make_month('user_action', '2025-01-01')`.execute(owner.db)
    await appendEntries(owner.db, { at: new Date('2025-01-31T23:59:59.999Z') }, { object: 'now' })
    const url = new URL(copy.url)
    Object.assign(url, { username: role, password: 'choose one' })
    servers = { DATABASE_URL: url.href }
  })
  afterAll(async () => {
    await sql.raw(`drop owned by ${role} cascade; drop role ${role}`).execute(owner.db)
    await owner.close()
    await copy.drop()
  })

  it("the servers' role verifies, writes a month's file, and cannot drop it; the owner can", async () => {
    const good = await audit(['verify'], servers)
    expect(good).toMatchObject({ code: 0, err: '' })
    const head = /Note down the head: (\d+:[\da-f]{64})/.exec(good.out)?.[1] ?? ''

    const written = await audit(['archive', '2025-01', '--to', at('archive')], servers)
    expect(written).toMatchObject({ code: 0, err: '' })
    expect(written.out).toMatch(/Nothing was dropped\. Run it again with --drop/)
    const refused = await audit(['archive', '2025-01', '--to', at('archive'), '--drop'], servers)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/^Only the owner of the tables can drop a month/)

    const dropped = await audit(['archive', '2025-01', '--to', at('archive'), '--drop'], {
      DATABASE_URL: copy.url,
    })
    expect(dropped).toMatchObject({ code: 0, err: '' })
    const [number, hash] = head.split(':')
    const line = JSON.stringify({
      level: 'info',
      number: Number(number),
      hash: hash?.toUpperCase(),
      msg: 'audit chain head',
    })
    const after = await audit(['verify', line], servers)
    expect(after).toMatchObject({ code: 0, err: '' })
    expect(after.out).toMatch(
      /^2025-01 was archived and dropped: 1 entries are in its file .* is signed by the key\./,
    )
    const unproven = await audit(['verify'], { ...servers, AUDIT_SIGNING_KEY_FILE: '' })
    expect(unproven).toMatchObject({ code: 0, err: '' })
    expect(unproven.out).toContain('That is not proven, since no key is known here: check the file and its')
    expect(after.out).toContain(`The earlier head, link ${number}, stands where it stood.`)

    // After a change of the key the months of the earlier one are told by it.
    const renewed = { ...servers, AUDIT_SIGNING_KEY_FILE: at('new-key.pem') }
    const byTheNewAlone = await audit(['verify'], renewed)
    expect(byTheNewAlone).toMatchObject({ code: 1, err: '' })
    expect(byTheNewAlone.out).toMatch(
      /2025-01 .* was signed by another key, .* \(--key or --thumbprint=T\)\./,
    )
    const byBoth = await audit(['verify', '--key', at('new-public.pem'), '--key', at('public.pem')], renewed)
    expect(byBoth).toMatchObject({ code: 0, err: '' })
    expect(byBoth.out).toMatch(/^2025-01 was archived and dropped: .* is signed by the key\./)

    const file = at('archive/audit-2025-01.ndjson')
    const checked = await audit(['verify', '--file', file, '--key', at('public.pem')])
    expect(checked).toMatchObject({ code: 0, err: '' })
    expect(checked.out).toMatch(/Signed with the expected key, [\w-]{43}\.\nThe file holds\.\n$/)
    const unknown = await audit(['verify', '--file', file])
    expect(unknown.out).toContain('cannot be known from the file')
    const wrong = await audit(['verify', '--file', file, '--thumbprint', 'x'.repeat(43)])
    expect(wrong).toMatchObject({ code: 1 })
    expect(wrong.out).toContain('The file does not hold: 1 fault.')
  })

  it('a fault and a cut tail end with 1 and a sentence; the new months may be used as the old ones', async () => {
    await makeMonths(owner.db)
    const [, head] = /head: (\S+)/.exec((await audit(['verify'], servers)).out) ?? []
    await asOwner(owner.db, "update user_action set message = 'x' where object = 'now'")
    const edited = await audit(['verify', head ?? ''], servers)
    expect(edited).toMatchObject({ code: 1, err: '' })
    expect(edited.out).toMatch(
      /^The entry \d+ of .* \(link 2\) was changed: .*\nThe audit trail does not hold: 1 fault; 2 of 3 links fit \(/,
    )
    await asOwner(
      owner.db,
      "delete from user_action where object <> 'now'",
      'delete from audit_chain where number > 2',
      "update user_action set message = 'Tést – 8901…0013' where object = 'now'",
    )
    const cut = await audit(['verify', head ?? ''], servers)
    expect(cut).toMatchObject({ code: 1, err: '' })
    expect(cut.out).toContain('The tail after link 2 was cut: ')
  })

  it('without a key nothing is archived, and the setting is named', async () => {
    const { code, err } = await audit(['archive', '2025-01', '--to', at('archive')], {
      ...servers,
      AUDIT_SIGNING_KEY_FILE: '',
    })
    expect(code).toBe(1)
    expect(err).toMatch(/set AUDIT_SIGNING_KEY or AUDIT_SIGNING_KEY_FILE\.\n$/)
  })
})
