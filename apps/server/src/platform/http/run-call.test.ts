import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { startTestCalls, type TestCalls, testCalls, thing } from '../../testing/test-calls.ts'
import { Problem } from '../problem.ts'
import type { Api } from './api.ts'
import { runCall } from './run-call.ts'

/** One asking, as both doors take it. */
interface Asking {
  call: typeof testCalls.read | typeof testCalls.change
  id?: string
  body?: unknown
  roles?: string[]
  token?: string
}

describeOnOneDatabase('a call without HTTP', (database) => {
  let calls: TestCalls
  let api: Api
  beforeAll(async () => {
    calls = await startTestCalls(database.get(), {}, (given) => {
      api = given
    })
  })
  afterAll(() => calls.close())

  const tokenOf = ({ roles = ['support'], token }: Asking) =>
    token ??
    calls.keys.token({
      sub: `with ${roles}`,
      sid: 'a-session',
      email: 'both@example.com',
      resource_access: { 'support-console': { roles } },
    })

  async function overHttp(asking: Asking, transactionId = randomUUID()) {
    const { call, id = '7', body } = asking
    const options = { body, transactionId, token: await tokenOf(asking) }
    const { envelope } = await calls.server.call(call.method, thing(id), options)
    return { ...envelope, entries: await entriesOf(transactionId) }
  }

  async function without(asking: Asking, transactionId = randomUUID()) {
    const { call, id = '7', body } = asking
    const token = await tokenOf(asking)
    const asked = {
      transactionId,
      isNamed: true,
      remoteAddress: '127.0.0.1',
      address: thing(id),
      params: { id },
      query: {},
      respondAsync: false,
      body,
      who: () => api.guard.authenticate(`Bearer ${token}`),
    }
    const { status, message, data } = (await runCall(api, call, asked).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return { ...error, message: error.message, data: error.issues ? { issues: error.issues } : null }
    })) as { status: string; message: string; data: unknown }
    return { status, message, data, entries: await entriesOf(transactionId) }
  }

  const entriesOf = (transactionId: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .select(['source', 'issuer', 'subject', 'email', 'session_id', 'remote_address', 'route', 'permission'])
      .select(['activity', 'message', 'object', 'result', 'detail'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()

  const { read, change } = testCalls
  it.each<[string, Asking, { status: string; entries: number }]>([
    ['a reading call', { call: read }, { status: 'Success', entries: 0 }],
    ['a reading call without the right', { call: read, roles: [] }, { status: 'Forbidden', entries: 0 }],
    ['a reading call about nothing', { call: read, id: 'x' }, { status: 'Invalid', entries: 0 }],
    [
      'a reading call of no one',
      { call: read, token: 'made.up.token' },
      { status: 'Unauthorized', entries: 0 },
    ],
    ['a changing call', { call: change, body: { name: 'a' } }, { status: 'Success', entries: 1 }],
    ['one with a wrong body', { call: change, body: { name: 7 } }, { status: 'Invalid', entries: 1 }],
    [
      'one of no one',
      { call: change, body: { name: 'a' }, token: 'made.up.token' },
      { status: 'Unauthorized', entries: 0 },
    ],
  ])('D16 D18 %s has the same answer and entries by both doors', async (_, asking, { status, entries }) => {
    calls.steering.runs = 0
    const known = await overHttp(asking)
    expect([known.status, known.entries.length]).toEqual([status, entries])
    calls.steering.runs = 0
    expect(await without(asking)).toEqual(known)
  })

  it('D16 D33 a changing call without the right is refused and entered by either door', async () => {
    const refused = { call: change, body: { name: 'a' } }
    // Two people: of one, the second refusal of a minute would be counted alone.
    const known = await overHttp({ ...refused, roles: ['auditor'] })
    const same = await without({ ...refused, roles: ['auditor', 'other'] })
    expect(known).toMatchObject({ status: 'Forbidden', entries: [{ result: 'Forbidden' }] })
    const subject = same.entries[0]?.subject
    expect(same).toEqual({ ...known, entries: known.entries.map((entry) => ({ ...entry, subject })) })
  })

  it('D9 a repeat by the other door gets the first answer, and changes nothing', async () => {
    calls.steering.runs = 0
    const asking = { call: change, body: { name: 'once' } }
    const transactionId = randomUUID()
    const first = await without(asking, transactionId)
    expect(await overHttp(asking, transactionId)).toEqual(first)
    expect(calls.steering.runs).toBe(1)
  })

  it('R15 what only a neighbour may call is no one else’s by any door', () => {
    const user = { roles: ['support', 'eng-admin'], issuer: calls.keys.issuer } as never
    expect(() => api.guard.authorise(user, 'neighbour')).toThrow("you don't have access")
  })
})
