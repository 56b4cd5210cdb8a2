import { type Call, calls } from '@support-console/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { companiesSeed } from './demo/companies.ts'
import { companySettingsSeed } from './demo/company-settings.ts'
import { csrSeed } from './demo/csr.ts'
import { panelsSeed } from './demo/panels.ts'
import { seed } from './demo/seed.ts'
import { simsSeed } from './demo/sims.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { testSecrets } from './testing/test-secrets.ts'

vi.setConfig({ testTimeout: 120_000 })

const odd = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\ufeffhello',
    '\u202e',
    '\u2066a',
    '\u3164',
  ],
  ...[
    '\n',
    '\r\nx: y',
    '%00',
    '..',
    '%',
    "'",
    '"',
    '\\',
    '$1',
    '{}',
    '0',
    '-1',
    '0x1',
    '1e9',
    '9'.repeat(30),
    'NaN',
  ],
  ...['x'.repeat(3000), '𝄞'.repeat(300), 'null', 'true', '2026-02-30', '2026-11-22', 'a@b.co', 'constructor'],
  ...['__proto__', '8901170000000000013', 'CBS0000001', '10.60.1.1', '00000000-0000-4000-8000-000000000000'],
]
const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'a\udc00') },
  { weight: 3, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
const deep = (depth: number): unknown => Array.from({ length: depth }).reduce((inner) => [inner], {})
const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, 0, -0, -1, 1e308, 2 ** 53, 0.5, [], {}, deep(20), deep(5000)),
  fc.dictionary(text, text, { maxKeys: 3 }),
  fc.array(text, { maxLength: 3 }),
)

/** What a JSON Schema asks for, mostly, with anything in a place here and there. */
function ofSchema(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything })
}

function fitting(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], items, enum: words, const: only, anyOf } = schema
  const of = (each: unknown) => ofSchema(each as z.core.JSONSchema.BaseSchema)
  if (only !== undefined) return fc.constant(only)
  if (words) return fc.constantFrom(...words)
  if (anyOf) return fc.oneof(...anyOf.map(of))
  switch (schema.type) {
    case 'object': {
      const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, of(each)]))
      return fc.record(members, { requiredKeys: required })
    }
    case 'array':
      return fc.array(of(items ?? {}), { maxLength: 3 })
    case 'string':
      return schema.format === 'date-time' ? fc.constant('2026-11-22T10:00:00.000Z') : text
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer(), fc.constantFrom(0, 1, 24, 32, 50, 100, 2 ** 31, 99_999_999_999))
    case 'boolean':
      return fc.boolean()
    default:
      return anything
  }
}

const inputOf = (schema: z.ZodType | undefined) =>
  schema ? ofSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : fc.constant(undefined)

const part = (value: unknown): string => {
  const said = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // Half of a surrogate pair has no form in an address; its bytes have.
  return encodeURIComponent(said.toWellFormed()) + (said.isWellFormed() ? '' : '%ED%A0%80')
}
const namesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** How the library of the schemas says what is wrong, where neither they nor we do. */
const wordsOfSchemas =
  /Too (?:small|big): |Invalid (?:input|option|string|number|discriminator|ISO|value in|key in)|expected \w+, received/

describeOnOneDatabase(
  'F3 R26 no call fails for what it is given, and each says what is wrong in our words',
  (database) => {
    let keys: KeyServer
    let server: TestApp
    beforeAll(async () => {
      keys = await startKeyServer()
      await seed(database.get().db, [
        companiesSeed(testSecrets),
        simsSeed(testSecrets),
        companySettingsSeed,
        panelsSeed,
        csrSeed,
      ])
      // No neighbour answers: what would be asked of one is refused at once, and no one is waited for, a SIM's carrier least of
      // all when what was made up is a SIM that is there.
      const env = {
        FIELD_URL: 'http://127.0.0.1:9',
        DEACTIVATION_LOOK_MS: '10',
        DEACTIVATION_PATIENCE_SECONDS: '1',
      }
      server = await startTestApp({ database: database.get(), keys, env })
    })
    afterAll(async () => {
      await server.close()
      await keys.close()
    })

    it.each(Object.entries(calls as Record<string, Call>))('%s', async (name, call) => {
      const tokens = {
        neighbour: name === 'verifyInstallerServiceKey' ? 'demo-linking-token' : null,
        others: await keys.token({ sid: name, jti: name }),
      }
      const token = call.access === 'neighbour' ? tokens.neighbour : tokens.others
      const asked = fc.record({
        params: inputOf(call.params),
        query: inputOf(call.query),
        body: inputOf(call.body),
      })
      await fc.assert(
        fc.asyncProperty(asked, async ({ params, query, body }) => {
          const given = Object.fromEntries(namesOf(params))
          const path = call.path.replace(/\{(\w+)\}/g, (_, each) => part(given[each] ?? '') || '%20')
          const search = namesOf(query).map(([each, value]) => `${part(each)}=${part(value)}`)
          const proven = { username: 'verizon-callback', password: 'demo-callback-password' }
          const sent =
            name === 'verizonCallback' && !Array.isArray(body) ? { ...proven, ...Object(body) } : body
          const { code, text } = await server.call(call.method, `/api${path}?${search.join('&')}`, {
            token,
            ...(call.method === 'GET' || sent === undefined ? {} : { body: JSON.stringify(sent) }),
          })
          expect(code, text).not.toBe(500)
          expect(text).not.toMatch(wordsOfSchemas)
        }),
        { numRuns: 25 },
      )
    })
  },
)
