import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import { neighbourErrors } from '../../platform/outbound/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { createEndings } from '../../platform/undertakings/ended.ts'
import type { Carrier, CarrierSim, ChangeOutcome, RequestState } from '../../systems/carriers/carrier.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { takeCallback } from './callback.ts'
import { laneStore } from './lane.store.ts'
import { runLane } from './run-lane.ts'
import { settleRow } from './settle-row.ts'

type Db = Platform['db']
let next = 0

/** A batch of SIMs at Verizon, whose rows a run works at. */
async function batch(
  db: Db,
  facts: { state: 'ready' | 'asking' | 'waiting' | 'unknown' | 'done'; requestId?: string; count?: number },
) {
  const batchId = randomUUID()
  const runId = randomUUID()
  const person = { issuer: 'i', subject: 's', email: 'e', session_id: 'sid', token_id: 'jti' }
  await db
    .insertInto('deactivation_batch')
    .values({
      batch_id: batchId,
      is_single: false,
      transaction_id: randomUUID(),
      ...person,
      remote_address: '192.0.2.1',
    })
    .execute()
  await db
    .insertInto('deactivation')
    .values(
      Array.from({ length: facts.count ?? 1 }, (_, position) => ({
        deactivation_id: randomUUID(),
        batch_id: batchId,
        position,
        iccid: `8914800000000${String(++next).padStart(6, '0')}`,
        vendor_code: 'VZN' as const,
        state: facts.state,
        request_id: facts.requestId ?? null,
        run_id: runId,
      })),
    )
    .execute()
  const rows = () =>
    db.selectFrom('deactivation').selectAll().where('batch_id', '=', batchId).orderBy('position').execute()
  const now = async () => {
    const [row] = await rows()
    if (!row) throw new Error('there is no row')
    return row
  }
  const store = laneStore({ db, clock: createTestClock() }, { batchId, vendorCode: 'VZN' }, runId)
  return { batchId, rows, now, store }
}

describeOnOneDatabase('D5, R43 the moves of a row, each alone', (database) => {
  const db = () => database.get().db

  it('a row that the carrier has accepted is never ready again', async () => {
    const { now, store } = await batch(db(), { state: 'waiting', requestId: randomUUID() })
    await store.putBack(await now(), 'the answer was lost')
    expect(await now()).toMatchObject({ state: 'waiting', attempts: 0 })
  })

  it('a carrier that was not asked costs no attempt; one that was costs it', async () => {
    const { now, store } = await batch(db(), { state: 'ready' })
    const claimed = await store.claim()
    if (!claimed) throw new Error('nothing to claim')
    expect(claimed.attempts).toBe(1)
    await store.putBack(claimed)
    expect(await now()).toMatchObject({ state: 'ready', attempts: 0 })
    const again = await store.claim()
    if (!again) throw new Error('nothing to claim')
    await store.putBack(again, 'it did nothing')
    expect(await now()).toMatchObject({ state: 'ready', attempts: 1 })
  })

  it('D5 of a batch that was stopped meanwhile, a SIM that was not asked after all is left out, and the batch is over', async () => {
    const { batchId, now, store } = await batch(db(), { state: 'ready' })
    const claimed = await store.claim()
    if (!claimed) throw new Error('nothing to claim')
    const ofBatch = db().updateTable('deactivation_batch').where('batch_id', '=', batchId)
    await ofBatch.set({ stopped_at: new Date(), stopped_by: 'lee@example.com' }).execute()
    await store.putBack(claimed)
    expect(await now()).toMatchObject({
      state: 'stopped',
      problem: 'Conflict',
      note: 'left out by lee@example.com before the carrier was asked',
    })
    const batches = db()
      .selectFrom('deactivation_batch')
      .select('finished_at')
      .where('batch_id', '=', batchId)
    expect(await batches.execute()).toEqual([{ finished_at: expect.any(Date) }])
  })

  it('R44 a run that another has taken over from moves and settles nothing; a second request id takes no place', async () => {
    const { batchId, now, store } = await batch(db(), { state: 'ready' })
    const row = await store.claim()
    if (!row) throw new Error('nothing to claim')
    const later = laneStore(
      { db: db(), clock: createTestClock() },
      { batchId, vendorCode: 'VZN' },
      randomUUID(),
    )
    await later.takeOver()
    expect(await store.move(row, 'settling', { note: 'from the former run' })).toBe(false)
    const settled = auditedTransaction(db(), (trx) =>
      settleRow(
        trx,
        { deactivationId: row.deactivation_id, batchId },
        { state: 'done', note: '' },
        { runId: row.run_id ?? '' },
      ),
    )
    expect([await settled, (await now()).state]).toEqual([false, 'settling'])
    // What only the former run knows is noted all the same, and once.
    const [first, second] = [randomUUID(), randomUUID()]
    await store.noteRequest(row, first)
    await later.noteRequest(row, second)
    expect(await now()).toMatchObject({ state: 'waiting', request_id: first })
  })

  it('D5 a late callback settles a row that ended unknown', async () => {
    const requestId = randomUUID()
    const { now } = await batch(db(), { state: 'unknown', requestId })
    const { iccid } = await now()
    const taken = await auditedTransaction(db(), (trx) =>
      takeCallback(trx, { requestId, iccid, state: 'done', sentence: '' }),
    )
    expect(taken).toMatchObject({ deactivationId: (await now()).deactivation_id })
    expect((await now()).state).toBe('done')
    const entries = db().selectFrom('user_action').select('result').where('object', '=', `sim ${iccid}`)
    expect(await entries.execute()).toEqual([{ result: 'Success' }])
    const again = auditedTransaction(db(), (trx) =>
      takeCallback(trx, { requestId, iccid, state: 'done', sentence: '' }),
    )
    expect(await again).toBeUndefined()
    const steps = db().selectFrom('sim_activity').select('status').where('iccid', '=', iccid)
    expect(await steps.execute()).toEqual([{ status: 'Deactivated' }])
  })

  it('D5 what Verizon reports of a row that was settled by a look is a step of it, and settles nothing', async () => {
    const requestId = randomUUID()
    const { now } = await batch(db(), { state: 'done', requestId })
    const { iccid } = await now()
    const sentence = 'Verizon refused: not today.'
    const taken = auditedTransaction(db(), (trx) =>
      takeCallback(trx, { requestId, iccid, state: 'refused', sentence }),
    )
    expect(await taken).toBeUndefined()
    expect((await now()).state).toBe('done')
    const steps = db().selectFrom('sim_activity').select(['status', 'description']).where('iccid', '=', iccid)
    const description = `Verizon reported the result: ${sentence}`
    expect(await steps.execute()).toEqual([{ status: 'Error', description }])
  })
})

describeOnOneDatabase('D5, R43 a run of a lane, by what its carrier answers', (database) => {
  const db = () => database.get().db
  const times = { firstLookMs: 1_000, longestLookMs: 4_000, patienceMs: 10_000 }
  const settleWithinMs = 20_000

  /** One SIM is asked for after the other; `carrier`: how it answers, where it is asked for that. */
  async function run(batchId: string, carrier: Partial<Carrier>, clock = createTestClock({ passing: true })) {
    const signal = new AbortController().signal
    const log = { warn: () => {}, error: () => {} } as never
    await runLane({
      platform: {
        db: db(),
        clock,
        log,
        observations: { note: () => {} } as never,
      },
      carrier: {
        name: 'Verizon',
        rules: { inFlight: 1, settleWithinMs, cannotUndo: '', deactivated: ['Deactivated'] },
        readSim: async () => ({ deviceStatus: 'Unknown', rawStatus: 'odd' }),
        ...carrier,
      } as unknown as Carrier,
      lane: { batchId, vendorCode: 'VZN' },
      times,
      endings: createEndings({ clock, log }),
      stopping: signal,
      lost: signal,
    })
  }

  it('D5 after five lost answers in a row the other SIMs are left alone; a clear answer among them begins again', async () => {
    const { batchId, rows } = await batch(db(), { state: 'ready', count: 12 })
    const [lost, done]: [ChangeOutcome, ChangeOutcome] = [
      { outcome: 'unknown', sentence: 'It was lost.' },
      { outcome: 'done' },
    ]
    const answers = [lost, lost, lost, lost, done, lost, lost, lost, lost, lost]
    let asked = 0
    await run(batchId, { deactivate: async () => answers[asked++] ?? done })
    expect(asked).toBe(10)
    const states = [...answers.map((answer) => (answer === lost ? 'unknown' : 'done')), 'failed', 'failed']
    expect((await rows()).map(({ state }) => state)).toEqual(states)
  })

  it('R43 a database that is away for a moment ends the run, and no row: the next run asks how it stands', async () => {
    const { batchId, rows } = await batch(db(), { state: 'ready', count: 2 })
    await sql`create sequence trouble`.execute(db())
    await sql`
      create function be_away() returns trigger language plpgsql as $$
      begin
        if nextval('trouble') = 1 then raise 'terminating connection' using errcode = '57P01'; end if;
        return new;
      end $$`.execute(db())
    await sql`
      create trigger be_away before update on deactivation for each row when (new.state = 'done')
      execute function be_away()`.execute(db())
    const asked: string[] = []
    const carrier: Partial<Carrier> = {
      deactivate: async (iccid) => {
        asked.push(iccid)
        return { outcome: 'done' }
      },
      readSim: async () => ({ deviceStatus: 'Deactivated' }) as CarrierSim,
    }
    await expect(run(batchId, carrier)).rejects.toThrow('terminating connection')
    expect((await rows()).map(({ state }) => state)).toEqual(['asking', 'ready'])
    await run(batchId, carrier)
    expect((await rows()).map(({ state }) => state)).toEqual(['done', 'done'])
    expect(asked).toEqual((await rows()).map(({ iccid }) => iccid))
    await sql`drop trigger be_away on deactivation`.execute(db())
  })

  it('D5 lost answers count no more once the carrier can be read again', async () => {
    const { batchId, rows } = await batch(db(), { state: 'ready', count: 8 })
    const [first] = await rows()
    const [areLost, isRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let asked = 0
    const carrier: Partial<Carrier> = {
      deactivate: async () => {
        if (++asked === 5) {
          areLost.resolve()
          await isRead.promise
        }
        return { outcome: 'unknown', sentence: 'It was lost.' }
      },
      readSim: async (iccid) => {
        if (iccid !== first?.iccid) throw neighbourErrors.serverError('Verizon')
        await areLost.promise
        setImmediate(isRead.resolve)
        return { deviceStatus: 'Deactivated' } as CarrierSim
      },
    }
    await run(batchId, carrier)
    expect(asked).toBe(8)
  })

  it('D5 a SIM is asked for three times at most, each time after it was read and found unchanged', async () => {
    const { batchId, now } = await batch(db(), { state: 'ready' })
    let asked = 0
    const carrier: Partial<Carrier> = {
      deactivate: async () => {
        asked++
        return { outcome: 'unknown', sentence: 'It was lost.' }
      },
      readSim: async () => ({ deviceStatus: 'Active', rawStatus: 'active' }) as CarrierSim,
    }
    await run(batchId, carrier)
    expect([asked, (await now()).state, (await now()).note]).toEqual([
      3,
      'failed',
      'Verizon did not carry it out: the SIM is still active there. Nothing was changed.',
    ])
  })

  it('D5 the patience with a carrier that takes no requests begins again once it has taken one', async () => {
    const { batchId, rows } = await batch(db(), { state: 'ready', count: 3 })
    const busy: ChangeOutcome = { outcome: 'not-asked', sentence: 'It is busy.' }
    const nine = Array.from({ length: 9 }, () => busy)
    const answers: ChangeOutcome[] = [...nine, { outcome: 'done' }, ...nine, { outcome: 'done' }]
    await run(batchId, { deactivate: async () => answers.shift() ?? busy })
    expect((await rows()).map(({ state, note }) => [state, note])).toEqual([
      ['done', ''],
      ['done', ''],
      ['failed', 'It is busy. Nothing was changed.'],
    ])
  })

  it.each<[string, RequestState | undefined, number]>([
    ['that nothing is known of is waited for as long as a lost answer', undefined, settleWithinMs],
    ['that is still worked on is waited for five times as long', { state: 'pending' }, 5 * settleWithinMs],
  ])('D5 a request %s, then the SIM is read', async (_title, state, patience) => {
    const clock = createTestClock({ passing: true })
    const { batchId, now } = await batch(db(), { state: 'waiting', requestId: randomUUID() })
    let readAt = 0
    const carrier: Partial<Carrier> = {
      requestState: async () => {
        if (state) return state
        throw neighbourErrors.serverError('Verizon')
      },
      readSim: async () => {
        readAt = clock.elapsed()
        return { deviceStatus: 'Deactivated' } as CarrierSim
      },
    }
    await run(batchId, carrier, clock)
    expect((await now()).state).toBe('done')
    expect(readAt).toBeGreaterThan(patience)
    expect(readAt).toBeLessThanOrEqual(patience + times.longestLookMs)
  })

  it('R43 a request whose id was noted late is followed at once, not after the time of a lost answer', async () => {
    const clock = createTestClock({ passing: true })
    const { batchId, now, store } = await batch(db(), { state: 'asking' })
    let reads = 0
    const carrier: Partial<Carrier> = {
      requestState: async () => ({ state: 'done' }),
      readSim: async () => {
        // The run before this one learns only now that Verizon has taken it.
        if (++reads === 1) await store.noteRequest(await now(), randomUUID())
        return { deviceStatus: 'Active', rawStatus: 'active' } as CarrierSim
      },
    }
    await run(batchId, carrier, clock)
    expect([(await now()).state, reads]).toEqual(['done', 1])
    expect(clock.elapsed()).toBeLessThan(settleWithinMs)
  })
})
