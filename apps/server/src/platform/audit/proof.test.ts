import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { appendEntries, asOwner, auditEntry } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type AuditEntry, appendAudit, appendAudits } from './append-audit.ts'
import { auditedTransaction } from './audited-transaction.ts'
import { checkExport } from './check-export.ts'
import { exportTrail } from './export-trail.ts'
import { type KeptLink, readLinks } from './read-links.ts'
import { searchWords } from './search-words.ts'
import { openSigningKey, type SigningKey } from './signing-key.ts'
import { verifyChain } from './verify-chain.ts'

/** What has been lost or changed on the way to a database or back, before all other characters. */
const odd = [
  '\ufeff',
  '\u0000',
  '\ud800',
  '\udc00',
  '\ufffe',
  '\u202e',
  '\u2028',
  '"',
  '\\',
  '\n',
  ':',
  ',',
  '𝄞',
]
const unit = fc.oneof(
  fc.constantFrom(...odd),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
)
const text = fc.string({ unit, maxLength: 12 })
const entryWithAnyText = fc
  .record({
    user: fc.record({ issuer: text, subject: text, email: text, sessionId: text, tokenId: text }),
    remoteAddress: text,
    route: text,
    permission: text,
    activity: text,
    message: text,
    object: text,
    result: text,
    detail: text,
  })
  .map(auditEntry)

/** As an entry's text is kept: a database has no NUL and no half of a surrogate pair. */
const kept = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed()

describeOnEachDatabase('F1 what is hashed is what is read', (database) => {
  const db = () => database.get().db
  let key: SigningKey
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-proof-'))
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    key = await openSigningKey({ demo: false, database: { folder: '' }, auditSigningKey: String(pem) })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const empty = () => asOwner(db(), 'truncate user_action', 'truncate audit_chain')
  beforeEach(empty)

  async function exported(): Promise<string> {
    const path = join(folder, 'export.ndjson')
    writeFileSync(path, '')
    const time = { from: new Date('2020-01-01'), to: new Date('2100-01-01') }
    const order = { ...time, key, exportedBy: 'a', exportedAt: new Date(), transactionId: 't' }
    for await (const bytes of exportTrail(db(), order)) appendFileSync(path, bytes)
    return path
  }

  async function everyLink(): Promise<KeptLink[]> {
    const links: KeptLink[] = []
    for await (const page of readLinks(db())) links.push(...page)
    return links
  }

  const textsOf = ({ user, remoteAddress, route, permission, activity, ...entry }: AuditEntry) => ({
    issuer: kept(user.issuer),
    subject: kept(user.subject),
    email: kept(user.email),
    session_id: kept(user.sessionId),
    token_id: kept(user.tokenId),
    remote_address: kept(remoteAddress),
    route: kept(route),
    permission: kept(permission),
    activity: kept(activity),
    message: kept(entry.message),
    object: kept(entry.object),
    result: kept(entry.result),
    detail: kept(entry.detail ?? ''),
  })

  it('any text in any field is written, read, proven, exported and proven again', async () => {
    const entries = fc.array(entryWithAnyText, { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(entries, entries, async (atOnce, alone) => {
        await empty()
        await auditedTransaction(db(), (trx) => appendAudits(trx, atOnce))
        await auditedTransaction(db(), async (trx) => {
          for (const entry of alone) await appendAudit(trx, entry)
        })
        const read = (await everyLink()).map(({ entry }) => entry)
        expect(read).toMatchObject([...atOnce, ...alone].map(textsOf))
        expect(await verifyChain(db())).toMatchObject({ entries: 40, faults: [] })
        expect((await checkExport(await exported(), key.thumbprint)).faults).toEqual([])
      }),
      { numRuns: 15 },
    )
  })

  it.each(['\ufeff', '\ufeff\ufeffhello', ' \ufeff', 'x'.repeat(10_000), '𝄞'.repeat(5_000)])(
    'a trail holds into which an older release wrote %j in every field',
    async (text) => {
      const words = searchWords(text, `${text} ${text}`, text)
      const [fields, values] = [textFields.join(', '), textFields.map(() => sql.lit(text))]
      await sql`insert into user_action (source, transaction_id, ${sql.raw(fields)}, words)
        values ('console', gen_random_uuid(), ${sql.join(values)}, array_to_tsvector(${words}::text[]))`.execute(
        db(),
      )
      const [link] = await everyLink()
      expect(link?.entry).toMatchObject(Object.fromEntries(textFields.map((name) => [name, text])))
      expect((await verifyChain(db())).faults).toEqual([])
    },
  )
  const textFields = [
    ...['issuer', 'subject', 'email', 'session_id', 'token_id', 'remote_address', 'route'],
    ...['permission', 'activity', 'message', 'object', 'result', 'detail'],
  ]

  it('a walk goes on after a fault: all are counted, and a hundred of them told', async () => {
    await appendEntries(db(), ...Array.from({ length: 130 }, (_, i) => ({ object: `sim ${i}` })))
    const path = await exported()
    const lines = readFileSync(path, 'utf8').replaceAll('"object":"sim 1', '"object":"sim x')
    writeFileSync(path, lines.replace('"number":7,', '"number":"7",'))
    await asOwner(
      db(),
      "update user_action set result = 'Refused' where object <> 'sim 3'",
      "delete from user_action where object = 'sim 3'",
    )
    const found = await verifyChain(db(), { earlier: { number: 200, hash: 'a'.repeat(64) } })
    expect(found).toMatchObject({ links: 130, fitting: 0, entries: 129, faultCount: 131 })
    expect(found.faults).toHaveLength(100)
    expect(found.faults[3]).toMatch(/link 4\) is missing/)
    const checked = await checkExport(path)
    // 41 lines that were changed, one that is none, the gap that it leaves, and the signature's word on the lines.
    expect(checked.faultCount).toBe(45)
    expect(checked.faults.slice(0, 3)).toEqual([
      expect.stringMatching(/^Line 2: The entry .* \(link 2\) was changed/),
      'Line 7 is none of an export of the audit trail.',
      'Line 8: link 8 does not follow from link 6.',
    ])
  })

  it.each([
    ['none', "''", '5 of 5 are missing, and 0'],
    ['one less', "ts_delete(words, 'sim')", '1 of 5 are missing, and 0'],
    ['one more', "words || array_to_tsvector(array['other'])", '0 of 5 are missing, and 1'],
    [
      'the same of one other',
      "ts_delete(words, 'ete') || array_to_tsvector(array['eté'])",
      '1 of 5 are missing, and 1',
    ],
  ])('2.12 an entry is found by its own words: %s', async (_what, words, numbers) => {
    await appendEntries(db(), { object: 'sim 1', message: 'Été', detail: 'Harbor' }, { object: 'sim 2' })
    await asOwner(db(), `update user_action set words = ${words} where object = 'sim 1'`)
    expect((await verifyChain(db())).faults).toEqual([
      expect.stringMatching(
        `^The entry \\d+ of .* \\(link 1\\) is as the chain holds it, .*: ${numbers} are not`,
      ),
    ])
  })

  const setWords = (words: string, link: number) =>
    asOwner(
      db(),
      `update user_action set words = array_to_tsvector(array[${words}, '=Test'])
        where id = (select entry_id from audit_chain where number = ${link})`,
    )

  it.each([
    ['a separator', "'abc', 'def', '1234567', '~7654321', 'x'"],
    ['a letter', "'abc\u{e0fff}def', '1234567', '~7654321', 'x'"],
    ['a mark', "'abcdef', '1234567', '~7654321', 'x'"],
    ['a digit', "'abc\u{e0fff}def', '~fed\u{e0fff}cba', '1234567', '~7654321', 'x'"],
  ])('2.12 G1 a character that a later Unicode will know is no fault, be it %s', async (_, words) => {
    // No version knows it so far.
    await appendEntries(db(), { message: 'abc\u{e0fff}def 1234567', object: 'x' })
    await setWords(words, 1)
    expect((await verifyChain(db())).faults).toEqual([])
    for (const [less, numbers] of [
      [words.replace("'~7654321', ", ''), /: 1 of \d are missing, and 0 are not/],
      [words.replace("'x'", "'y'"), /: 1 of \d are missing, and 1 are not/],
      [words.replace("'x'", "'x', 'ü'"), /: 0 of \d are missing, and 1 are not/],
    ] as const) {
      await setWords(less, 1)
      expect((await verifyChain(db())).faults).toEqual([expect.stringMatching(numbers)])
    }
  })
})
