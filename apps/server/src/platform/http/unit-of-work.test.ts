import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBrokenTrail } from '../../testing/broken-trail.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { startTestCalls, type TestCalls, thing } from '../../testing/test-calls.ts'
import { Problem } from '../problem.ts'

describeOnEachDatabase('D18 R37 audit of changes', (database) => {
  let calls: TestCalls
  let keys: TestCalls['keys']
  let server: TestCalls['server']
  let steering: TestCalls['steering']
  beforeAll(async () => {
    calls = await startTestCalls(database.get())
    ;({ keys, server, steering } = calls)
  })
  afterAll(() => calls.close())

  const entriesOf = (transactionId: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .selectAll()
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()

  it('a change writes one entry with who, what, where and the result', async () => {
    const transactionId = randomUUID()
    const token = await keys.token({ sub: 'u9', email: 'nine@example.com', sid: 's9', jti: 'j9' })
    await server.call('POST', thing(5), { transactionId, token, body: { name: 'n' } })
    expect(await entriesOf(transactionId)).toMatchObject([
      {
        source: 'server',
        issuer: keys.issuer,
        subject: 'u9',
        email: 'nine@example.com',
        session_id: 's9',
        token_id: 'j9',
        remote_address: '127.0.0.1',
        route: 'POST /test/v1/things/{id}',
        permission: 'sim-management.change',
        activity: 'Things',
        message: 'Change 5 to n',
        object: 'company 5',
        result: 'Success',
      },
    ])
  })

  it('R37 the intent is committed before the outside call and stays when that fails', async () => {
    const transactionId = randomUUID()
    steering.between = async () => {
      expect(await entriesOf(transactionId)).toMatchObject([{ result: 'Intent' }])
      throw new Problem('CarrierError', 'The carrier refused.')
    }
    const { code } = await server.call('POST', thing(), { transactionId, body: { name: 'n' } })
    steering.between = undefined
    expect(code).toBe(502)
    expect(await entriesOf(transactionId)).toMatchObject([
      { result: 'Intent' },
      { result: 'CarrierError', detail: 'The carrier refused.' },
    ])
  })

  it('R38 the reason of a change is the first line of each of its entries', async () => {
    const detailsOf = async (act?: () => Promise<void>) => {
      const transactionId = randomUUID()
      steering.words = { why: 'Reason: ticket 4711' }
      steering.between = act
      await server.call('POST', thing(), { transactionId, body: { name: 'n' } })
      steering.words = {}
      steering.between = undefined
      return (await entriesOf(transactionId)).map(({ result, detail }) => [result, detail])
    }
    expect(await detailsOf()).toEqual([['Success', 'Reason: ticket 4711']])
    const refuse = async () => {
      throw new Problem('CarrierError', 'The carrier refused.')
    }
    expect(await detailsOf(refuse)).toEqual([
      ['Intent', 'Reason: ticket 4711'],
      ['CarrierError', 'Reason: ticket 4711\nThe carrier refused.'],
    ])
  })

  describe('R37 an entry that cannot be written', () => {
    const whileAuditFails = (work: () => Promise<void>) => withBrokenTrail(database.get().db, work)

    it('is 503: the change is not there, and the same call may run again', async () => {
      const transactionId = randomUUID()
      const token = await keys.token({ sid: 'stays' })
      const end = () => server.call('POST', '/api/session/v1/end', { transactionId, token })
      await whileAuditFails(async () => {
        const { code, envelope, text } = await end()
        expect([code, envelope.status]).toEqual([503, 'Unavailable'])
        expect(envelope.message).toContain('nothing was changed')
        expect(text).not.toContain('no space')
        expect(server.lines.join()).toContain('no space left on device')
        const ended = await database
          .get()
          .db.selectFrom('ended_session')
          .selectAll()
          .where('session_id', '=', 'stays')
          .execute()
        expect(ended).toEqual([])
        expect((await server.call('GET', '/api/session/v1/access', { token })).code).toBe(200)
      })
      expect((await end()).code).toBe(200)
      expect(await entriesOf(transactionId)).toHaveLength(1)
    })

    it('of an intent: no neighbour is called', async () => {
      let asked = 0
      steering.between = async () => {
        asked++
      }
      await whileAuditFails(async () => {
        const { code } = await server.call('POST', thing(), { body: { name: 'n' } })
        expect([code, asked]).toEqual([503, 0])
      })
      steering.between = undefined
    })

    it('of an outcome: 503 that says that the change may have happened, and no second run', async () => {
      const transactionId = randomUUID()
      const before = steering.runs
      const call = () => server.call('POST', thing(), { transactionId, body: { name: 'n' } })
      const done = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      steering.between = async () => {
        done.resolve()
        await held.promise
      }
      const first = call()
      await done.promise
      steering.between = undefined
      await whileAuditFails(async () => {
        held.resolve()
        const { code, envelope } = await first
        expect([code, envelope.status]).toEqual([503, 'Unsettled'])
        expect(envelope.message).toContain('may have happened')
      })
      expect((await call()).code).toBe(503)
      expect(steering.runs).toBe(before + 1)
      expect(await entriesOf(transactionId)).toMatchObject([{ result: 'Intent' }])
    })
  })

  it('a repeat writes no second entry', async () => {
    const transactionId = randomUUID()
    for (let i = 0; i < 2; i++) await server.call('POST', thing(), { transactionId, body: { name: 'n' } })
    expect(await entriesOf(transactionId)).toHaveLength(1)
  })
})
