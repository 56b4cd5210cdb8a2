import { randomUUID } from 'node:crypto'
import { envelopeStatuses } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { registerTestCalls, startTestCalls, type TestCalls, thing } from '../../testing/test-calls.ts'
import { asProblem } from './as-problem.ts'

describeOnOneDatabase('calls', (database) => {
  let calls: TestCalls
  let keys: TestCalls['keys']
  let server: TestCalls['server']
  let steering: TestCalls['steering']
  beforeAll(async () => {
    calls = await startTestCalls(database.get(), { ENVIRONMENT: 'prod' })
    ;({ keys, server, steering } = calls)
  })
  afterAll(() => calls.close())

  describe('D7 envelope and codes', () => {
    it('7 a call that succeeds answers 200, Success and its data', async () => {
      const { code, envelope, headers } = await server.call('GET', `${thing(7)}?depth=3`)
      expect([code, envelope]).toEqual([
        200,
        { status: 'Success', message: 'Operation Done.', data: { id: '7', depth: 3 } },
      ])
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    })

    it.each(Object.entries(envelopeStatuses).filter(([word]) => word !== 'Success' && word !== 'Accepted'))(
      'D7 a problem %s answers %i with its sentence, and its detail reaches the log only',
      async (word, code) => {
        const answer = await server.call('GET', `/api/test/v1/throw/${word}`)
        expect(answer.code).toBe(code)
        expect(answer.envelope).toEqual({ status: word, message: `This is ${word}.`, data: null })
        expect(server.lines.join()).toContain('for the log')
      },
    )

    it('R32 an exception becomes 500 without its message, stack or SQL, and is in the log without the token', async () => {
      const answer = await server.call('GET', '/api/test/v1/throw/exception')
      expect([answer.code, answer.envelope.status]).toEqual([500, 'Error'])
      expect(answer.text).not.toMatch(/SELECT|vault|at .*\.ts|eyJ/)
      const line = server.lines.find((text) => text.includes('FROM vault'))
      expect(line).toContain(answer.headers.get('x-transaction-id'))
      expect(line).not.toContain('eyJhbGci')
    })

    it('D7 an answer that does not fit its schema is 500, never sent', async () => {
      const { code } = await server.call('GET', '/api/test/v1/throw/wrong-answer')
      expect(code).toBe(500)
    })

    it('D7 a database that is away is 503 without its address', async () => {
      const { code, envelope, headers, text } = await server.call('GET', '/api/test/v1/throw/database-away')
      expect([code, envelope.status, headers.get('retry-after')]).toEqual([503, 'Unavailable', '10'])
      expect(text).not.toContain('10.1.2.3')
    })

    it.each([
      ['Unavailable', ['57P01', '57P02', '57P03', '53300', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']],
      ['Unavailable', ['53100', '53200', '58030', '25006', 'ENOSPC']],
      ['Unavailable, in seconds', ['55P03', '57014', '25P03']],
      ['Error', ['23505', '40001', 'XX000']],
    ])('D7 a failure of the database is %s by its code: %j', (meaning, codes) => {
      const problems = codes.map((code) => asProblem(Object.assign(new Error('of the database'), { code })))
      const told = problems.map(({ status, message }) =>
        message.includes('in a few seconds') ? `${status}, in seconds` : status,
      )
      expect(told).toEqual(codes.map(() => meaning))
    })

    it.each([
      'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable',
      'timeout exceeded when trying to connect',
    ])("D7 what its client says of a database that is away is Unavailable: '%s'", (said) => {
      expect(asProblem(new Error(said))).toMatchObject({ status: 'Unavailable', isOfDatabase: true })
    })

    it('F3 a character that the database cannot hold is 400, wherever it slipped through', async () => {
      const refusals = [sql`select ${'a\u0000b'}::text`, sql`select ${'"a\\u0000b"'}::jsonb`]
      for (const statement of refusals) {
        const refusal = await statement.execute(database.get().db).catch((error: unknown) => error)
        expect(asProblem(refusal)).toMatchObject({
          status: 'Invalid',
          message: expect.stringContaining('cannot be stored'),
        })
      }
    })

    it.each([
      ['respond-async', 'Begun.'],
      ['handling=lenient, Respond-Async; x=1', 'Begun.'],
      ['wait=10, respond-asynchronously', 'Done.'],
    ])('D6 Prefer: %s', async (prefer, message) => {
      const { envelope } = await server.call('POST', '/api/test/v1/jobs', { headers: { prefer } })
      expect(envelope.message).toBe(message)
    })

    it('D7 what the schema does not name does not leave', async () => {
      expect((await server.call('GET', thing())).text).not.toContain('secret')
    })

    it('R31 a file is an attachment under a name that we made', async () => {
      const { headers, text } = await server.call('GET', '/api/test/v1/file')
      expect(headers.get('content-disposition')).toBe('attachment; filename="a_b_.._c.csv"')
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(text).toBe('x\r\n')
    })

    it.each([
      '/api/nothing',
      '/api',
      '/api/',
      '/api/test/v1/things',
      '/api/configuration/v1/runtime/x',
      '/api/index.html',
    ])('R21 unknown %s is 404 NotFound as an envelope, never the page', async (path) => {
      const { code, envelope, headers } = await server.call('GET', path)
      expect([code, envelope.status, envelope.data]).toEqual([404, 'NotFound', null])
      expect(headers.get('content-type')).toContain('application/json')
    })

    it.each([
      ['PUT', thing(), 'DELETE, GET, HEAD, POST'],
      ['POST', '/api/configuration/v1/runtime', 'GET, HEAD'],
      ['OPTIONS', '/api/test/v1/bodiless', 'POST'],
      ['PATCH', '/api/openapi.json', 'GET, HEAD'],
    ])('R23 %s %s is 405 with Allow: %s', async (method, path, allow) => {
      const { code, envelope, headers } = await server.call(method, path)
      expect([code, envelope.status, headers.get('allow')]).toEqual([405, 'MethodNotAllowed', allow])
      expect(headers.get('access-control-allow-origin')).toBeNull()
    })

    it('R32 a malformed address is 400, not a stack', async () => {
      const { code, envelope } = await server.call('GET', '/api/test/v1/things/%E0%A4%A')
      expect([code, envelope.status]).toEqual([400, 'Invalid'])
    })
  })

  describe('R26 input', () => {
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      server.call('POST', thing(), { body, headers })

    it.each([
      ['an unknown field', { name: 'a', extra: 1 }, ['extra']],
      ['a number as text', { name: 'a', count: '5' }, ['count']],
      ['a text as number', { name: 7 }, ['name']],
      ['null for a number', { name: 'a', count: null }, ['count']],
      ['a missing and a bad field', { count: 1.5 }, ['name', 'count']],
      ['a list', [], ['']],
    ])('%s is 400 Invalid naming the fields', async (_title, body, fields) => {
      const { code, envelope } = await post(body)
      expect([code, envelope.status]).toEqual([400, 'Invalid'])
      const { issues } = envelope.data as { issues: { field: string; message: string }[] }
      expect(issues.map((issue) => issue.field)).toEqual(fields)
    })

    it('a bad parameter and an unknown query name are both named', async () => {
      const { code, envelope } = await server.call('GET', '/api/test/v1/things/abc?deep=1')
      expect(code).toBe(400)
      expect((envelope.data as { issues: unknown }).issues).toEqual([
        { field: 'id', message: 'must be a number' },
        { field: 'deep', message: 'is not known here' },
      ])
      expect(envelope.message).toBe(
        'Please correct the input: id: must be a number; deep: is not known here.',
      )
    })

    it.each(['{"name":', '', 'null', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}'])(
      'the body %j is 400 Invalid',
      async (body) => {
        const { code, envelope } = await post(body)
        expect([code, envelope.status]).toEqual([400, 'Invalid'])
      },
    )

    it('7 a call without a body takes none, whatever the Content-Type; with one it is 400', async () => {
      const call = (body: string) =>
        server.call('POST', '/api/test/v1/bodiless', {
          body,
          headers: { 'content-type': 'application/json' },
        })
      expect([(await call('')).code, (await call('{"a":1}')).code, (await call('7')).code]).toEqual([
        200, 400, 400,
      ])
    })

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'a body of type %s is 415',
      async (type) => {
        const { code, envelope, headers } = await post('name=a', { 'content-type': type })
        expect([code, envelope.status, headers.get('accept')]).toEqual([
          415,
          'UnsupportedType',
          'application/json',
        ])
      },
    )

    it('R29 more than 1 MiB is 413', async () => {
      const { code, envelope } = await post({ name: 'x'.repeat(1024 * 1024) })
      expect([code, envelope.status]).toEqual([413, 'TooLarge'])
    })

    it('R29 headers over 32 KiB are 431 with an envelope', async () => {
      const { code, envelope } = await server.call('GET', thing(), {
        headers: { 'x-long': 'x'.repeat(40_000) },
      })
      expect([code, envelope.status]).toEqual([431, 'HeadersTooLarge'])
    })

    it('R15 who is not admitted gets 401 before the body is looked at', async () => {
      const { code } = await server.call('POST', thing(), { token: null, body: '{"name":' })
      expect(code).toBe(401)
    })
  })

  describe('D16 permissions', () => {
    const withRoles = async (roles: unknown) =>
      keys.token({ resource_access: { 'support-console': { roles } } })

    it.each([
      [['support'], 'POST', thing(), 200],
      [['auditor'], 'POST', thing(), 403],
      [['auditor'], 'GET', thing(), 200],
      [[], 'GET', thing(), 403],
      [['admin', 'superuser'], 'GET', thing(), 403],
      [['support'], 'DELETE', thing(), 403],
      [['eng-admin'], 'DELETE', thing(), 200],
      [[], 'GET', '/api/session/v1/access', 200],
    ])('2.2 on the production host, %j may %s %s: %i', async (roles, method, path, code) => {
      const answer = await server.call(method, path, {
        token: await withRoles(roles),
        ...(method === 'POST' ? { body: { name: 'a' } } : {}),
      })
      expect(answer.code).toBe(code)
      if (code === 403) {
        expect(answer.envelope).toMatchObject({ status: 'Forbidden', data: null })
        expect(answer.envelope.message).toContain("Sorry, you don't have access")
      }
    })

    it('R16 a refused change is logged with who, what and why', async () => {
      const transactionId = randomUUID()
      const token = await keys.token({
        sub: 'curious',
        email: 'curious@example.com',
        sid: 'session-7',
        resource_access: { 'support-console': { roles: ['auditor'] } },
      })
      await server.call('POST', thing(), { token, transactionId, body: {} })
      await expect.poll(server.logged).toContainEqual(
        expect.objectContaining({
          transactionId,
          msg: 'change decided',
          call: 'POST /test/v1/things/{id}',
          subject: 'curious',
          email: 'curious@example.com',
          sessionId: 'session-7',
          remoteAddress: '127.0.0.1',
          decision: 'Forbidden',
          permission: 'sim-management.change',
          detail: { permission: 'sim-management.change', roles: ['auditor'] },
        }),
      )
    })

    it('R16 a refused reading call names who in its line as well', async () => {
      const transactionId = randomUUID()
      const token = await keys.token({ sub: 'nosy', email: 'nosy@example.com', resource_access: {} })
      expect((await server.call('GET', thing(), { token, transactionId })).code).toBe(403)
      await expect
        .poll(server.logged)
        .toContainEqual(
          expect.objectContaining({ transactionId, code: 403, subject: 'nosy', email: 'nosy@example.com' }),
        )
    })
  })

  describe('D8 transactions', () => {
    it('R33 a UUID is kept, in the answer and in the log; anything else is replaced', async () => {
      const given = randomUUID()
      const kept = await server.call('GET', thing(), { transactionId: given.toUpperCase() })
      expect(kept.headers.get('x-transaction-id')).toBe(given)
      await expect
        .poll(server.logged)
        .toContainEqual(
          expect.objectContaining({ transactionId: given, route: '/api/test/v1/things/:id', code: 200 }),
        )
      const made = await server.call('GET', thing(), { headers: { 'x-transaction-id': 'x" injected' } })
      expect(made.headers.get('x-transaction-id')).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('D8 404, 405, 413 and 401 carry one as well', async () => {
      const answers = await Promise.all([
        server.call('GET', '/api/nothing'),
        server.call('PUT', thing()),
        server.call('POST', thing(), { body: 'x'.repeat(1024 * 1024 + 1) }),
        server.call('GET', thing(), { token: null }),
      ])
      for (const { headers } of answers) expect(headers.get('x-transaction-id')).toMatch(/^[0-9a-f-]{36}$/)
    })
  })

  it('R29 a reading call that outlasts its time is 503 and its work is aborted', async () => {
    const { code, envelope } = await server.call('GET', '/api/test/v1/slow')
    expect([code, envelope.status, envelope.message]).toEqual([
      503,
      'Unavailable',
      expect.stringContaining('took longer than 0.2 seconds'),
    ])
  })

  it('R29 a file that is not taken in time ends with its connection, and its source with it', async () => {
    await expect(server.call('GET', '/api/test/v1/stream/stalled')).rejects.toThrow('terminated')
    await expect.poll(() => steering.stream?.destroyed).toBe(true)
    expect(server.lines.join()).toContain('a file was not taken in the time of its call')
    expect((await server.call('GET', '/api/test/v1/stream/whole')).text).toBe('first\r\n')
  })

  it('R29 who is not allowed to is counted all the same: 403, then 429', async () => {
    const small = await startTestApp({
      database: database.get(),
      keys,
      env: { CALLS_PER_MINUTE: '10' },
      app: { furtherCalls: (api) => registerTestCalls(api, steering) },
    })
    const token = await keys.token({ sub: 'pushy', resource_access: {} })
    const codes: number[] = []
    for (let i = 0; i < 12; i++) codes.push((await small.call('GET', thing(), { token })).code)
    expect(codes).toEqual([...Array(10).fill(403), 429, 429])
    await small.close()
  })
})
