import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const path = '/api/activity/v1/activitylog'
const entry = (more: object = {}) => ({
  SessionId: 'claimed-session',
  Email: 'somebody.else@example.com',
  Activity: 'SIM Information',
  ActionMessage: 'Compare SIM 8901…0013',
  Detailinfo: '',
  ...more,
})

describeOnOneDatabase('7 activity log', (database) => {
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })
  const entriesOf = (transactionId: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .selectAll()
      .where('transaction_id', '=', transactionId)
      .execute()

  it('D15 D18 keeps the claim, with who and which session from the token', async () => {
    const transactionId = randomUUID()
    const token = await keys.token({ email: 'real@example.com', sid: 'real-session', jti: 'real-token' })
    const answer = await server.call('POST', path, { body: entry(), transactionId, token })
    expect([answer.code, answer.envelope]).toEqual([
      200,
      { status: 'Success', message: 'Operation Done.', data: null },
    ])
    expect(await entriesOf(transactionId)).toMatchObject([
      {
        source: 'console',
        email: 'real@example.com',
        session_id: 'real-session',
        token_id: 'real-token',
        activity: 'SIM Information',
        message: 'Compare SIM 8901…0013',
      },
    ])
  })

  it('D18 delivered again, also after the 24 hours of D9 and in a later session, it is one entry', async () => {
    const transactionId = randomUUID()
    const post = async (sid: string) =>
      (await server.call('POST', path, { body: entry(), transactionId, token: await keys.token({ sid }) }))
        .code
    expect(await post('a')).toBe(200)
    await database.get().db.deleteFrom('call_once').where('transaction_id', '=', transactionId).execute()
    expect(await post('b')).toBe(200)
    expect(await entriesOf(transactionId)).toHaveLength(1)
  })

  it.each([
    ['an unknown field', { Extra: 1 }],
    ['a filled Detailinfo', { Detailinfo: 'x' }],
    ['no activity', { Activity: '' }],
    ['a message over its limit', { ActionMessage: 'x'.repeat(10_001) }],
  ])('R38 refuses %s', async (_title, more) => {
    expect((await server.call('POST', path, { body: entry(more) })).code).toBe(400)
  })

  it('D33 anyone who is signed in, also without a role, has log-in and log-out recorded', async () => {
    const token = await keys.token({ email: 'new@example.com', resource_access: {} })
    for (const Activity of ['UserLogIn', 'UserLogOut']) {
      const transactionId = randomUUID()
      const body = entry({ Activity, ActionMessage: 'Sign in or out' })
      expect((await server.call('POST', path, { body, token, transactionId })).code).toBe(200)
      expect(await entriesOf(transactionId)).toMatchObject([
        { source: 'console', email: 'new@example.com', activity: Activity, result: 'Success' },
      ])
    }
  })

  it('D16 the auditor is recorded like everybody; who has no role is refused', async () => {
    const as = async (roles: string[]) => {
      const token = await keys.token({ resource_access: { 'support-console': { roles } } })
      return (await server.call('POST', path, { body: entry(), token, transactionId: randomUUID() })).code
    }
    expect([await as(['auditor']), await as([])]).toEqual([200, 403])
  })
})
