import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { takeCallback } from './callback.ts'
import { laneStore } from './lane.store.ts'

describeOnEachDatabase('D5, R43 the moves of a row, each alone', (database) => {
  const db = () => database.get().db
  let next = 0

  /** A batch of one SIM at Verizon, whose row a run works at. */
  async function row(facts: { state: 'ready' | 'waiting' | 'unknown'; requestId?: string }) {
    const batchId = randomUUID()
    const runId = randomUUID()
    const deactivationId = randomUUID()
    const iccid = `8914800000000${String(++next).padStart(6, '0')}`
    const person = { issuer: 'i', subject: 's', email: 'e', session_id: 'sid', token_id: 'jti' }
    await db()
      .insertInto('deactivation_batch')
      .values({
        batch_id: batchId,
        is_single: false,
        transaction_id: randomUUID(),
        ...person,
        remote_address: '192.0.2.1',
      })
      .execute()
    await db()
      .insertInto('deactivation')
      .values({
        deactivation_id: deactivationId,
        batch_id: batchId,
        position: 0,
        iccid,
        vendor_code: 'VZN',
        state: facts.state,
        request_id: facts.requestId ?? null,
        run_id: runId,
      })
      .execute()
    const now = () =>
      db()
        .selectFrom('deactivation')
        .selectAll()
        .where('deactivation_id', '=', deactivationId)
        .executeTakeFirstOrThrow()
    const store = laneStore({ db: db(), clock: createTestClock() }, { batchId, vendorCode: 'VZN' }, runId)
    return { iccid, now, store }
  }

  it('a row that the carrier has accepted is never ready again', async () => {
    const { now, store } = await row({ state: 'waiting', requestId: randomUUID() })
    await store.putBack(await now(), 'the answer was lost')
    expect(await now()).toMatchObject({ state: 'waiting', attempts: 0 })
  })

  it('a carrier that was not asked costs no attempt; one that was costs it', async () => {
    const { now, store } = await row({ state: 'ready' })
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

  it('D5 a late callback settles a row that ended unknown', async () => {
    const requestId = randomUUID()
    const { iccid, now } = await row({ state: 'unknown', requestId })
    const taken = await auditedTransaction(db(), (trx) =>
      takeCallback(trx, { requestId, iccid, state: 'done', sentence: '' }),
    )
    expect(taken).toMatchObject({ deactivationId: (await now()).deactivation_id })
    expect((await now()).state).toBe('done')
  })
})
