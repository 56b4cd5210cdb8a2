import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBrokenTrail } from '../../testing/broken-trail.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { registerTestCalls, startTestCalls, type TestCalls } from '../../testing/test-calls.ts'
import { Problem } from '../problem.ts'

const thing = '/api/test/v1/things/1'
const secret = 'Tr0ub4dor&3'

describeOnOneDatabase('D18 R16 attempts that come to nothing', (database) => {
  let calls: TestCalls
  let keys: TestCalls['keys']
  let server: TestCalls['server']
  let steering: TestCalls['steering']
  beforeAll(async () => {
    calls = await startTestCalls(database.get(), { ENVIRONMENT: 'prod' })
    ;({ keys, server, steering } = calls)
  })
  afterAll(() => calls.close())

  const entriesOf = (transactionId: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .select(['source', 'email', 'route', 'permission', 'activity', 'message', 'object', 'result', 'detail'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()

  /** One attempt under a transaction of its own: the answer and what stands in the trail afterwards. */
  async function attempt(options: Parameters<TestApp['call']>[2] & { path?: string; method?: string } = {}) {
    const { path = thing, method = 'POST', transactionId = randomUUID(), ...more } = options
    const answer = await server.call(method, path, { body: { name: 'a' }, ...more, transactionId })
    return { answer, transactionId, entries: await entriesOf(transactionId) }
  }

  const failing = (act: () => void) => {
    steering.next = async () => act()
  }

  it('D16 Forbidden is one entry with who, what and why', async () => {
    const token = await keys.token({
      sub: randomUUID(),
      email: 'auditor@example.com',
      resource_access: { 'support-console': { roles: ['auditor'] } },
    })
    const { answer, entries } = await attempt({ token, body: { name: secret } })
    expect(answer.code).toBe(403)
    expect(entries).toEqual([
      {
        source: 'server',
        email: 'auditor@example.com',
        route: 'POST /test/v1/things/{id}',
        permission: 'sim-management.change',
        activity: 'Things',
        message: 'Change thing 1',
        object: 'company 1',
        result: 'Forbidden',
        detail: "Sorry, you don't have access to this. Please Contact Admin!",
      },
    ])
  })

  it.each([
    ['a field that is wrong', { body: { name: '', count: 'x' } }, 'Invalid', /name: .*count: /],
    ['a parameter that is wrong', { path: `${thing}${'1'.repeat(30)}` }, 'Invalid', /id: /],
    ['a query that is not known', { path: `${thing}?deep=1` }, 'Invalid', /deep: is not known here/],
    ['a body that is no JSON', { body: `{"name": "${secret}` }, 'Invalid', /not valid JSON/],
    [
      'a body that is too large',
      { body: { name: secret.repeat(100_000) } },
      'TooLarge',
      /the limit is 1024 KiB/,
    ],
    [
      'a body of another type',
      { body: secret, headers: { 'content-type': 'text/plain' } },
      'UnsupportedType',
      /must be JSON/,
    ],
  ])('R26 %s is one entry whose reason names no content', async (_title, options, result, reason) => {
    const { answer, entries } = await attempt(options)
    expect(answer.envelope.status).toBe(result)
    expect(entries).toMatchObject([{ result, detail: expect.stringMatching(reason) }])
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it.each(['NotFound', 'Conflict', 'CarrierError', 'Busy', 'Unavailable', 'Unsettled', 'Error'] as const)(
    '%s of a handler is one entry in its own words, with its reason',
    async (status) => {
      failing(() => {
        throw new Problem(status, `This is ${status}.`, { detail: { hidden: 'for the log' } })
      })
      const { entries } = await attempt()
      expect(entries).toMatchObject([
        { message: 'Change 1 to a', object: 'company 1', result: status, detail: `This is ${status}.` },
      ])
      expect(entries).toHaveLength(1)
    },
  )

  it.each([
    ['U+FEFF', '%EF%BB%BFx', '\ufeffx', '', null],
    ['U+0085', '%C2%85', '\u0085', '', null],
    ['too much for its schema', `id: 12${'%20'.repeat(30)}`, `id: 12${' '.repeat(30)}`, '', null],
    ['an identifier', '12', '12', 'company 12', '12'],
  ])(
    'G1 %s in a refused path stands in the message, and names a thing in its one form alone',
    async (_, part, raw, object, thing) => {
      const { transactionId, entries } = await attempt({
        path: `/api/test/v1/things/${part}`,
        body: { name: 7 },
      })
      expect(entries).toMatchObject([{ message: `Change thing ${raw}`, object, result: 'Invalid' }])
      const { db } = database.get()
      const read = db.selectFrom('user_action').select('thing_id').where('transaction_id', '=', transactionId)
      expect(await read.execute()).toEqual([{ thing_id: thing }])
    },
  )

  it('R32 an exception is entered without its text', async () => {
    failing(() => {
      throw new Error('SELECT secret FROM vault')
    })
    const { answer, entries } = await attempt()
    expect(answer.code).toBe(500)
    expect(entries).toMatchObject([
      { result: 'Error', detail: expect.stringContaining('Something went wrong') },
    ])
  })

  it('D9 a failure that may pass is entered and leaves the call open: the repeat runs', async () => {
    failing(() => {
      throw new Problem('Busy', 'Need to wait.')
    })
    const { transactionId } = await attempt()
    const { answer, entries } = await attempt({ transactionId })
    expect(answer.code).toBe(200)
    expect(entries).toMatchObject([{ result: 'Busy' }, { result: 'Success' }])
  })

  it('D9 an answer that is given again leaves none; the same id with other content is a Conflict of its own', async () => {
    failing(() => {
      throw new Problem('NotFound', 'not found')
    })
    const { transactionId } = await attempt()
    expect((await attempt({ transactionId })).entries).toHaveLength(1)
    const { answer, entries } = await attempt({ transactionId, body: { name: 'b' } })
    expect(answer.code).toBe(409)
    expect(entries).toMatchObject([
      { result: 'NotFound' },
      { result: 'Conflict', detail: expect.stringContaining('under this transaction ID') },
    ])
  })

  it('D9 a repeat while the first runs leaves none', async () => {
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    steering.next = async () => {
      begun.resolve()
      await held.promise
    }
    const transactionId = randomUUID()
    const first = attempt({ transactionId })
    await begun.promise
    expect((await attempt({ transactionId })).answer.envelope.status).toBe('Busy')
    held.resolve()
    expect((await first).entries).toMatchObject([{ result: 'Success' }])
  })

  it('R29 a time-out is entered, and what had begun enters its own outcome', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    steering.held = held
    const { answer, transactionId, entries } = await attempt({ path: '/api/test/v1/slow', body: undefined })
    expect(answer.envelope.status).toBe('Unsettled')
    const timedOut = { result: 'Unsettled', detail: expect.stringContaining('took longer than') }
    expect(entries).toMatchObject([timedOut])
    release()
    await expect
      .poll(() => entriesOf(transactionId), { timeout: 10_000 })
      .toMatchObject([timedOut, { result: 'Success', message: 'Slowly' }])
  })

  it('who is not known leaves a line in the log, and no entry', async () => {
    const { answer, transactionId, entries } = await attempt({ token: null })
    expect([answer.code, entries]).toEqual([401, []])
    expect(server.logged()).toContainEqual(
      expect.objectContaining({ transactionId, msg: 'call refused', status: 'Unauthorized', code: 401 }),
    )
  })

  it('R29 a call beyond the limit leaves a line in the log, and no entry', async () => {
    const small = await startTestApp({
      database: database.get(),
      keys,
      env: { CALLS_PER_MINUTE: '10' },
      app: { furtherCalls: (api) => registerTestCalls(api, steering) },
    })
    const token = await keys.token({ sub: 'pushy' })
    const transactionId = randomUUID()
    for (let i = 0; i < 10; i++) await small.call('GET', '/api/session/v1/access', { token })
    const refused = await small.call('POST', thing, { token, transactionId, body: { name: 'a' } })
    expect([refused.code, await entriesOf(transactionId)]).toEqual([429, []])
    expect(small.lines.join('\n')).toMatch(/change decided/)
    await small.close()
  })

  describe('R37 while the trail takes no entry', () => {
    it('a refusal is 503 and says that it is not recorded, in the log with its reason; it may be tried again', async () => {
      const transactionId = randomUUID()
      const refuse = () =>
        failing(() => {
          throw new Problem('NotFound', 'There is no thing 1.')
        })
      await withBrokenTrail(database.get().db, async () => {
        refuse()
        const { answer } = await attempt({ transactionId })
        expect([answer.code, answer.envelope.status]).toEqual([503, 'Unavailable'])
        expect(answer.envelope.message).toContain('audit trail cannot be written')
      })
      expect(server.logged()).toContainEqual(
        expect.objectContaining({
          transactionId,
          msg: 'A failed attempt cannot be entered into the audit trail',
          decision: 'NotFound',
          reason: 'There is no thing 1.',
        }),
      )
      refuse()
      expect((await attempt({ transactionId })).entries).toMatchObject([{ result: 'NotFound' }])
    })

    it('what may have happened is still told so', async () => {
      failing(() => {
        throw new Problem('Unsettled', 'The carrier did not answer. The change may still happen.')
      })
      await withBrokenTrail(database.get().db, async () => {
        const { answer } = await attempt()
        expect([answer.code, answer.envelope.status]).toEqual([503, 'Unsettled'])
        expect(answer.envelope.message).toMatch(/The change may have happened; check before you try again\.$/)
      })
    })

    it('a database that is away is told as that, not as the trail', async () => {
      failing(() => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      })
      await withBrokenTrail(database.get().db, async () => {
        const { answer } = await attempt()
        expect([answer.code, answer.envelope.message]).toEqual([
          503,
          'The database cannot be reached right now. Please try again in a minute.',
        ])
      })
    })

    it('Forbidden is 503 too', async () => {
      const token = await keys.token({ sub: randomUUID(), resource_access: {} })
      await withBrokenTrail(database.get().db, async () => {
        expect((await attempt({ token })).answer.code).toBe(503)
      })
    })
  })
})
