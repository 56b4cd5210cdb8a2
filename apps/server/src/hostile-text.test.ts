import { randomUUID } from 'node:crypto'
import { type Call, calls, isReading, readThing, thingKinds } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { companiesSeed } from './demo/companies.ts'
import { companySettingsSeed } from './demo/company-settings.ts'
import { csrSeed } from './demo/csr.ts'
import { panelsSeed } from './demo/panels.ts'
import { seed } from './demo/seed.ts'
import { simsSeed } from './demo/sims.ts'
import { appendAudit, appendAudits } from './platform/audit/append-audit.ts'
import { auditedTransaction } from './platform/audit/audited-transaction.ts'
import { verifyChain } from './platform/audit/verify-chain.ts'
import { enterCountedRefusals } from './platform/http/refused-calls.ts'
import { auditEntry } from './testing/audit-entries.ts'
import { describeOnEachDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { testSecrets } from './testing/test-secrets.ts'

/** HOSTILE_CALLS=10000 for the long run, by hand. */
const many = Number(process.env.HOSTILE_CALLS ?? 250)
vi.setConfig({ testTimeout: 60_000 + many * 500 })

/** What programs, databases and locales take differently: as spaces, letters, digits, in cases, as one character or two. */
const odd = [
  ...['\ufeff', '\u0085', '\u00a0', '\u1680', '\u180e', '\u2003', '\u200b', '\u2028', '\u2060', '\u3000'],
  ...['\u001c', '\u001b[2J', '\u007f', '\u0000', '\r\n', '\t', '\ufffe', '\uffff', '\ufdd0', '\u{1ffff}'],
  ...[
    '\ud800',
    '\udfff\ud800',
    '\ue000',
    '\u{10fffd}',
    '\u202e',
    '\u2066',
    '\u200d',
    '\u034f',
    'e\u0301\u0323',
  ],
  ...['İ', 'ı', 'ſ', '\u212a', 'ß', 'ẞ', 'Σς', 'ﬁ', '\ufdfa', '½', '٣', '१', '𝟗', '\u{1f9d1}\u200d\u{1f4bb}'],
  ...[
    '\u{1e030}',
    '\u{105c0}',
    '\u0378',
    '%',
    '%00',
    '%EF%BB%BF',
    '%2e%2e%2f',
    '..',
    '__proto__',
    "';--",
    '\\',
    '"',
  ],
  ...['password: hush', 'x'.repeat(10_000), '\ufdfa'.repeat(600), '𝄞'.repeat(2500), 'a1 '.repeat(3000)],
]
const identifiers = [
  ...['8901170000000000013', 'CBS0000001', '6f9619ff-8b86-d011-b42d-00c04fc964ff', '1', '10.60.1.1'],
  ...['support@example.com', '00000000-0000-4000-8000-000000000000', ''],
]
const text = fc.oneof(
  fc.constantFrom(...odd),
  fc.constantFrom(...identifiers),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .tuple(fc.constantFrom(...odd), fc.constantFrom(...identifiers), fc.constantFrom('', ...odd))
    .map((parts) => parts.join('')),
)
/** As long as a token may say it. */
const said = text.map((whole) => whole.slice(0, 400))
/** In an address; half of a surrogate pair has bytes only. */
const part = (value: string) =>
  encodeURIComponent(value.toWellFormed()) + (value.isWellFormed() ? '' : '%ED%A0%80')

const changing = Object.values(calls as Record<string, Call>).filter(
  (call) => !isReading(call) && call.access !== 'neighbour',
)
const claim = fc.record({
  SessionId: text,
  Email: text,
  Activity: text,
  ActionMessage: text,
  Detailinfo: fc.constant(''),
})
const asked = fc.record({
  call: fc.constantFrom(...changing),
  values: fc.array(text, { minLength: 4, maxLength: 4 }),
  body: fc.oneof(fc.dictionary(text, text, { maxKeys: 3 }), claim, fc.constant(undefined)),
  who: fc.record({ sub: said, email: said, sid: said, jti: said }, { requiredKeys: [] }),
  roles: fc.constantFrom([], ['auditor'], ['support', 'eng-admin']),
})

describeOnEachDatabase('D19 G1 hostile text', (database) => {
  const db = () => database.get().db
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(db(), [
      companiesSeed(testSecrets),
      simsSeed(testSecrets),
      companySettingsSeed,
      panelsSeed,
      csrSeed,
    ])
    // No neighbour answers: what would be asked of one is refused at once.
    server = await startTestApp({ database: database.get(), keys, env: { FIELD_URL: 'http://127.0.0.1:9' } })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  it('in paths, bodies and tokens leaves entries that verify, and names no thing that is none', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ call, values, body, who, roles }) => {
        const claims = Object.fromEntries(Object.entries(who).filter(([, claim]) => claim !== ''))
        const resource_access = { 'support-console': { roles } }
        const token = await keys.token({ sub: randomUUID(), jti: randomUUID(), ...claims, resource_access })
        const rest = [...values]
        const path = call.path.replace(/\{\w+\}/g, () => part(rest.pop() ?? '') || '%20')
        const sent = call.method === 'DELETE' || body === undefined ? {} : { body }
        const { code, text } = await server.call(call.method, `/api${path}`, { token, ...sent })
        expect(code, text).not.toBe(500)
        expect(text).not.toContain('audit trail cannot be written')
      }),
      { numRuns: many },
    )
    for (let minute = 0; minute < 2; minute++) {
      await sql`update refused_calls set began_at = began_at - interval '2 minutes'`.execute(db())
      await enterCountedRefusals(db())
    }
    expect((await sql`select from refused_calls`.execute(db())).rows).toEqual([])
    const { links, faults } = await verifyChain(db())
    expect(faults).toEqual([])
    expect(links).toBeGreaterThan(many / 2)
    const { rows } = await sql<{ thing: string }>`
      select distinct thing_kind || ' ' || thing_id as thing from user_action
      where thing_kind is not null and thing_kind <> 'session'`.execute(db())
    expect(rows.filter(({ thing }) => readThing(thing) !== thing)).toEqual([])
  })

  it('in each field of an entry, whatever thing it is about, verifies', async () => {
    const user = fc.record({ issuer: text, subject: text, email: text, sessionId: text, tokenId: text })
    const texts = {
      remoteAddress: text,
      route: text,
      permission: text,
      activity: text,
      message: text,
      result: text,
    }
    const object = fc.oneof(
      text,
      fc.tuple(fc.constantFrom(...thingKinds), text).map((parts) => parts.join(' ')),
    )
    const entry = fc.record({ user, ...texts, object, detail: text }).map(auditEntry)
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 2, maxLength: 8 }), async ([first, ...others]) => {
        await auditedTransaction(db(), async (trx) => {
          if (first) await appendAudit(trx, first)
          await appendAudits(trx, others)
        })
      }),
      { numRuns: Math.ceil(many / 4) },
    )
    expect((await verifyChain(db())).faults).toEqual([])
  })
})
