import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBrokenTrail } from '../../testing/broken-trail.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { registerTestCalls, type Steering } from '../../testing/test-calls.ts'
import { freeAbandonedCalls, purgeCalls } from './call-once.ts'
import { Problem } from './problem.ts'

const newSteering = (): Steering => ({ runs: 0, next: undefined, between: undefined, slowMs: 400 })
const thing = (id: string | number = 1) => `/api/test/v1/things/${id}`

describeOnEachDatabase('changes', (database) => {
  let keys: KeyServer
  let server: TestApp
  let steering: Steering
  beforeAll(async () => {
    keys = await startKeyServer()
    steering = newSteering()
    server = await startTestApp({
      database: database.get(),
      keys,
      app: { furtherCalls: (api) => registerTestCalls(api, steering) },
    })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  describe('D9 R46 once', () => {
    const change = (transactionId: string, body: unknown = { name: 'a' }, path = thing(), token?: string) =>
      server.call('POST', path, { transactionId, body, ...(token ? { token } : {}) })

    it('a repeat gets the first answer and does not run', async () => {
      const id = randomUUID()
      const first = await change(id)
      const runs = steering.runs
      const second = await change(id)
      expect(second.envelope).toEqual(first.envelope)
      expect(steering.runs).toBe(runs)
    })

    it('ten at once run once; the others hear Busy or the answer', async () => {
      const id = randomUUID()
      const before = steering.runs
      const answers = await Promise.all(Array.from({ length: 10 }, () => change(id)))
      expect(steering.runs).toBe(before + 1)
      const words = answers.map((answer) => `${answer.code} ${answer.envelope.status}`)
      expect(words).toContain('200 Success')
      expect(words.filter((word) => word !== '200 Success' && word !== '409 Busy')).toEqual([])
    })

    it('while the first runs, the repeat is 409 Busy and says when to come back', async () => {
      const id = randomUUID()
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      steering.next = async () => {
        begin()
        await held
      }
      const first = change(id)
      await begun
      const repeat = await change(id)
      expect([repeat.code, repeat.envelope.status, repeat.headers.get('retry-after')]).toEqual([
        409,
        'Busy',
        '5',
      ])
      release()
      expect((await first).code).toBe(200)
      expect((await change(id)).code).toBe(200)
    })

    it('the same id with another body is 409 Conflict, never the old answer', async () => {
      const id = randomUUID()
      await change(id)
      const other = await change(id, { name: 'b' })
      expect([other.code, other.envelope.status, other.envelope.data]).toEqual([409, 'Conflict', null])
    })

    it('one action that makes two different calls gets two results', async () => {
      const id = randomUUID()
      const before = steering.runs
      await change(id, { name: 'a' }, thing(1))
      await change(id, { name: 'a' }, thing(2))
      expect(steering.runs).toBe(before + 2)
    })

    it("another user's equal call is not a repeat", async () => {
      const id = randomUUID()
      const before = steering.runs
      await change(id)
      await change(id, { name: 'a' }, thing(), await keys.token({ sub: 'user-2' }))
      expect(steering.runs).toBe(before + 2)
    })

    it('D6 the repeat of an accepted call says again where the state can be read', async () => {
      const transactionId = randomUUID()
      const begin = () => server.call('POST', '/api/test/v1/jobs', { transactionId })
      const first = await begin()
      const second = await begin()
      expect([first.code, second.code]).toEqual([202, 202])
      expect(first.headers.get('location')).toMatch(/^\/api\/test\/v1\/jobs\/\d+$/)
      expect(second.headers.get('location')).toBe(first.headers.get('location'))
      expect(second.envelope).toEqual(first.envelope)
    })

    it('a refusal by the business is the answer for repeats, too', async () => {
      const id = randomUUID()
      steering.next = async () => {
        throw new Problem('NotFound', 'No such thing.')
      }
      const first = await change(id)
      const second = await change(id)
      expect([first.code, second.code]).toEqual([404, 404])
      expect(second.envelope).toEqual(first.envelope)
    })

    it('what failed in passing before anything was committed may run again', async () => {
      const id = randomUUID()
      steering.next = async () => {
        throw new Problem('Unavailable', 'Later.')
      }
      expect((await change(id)).code).toBe(503)
      expect((await change(id)).code).toBe(200)
    })

    it('R43 what failed after its intent was committed does not run again', async () => {
      const id = randomUUID()
      const before = steering.runs
      steering.between = async () => {
        throw new Problem('Unavailable', 'The carrier did not answer. The change may still happen.')
      }
      const first = await change(id)
      steering.between = undefined
      const second = await change(id)
      expect([first.code, second.code, steering.runs]).toEqual([503, 503, before])
      expect(second.envelope.message).toContain('may still happen')
    })

    it('what outlasts its time is 503 for the caller, ends all the same, and a later repeat gets its answer', async () => {
      const id = randomUUID()
      const before = steering.runs
      const call = () => server.call('POST', '/api/test/v1/slow', { transactionId: id })
      const first = await call()
      expect([first.code, first.envelope.status]).toEqual([503, 'Unsettled'])
      expect(first.envelope.message).toContain('may still happen')
      await expect.poll(async () => (await call()).code).toBe(200)
      expect(steering.runs).toBe(before + 1)
    })

    it('a run whose server died is taken over once its time is over', async () => {
      const id = randomUUID()
      const { db } = database.get()
      await change(id)
      await db
        .updateTable('call_once')
        .set({ status: null, runs_until: new Date(Date.now() - 1_000) })
        .where('transaction_id', '=', id)
        .execute()
      const before = steering.runs
      const answers = await Promise.all([change(id), change(id), change(id)])
      expect(steering.runs).toBe(before + 1)
      expect(answers.some((answer) => answer.code === 200)).toBe(true)
    })

    describe('R43 a run that was cut off after its first step', () => {
      /** As a crash leaves it: the intent committed, no answer kept. */
      async function cutOff(id: string, runsUntil: Date) {
        const { db } = database.get()
        steering.between = async () => {
          throw new Problem('Unavailable', 'Later.')
        }
        await change(id)
        steering.between = undefined
        await db
          .updateTable('call_once')
          .set({ status: null, message: null, runs_until: runsUntil })
          .where('transaction_id', '=', id)
          .execute()
      }
      const inMs = (ms: number) => new Date(Date.now() + ms)

      it('is Busy while its time lasts, then a Conflict that sends the user to look; it never runs again', async () => {
        const id = randomUUID()
        await cutOff(id, inMs(60_000))
        expect((await change(id)).envelope.status).toBe('Busy')
        await cutOff(id, inMs(-1_000))
        const before = steering.runs
        for (let i = 0; i < 2; i++) {
          const { code, envelope } = await change(id)
          expect([code, envelope.status]).toEqual([409, 'Conflict'])
          expect(envelope.message).toContain('look at the present state')
        }
        expect(steering.runs).toBe(before)
      })

      it('is not freed by the next start, whereas one that had committed nothing is', async () => {
        const { db } = database.get()
        const [begun, idle] = [randomUUID(), randomUUID()]
        await cutOff(begun, inMs(60_000))
        await change(idle)
        await db
          .updateTable('call_once')
          .set({ status: null, runs_until: inMs(60_000) })
          .where('transaction_id', '=', idle)
          .execute()
        await freeAbandonedCalls(db)
        expect((await change(begun)).envelope.status).toBe('Conflict')
        expect((await change(idle)).code).toBe(200)
      })
    })

    it('answers are kept for 24 hours and then dropped', async () => {
      const { db } = database.get()
      const [old, young] = [randomUUID(), randomUUID()]
      await change(old)
      await change(young)
      const at = (hours: number) => new Date(Date.now() - hours * 3_600_000)
      await db
        .updateTable('call_once')
        .set({ started_at: at(25) })
        .where('transaction_id', '=', old)
        .execute()
      await db
        .updateTable('call_once')
        .set({ started_at: at(23) })
        .where('transaction_id', '=', young)
        .execute()
      await purgeCalls(db)
      const left = await db
        .selectFrom('call_once')
        .select('transaction_id')
        .where('transaction_id', 'in', [old, young])
        .execute()
      expect(left).toEqual([{ transaction_id: young }])
    })
  })

  describe('D18 R37 audit of changes', () => {
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
          object: 'thing 5',
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
})
