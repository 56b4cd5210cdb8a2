import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkExport } from '../../platform/audit/check-export.ts'
import { openSigningKey } from '../../platform/audit/signing-key.ts'
import { appendEntries, asOwner } from '../../testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

interface ExportedLine {
  number: number
  entryAt: string
  entry: { object: string; message: string } | null
  previousHash: string
  hash: string
}

describeOnOneDatabase('D19 R41 the audit trail for an auditor', (database) => {
  const db = () => database.get().db
  const pair = generateKeyPairSync('ed25519')
  const pem = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  let keys: KeyServer
  let server: TestApp
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-export-'))
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys, env: { AUDIT_SIGNING_KEY: pem } })
    await asOwner(
      db(),
      'truncate user_action',
      'truncate audit_chain',
      "select make_month('user_action', '2025-10-01')",
      "select make_month('user_action', '2025-11-01')",
    )
    // In New York the clocks go back on 2 November 2025.
    await enter('2025-11-01T03:59:59.999Z', 'before')
    await enter('2025-11-01T04:00:00.000Z', 'first')
    await enter('2025-11-02T05:30:00.000Z', hostile)
    await enter('2025-11-03T04:59:59.999Z', 'last')
    await enter('2025-11-03T05:00:00.000Z', 'after')
    await enter('2025-11-02T10:00:00.000Z', 'late')
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const hostile = '𝄞 \u001b[2J\r\n{"forged":1}\n\u2028\u0085\u202e <b>'
  const enter = (at: string, object: string) =>
    appendEntries(db(), { at: new Date(at), object, message: object })
  const path = (days: string) => `/api/useractiondetail/v1/export?${days}`
  const days = 'sDate=2025-11-01&eDate=2025-11-02&timeZone=America/New_York'
  const linesOf = (text: string) => text.trimEnd().split('\n')

  async function check(text: string, thumbprint?: string) {
    const file = join(folder, 'export.ndjson')
    writeFileSync(file, text)
    return checkExport(file, thumbprint)
  }
  const thumbprint = async () =>
    (await openSigningKey({ demo: false, database: { folder: '' }, auditSigningKey: pem })).thumbprint

  it('D21 D22 holds whole local days as one piece of the chain, in a file with a name', async () => {
    const { code, headers, text } = await server.call('GET', path(days))
    expect(code).toBe(200)
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="audit-2025-11-01-to-2025-11-02.ndjson"',
    )
    const lines = linesOf(text)
      .slice(0, -1)
      .map((line) => JSON.parse(line) as ExportedLine)
    // The one that was chained out of its turn brings its neighbour along.
    expect(lines.map((line) => line.entry?.object)).toEqual(['first', hostile, 'last', 'after', 'late'])
    expect(lines.map((line) => line.number)).toEqual([2, 3, 4, 5, 6])
    for (const [i, line] of lines.entries()) if (i > 0) expect(line.previousHash).toBe(lines[i - 1]?.hash)
  })

  it('ends with a signature over what the lines amount to', async () => {
    const { text } = await server.call('GET', path(days), {
      transactionId: 'aaaaaaaa-0000-4000-8000-000000000001',
    })
    const { jws } = JSON.parse(linesOf(text).at(-1) ?? '') as { jws: string }
    const { payload } = await compactVerify(
      jws,
      createPublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' })),
    )
    expect(decodeProtectedHeader(jws)).toMatchObject({ alg: 'EdDSA', kid: await thumbprint() })
    const summary = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>
    const before = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
    expect(summary).toMatchObject({
      format: 'support-console-audit-export/1',
      from: '2025-11-01T04:00:00.000Z',
      to: '2025-11-03T05:00:00.000Z',
      entries: 5,
      archived: 0,
      first: { number: 2 },
      head: { number: 6 },
      sha256: createHash('sha256').update(before).digest('hex'),
      exportedBy: 'support@example.com',
      transactionId: 'aaaaaaaa-0000-4000-8000-000000000001',
    })
  })

  it('D18 who took the trail along is on record before the first byte; where it cannot be, nothing leaves', async () => {
    const transactionId = 'aaaaaaaa-0000-4000-8000-000000000002'
    await server.call('GET', path(days), { transactionId })
    const entries = () =>
      db()
        .selectFrom('user_action')
        .select(['source', 'email', 'activity', 'message', 'object', 'result', 'route', 'permission'])
        .where('transaction_id', '=', transactionId)
        .execute()
    const entry = {
      source: 'server',
      email: 'support@example.com',
      activity: 'User Action Detail',
      message: 'Export the audit trail from 2025-11-01 to 2025-11-02',
      object: 'audit trail',
      result: 'Success',
      route: 'GET /useractiondetail/v1/export',
      permission: 'user-actions.read',
    }
    expect(await entries()).toEqual([entry])
    await sql`alter table audit_chain add constraint full_disk check (number < 0) not valid`.execute(db())
    try {
      const { code, envelope, text } = await server.call('GET', path(days), { transactionId })
      expect([code, envelope.status]).toEqual([503, 'Unavailable'])
      expect(envelope.message).toMatch(/cannot be written right now, so nothing was handed out/)
      expect(text).not.toContain('previousHash')
    } finally {
      await sql`alter table audit_chain drop constraint full_disk`.execute(db())
    }
    expect(await entries()).toEqual([entry])
  })

  it('is checked without a database, and without the key it is said what cannot be known', async () => {
    const { text } = await server.call('GET', path(days))
    expect(await check(text, await thumbprint())).toMatchObject({ faults: [], lines: 5, isExpectedKey: true })
    expect(await check(text)).toMatchObject({ faults: [], isExpectedKey: undefined })
    const other = await check(text, 'x'.repeat(43))
    expect(other.faults[0]).toMatch(/^The file was signed by another key/)
  })

  it('no text of an entry can break a line or speak to a terminal', async () => {
    const { text } = await server.call('GET', path(days))
    expect(linesOf(text)).toHaveLength(6)
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
  })

  const changes: [string, (lines: string[]) => string[], RegExp][] = [
    [
      'an edited entry',
      (lines) => lines.map((line) => line.replace('"object":"last"', '"object":"lost"')),
      /^Line 3: The entry \d+ of .* \(link 4\) was changed/,
    ],
    ['a line taken out', (lines) => lines.filter((_line, i) => i !== 1), /^Line 2: link 4 does not follow/],
    ['a line twice', (lines) => [...lines.slice(0, 2), ...lines.slice(1)], /^Line 3: link 3 does not follow/],
    [
      'two lines exchanged',
      ([a = '', b = '', ...rest]) => [b, a, ...rest],
      /^Line 2: link 2 does not follow/,
    ],
    ['a field added', ([a = '', ...rest]) => [a.replace('{', '{"more":1,'), ...rest], /^Line 1 is none of/],
    ['the first line cut', (lines) => lines.slice(1), /SHA-256 differs/],
    ['the last entry cut', (lines) => lines.toSpliced(-2, 1), /SHA-256 differs/],
    ['the signature cut', (lines) => lines.slice(0, -1), /does not end with its signature/],
    [
      'the signature changed',
      (lines) => lines.with(-1, (lines.at(-1) ?? '').replace(/\.[^.]{8}/, '.AAAAAAAA')),
      /The signature is wrong/,
    ],
    ['line ends of another system', (lines) => lines.map((line) => `${line}\r`), /SHA-256 differs/],
    ['nothing at all', () => [''], /does not end with its signature/],
  ]
  it.each(changes)('finds %s', async (_what, change, sentence) => {
    const { text } = await server.call('GET', path(days))
    const { faults } = await check(`${change(linesOf(text)).join('\n')}\n`)
    expect(faults.join('\n')).toMatch(sentence)
  })

  it('R49 a summary that was signed with texts for a terminal in it is none', async () => {
    const key = await openSigningKey({ demo: false, database: { folder: '' }, auditSigningKey: pem })
    const summary = {
      format: 'support-console-audit-export/1',
      from: '2025-11-01T04:00:00.000Z',
      to: '2025-11-03T05:00:00.000Z',
      entries: 0,
      archived: 0,
      first: null,
      head: null,
      sha256: createHash('sha256').digest('hex'),
      exportedBy: 'support@example.com',
      exportedAt: '2025-11-04T00:00:00.000Z',
      transactionId: 'x',
    }
    const faultsOf = async (change: object) =>
      (await check(`${JSON.stringify({ jws: await key.sign({ ...summary, ...change }) })}\n`)).faults
    expect(await faultsOf({})).toEqual([])
    for (const name of ['from', 'to', 'exportedAt'])
      expect(await faultsOf({ [name]: '2025-11-04T00:00:00.000Z\u001b[1A\u001b[2KThe file holds.' })).toEqual(
        ['What was signed is no summary of an export.'],
      )
  })

  it('finds an entry of the database that was changed, and one that is missing', async () => {
    await asOwner(db(), "update user_action set result = 'x' where object = 'first'")
    const edited = await check((await server.call('GET', path(days))).text)
    expect(edited.faults).toEqual([expect.stringMatching(/^Line 1: The entry .* was changed/)])
    await asOwner(
      db(),
      "update user_action set result = 'Success' where object = 'first'",
      "create table kept as select * from user_action where object = 'first'",
      // What the database makes itself, no one can put back.
      'alter table kept drop column thing_kind, drop column thing_id',
      "delete from user_action where object = 'first'",
    )
    const missing = await check((await server.call('GET', path(days))).text)
    expect(missing.faults).toEqual([expect.stringMatching(/^Line 1: The entry .* is missing/)])
    await asOwner(
      db(),
      'insert into user_action overriding system value select * from kept',
      'drop table kept',
    )
    expect((await check((await server.call('GET', path(days))).text)).faults).toEqual([])
  })

  it('of days without an entry it is a signature alone, which holds', async () => {
    const { code, text } = await server.call('GET', path('sDate=2025-10-02&eDate=2025-10-02'))
    expect([code, linesOf(text).length]).toEqual([200, 1])
    const checked = await check(text, await thumbprint())
    expect(checked).toMatchObject({ faults: [], summary: { entries: 0, first: null, head: null } })
  })

  it('a caller that leaves ends it, and the server goes on', async () => {
    await appendEntries(
      db(),
      ...Array.from({ length: 400 }, () => ({
        at: new Date('2025-10-20T10:00:00Z'),
        detail: 'x'.repeat(20_000),
      })),
    )
    const token = await keys.token()
    const url = new URL(path('sDate=2025-10-20&eDate=2025-10-20'), server.url)
    await new Promise<void>((resolve, reject) => {
      const call = request(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
        answer.once('data', () => {
          answer.destroy()
          resolve()
        })
      })
      call.once('error', reject)
      call.end()
    })
    const { code } = await server.call('GET', '/api/useractiondetail/v1/trail')
    expect(code).toBe(200)
  })

  it('tells the head and the public key, and no private one', async () => {
    const { envelope, text } = await server.call('GET', '/api/useractiondetail/v1/trail')
    const { number } = await db()
      .selectFrom('audit_chain')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { x } = pair.publicKey.export({ format: 'jwk' })
    expect(envelope.data).toMatchObject({
      head: { number },
      key: { thumbprint: await thumbprint(), jwk: { kty: 'OKP', crv: 'Ed25519', x } },
    })
    expect(text).not.toContain('"d"')
    expect(server.lines.join('\n')).not.toContain('PRIVATE KEY')
  })

  it('in the demo a key is made once and kept for its owner alone', async () => {
    const env = { DATA_DIR: join(folder, 'demo') }
    const exported = async () => {
      const demo = await startTestApp({ database: database.get(), keys, env })
      const { text } = await demo.call('GET', path(days))
      await demo.close()
      return (await check(text)).thumbprint
    }
    const first = await exported()
    const file = join(folder, 'demo', 'audit-signing-key.pem')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    expect(await exported()).toBe(first)
    expect(first).not.toBe(await thumbprint())
  })

  it('without a key the export is unavailable, and the answer names the setting', async () => {
    const env = { DATA_DIR: join(folder, 'broken') }
    rmSync(env.DATA_DIR, { recursive: true, force: true })
    writeFileSync(env.DATA_DIR, 'a file')
    const broken = await startTestApp({ database: database.get(), keys, env })
    const { code, envelope } = await broken.call('GET', path(days))
    expect([code, envelope.status]).toEqual([503, 'Unavailable'])
    const trail = await broken.call('GET', '/api/useractiondetail/v1/trail')
    expect(trail.envelope.data).toMatchObject({ key: null })
    // What was mended is found without a restart.
    rmSync(env.DATA_DIR)
    expect((await broken.call('GET', path(days))).code).toBe(200)
    await broken.close()
    await expect(openSigningKey({ demo: false, database: { folder }, auditSigningKey: '' })).rejects.toThrow(
      /set AUDIT_SIGNING_KEY or AUDIT_SIGNING_KEY_FILE/,
    )
  })

  it.each([
    ['no days', ''],
    ['days in the wrong order', 'sDate=2025-11-02&eDate=2025-11-01'],
    ['an unknown parameter', `${days}&text=x`],
  ])('refuses %s', async (_what, query) => {
    expect((await server.call('GET', path(query))).code).toBe(400)
  })
})
