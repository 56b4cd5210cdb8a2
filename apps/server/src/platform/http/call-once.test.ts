import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { startTestCalls, type TestCalls, thing } from '../../testing/test-calls.ts'
import { Problem } from '../problem.ts'
import {
  type Claim,
  claimCall,
  freeAbandonedCalls,
  freeCall,
  keepAnswer,
  noteCommitted,
  purgeCalls,
} from './call-once.ts'

describeOnEachDatabase('D9 R46 once', (database) => {
  let calls: TestCalls
  let server: TestCalls['server']
  let steering: TestCalls['steering']
  beforeAll(async () => {
    calls = await startTestCalls(database.get())
    ;({ server, steering } = calls)
  })
  afterAll(() => calls.close())

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

  it('D45 an answer is told again with the same rights, or more, and not with fewer', async () => {
    const { db } = database.get()
    const key = {
      userKey: 'u',
      transactionId: randomUUID(),
      method: 'POST',
      path: '/x',
      body: null,
      rights: [],
    }
    const made = { ...key, rights: ['csr.read', 'csr.change'] as const }
    await claimCall(db, made, 60_000)
    const answer = { status: 'Success', message: 'Done.', data: null, headers: { location: '/y' } } as const
    await keepAnswer(db, made, answer)
    expect(
      await claimCall(db, { ...made, rights: ['csr.read', 'csr.change', 'users.read'] }, 60_000),
    ).toEqual(answer)
    await expect(
      claimCall(db, { ...made, rights: ['csr.change', 'users.read'] }, 60_000),
    ).rejects.toMatchObject({
      status: 'Conflict',
      message: expect.stringMatching(/rights that you no longer have/),
    })
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
    // The caller is told of a time-out after 30 s; what they then repeat may still be under way.
    const claim = database.get().db.selectFrom('call_once').where('transaction_id', '=', id)
    const lasts = sql<number>`extract(epoch from runs_until - started_at)::float`.as('lasts')
    expect((await claim.select(lasts).executeTakeFirstOrThrow()).lasts).toBeCloseTo(60, 0)
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
    await change(id, { name: 'a' }, thing(), await calls.keys.token({ sub: 'user-2' }))
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

  it('R32 what failed by a fault of ours before anything was committed may run again', async () => {
    const id = randomUUID()
    steering.next = async () => {
      throw new Error('a fault')
    }
    expect((await change(id)).code).toBe(500)
    expect((await change(id)).code).toBe(200)
  })

  it('R43 a claim is not given back where something may have been committed, whatever its run knows of it', async () => {
    const { db } = database.get()
    const key = {
      userKey: 'u',
      transactionId: randomUUID(),
      method: 'POST',
      path: '/x',
      body: null,
      rights: [],
    }
    const claim = claimOf(await claimCall(db, key, 60_000))
    await noteCommitted(db, key)
    await freeCall(db, key, claim)
    await expect(claimCall(db, key, 60_000)).rejects.toMatchObject({ status: 'Busy' })
  })

  it('R43 a run that was taken for dead gives no later claim back', async () => {
    const { db } = database.get()
    const key = {
      userKey: 'u',
      transactionId: randomUUID(),
      method: 'POST',
      path: '/x',
      body: null,
      rights: [],
    }
    const first = claimOf(await claimCall(db, key, 1))
    await db
      .updateTable('call_once')
      .set({ runs_until: new Date(0) })
      .where('transaction_id', '=', key.transactionId)
      .execute()
    const second = claimOf(await claimCall(db, key, 60_000))
    await freeCall(db, key, first)
    await expect(claimCall(db, key, 60_000)).rejects.toMatchObject({ status: 'Busy' })
    await freeCall(db, key, second)
    claimOf(await claimCall(db, key, 60_000))
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
        expect(envelope.message).toContain('check the current state')
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
    const [old, young, running] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [old, young, running]) await change(id)
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
    // Begun a day ago, and under way.
    await db
      .updateTable('call_once')
      .set({ started_at: at(25), status: null, runs_until: at(-1) })
      .where('transaction_id', '=', running)
      .execute()
    await purgeCalls(db)
    const left = await db
      .selectFrom('call_once')
      .select('transaction_id')
      .where('transaction_id', 'in', [old, young, running])
      .execute()
    expect(left.map((row) => row.transaction_id).sort()).toEqual([young, running].sort())
  })
})

function claimOf(claimed: Awaited<ReturnType<typeof claimCall>>): Claim {
  if ('until' in claimed) return claimed
  throw new Error('it was answered before')
}
