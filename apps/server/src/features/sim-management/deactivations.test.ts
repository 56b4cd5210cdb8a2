import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Batch, PlainBatchRow } from '@support-console/contract'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { simsForBatches } from '../../testing/demo-sims.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { fastField, startField, type TestField } from '../../testing/test-field.ts'

// Lasting work on a machine that may have other work.
vi.setConfig({ testTimeout: 120_000 })

const base = '/api/simmanagement/v1'
let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

describeOnOneDatabase('D5 deactivations as lasting work', (database) => {
  let field: TestField
  let console: TestApp
  beforeAll(async () => {
    field = await startField(fastField)
    await seed(database.get().db, simWorld)
    console = await startTestApp({
      database: database.get(),
      keys,
      env: {
        FIELD_URL: field.url,
        // By the test's clock; short, so that a carrier is not looked at more often than the facts need.
        CARRIER_SETTLE_SECONDS: '10',
        DEACTIVATION_PATIENCE_SECONDS: '10',
        // By the database's clock where servers share it, which no test moves.
        ATT_CALLS_PER_SECOND: fastField.FIELD_ATT_CALLS_PER_SECOND,
      },
      app: { clock: createTestClock({ passing: true }) },
    })
    console.app.announce(console.url)
  })
  afterAll(async () => {
    await console.close()
    await field.stop()
  })
  afterEach(() => field.heal())

  const post = (path: string, body?: unknown, more: { async?: boolean; transactionId?: string } = {}) =>
    console.call('POST', `${base}${path}`, {
      body,
      ...(more.async ? { headers: { prefer: 'respond-async' } } : {}),
      ...(more.transactionId ? { transactionId: more.transactionId } : {}),
    })
  const asked = async (iccid: string) =>
    (await field.requests(`iccid=${iccid}`)).filter(({ action }) => action?.startsWith('deactivate')).length
  const activityOf = (iccid: string, transactionId: string) =>
    database
      .get()
      .db.selectFrom('sim_activity')
      .select(['status', 'description', 'transaction_id'])
      .where('iccid', '=', iccid)
      .where('transaction_id', '=', transactionId)
      .orderBy('event_id')
      .execute()
  const entriesOf = (transactionId: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .select(['object', 'message', 'result', 'detail'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()
  const ready = (...iccids: string[]): PlainBatchRow[] => iccids.map((iccid) => ({ iccid, status: 'Ready' }))
  let next = 0
  /** SIMs of the batch ranges that no test has used yet. */
  const fresh = (vendor: 'ATT' | 'VZN', count: number) => {
    next += count
    return simsForBatches(vendor, next - count, next)
  }
  async function ended(batchId: string): Promise<Batch> {
    for (;;) {
      const { envelope } = await console.call('GET', `${base}/batches/${batchId}`)
      const batch: Batch = envelope.data
      if (batch.finishedAt) return batch
      await pause(50)
    }
  }

  it.each([
    ['8901170000000000013', 'AT&T'],
    ['8914800000000000014', 'Verizon'],
    ['8932300000000000011', 'Aeris'],
    ['8946200000000000012', 'Wyless'],
  ])('2.4 deactivates SIM %s at %s, with one activity row and one request', async (iccid, carrier) => {
    const transactionId = randomUUID()
    const { code, envelope } = await post(`/deactivate/${iccid}`, undefined, { transactionId })
    expect({ code, status: envelope.status, data: envelope.data }).toEqual({
      code: 200,
      status: 'Success',
      data: { iccid, status: 'Success' },
    })
    expect(envelope.message).toContain(carrier)
    expect(await asked(iccid)).toBe(1)
    const events = await activityOf(iccid, transactionId)
    expect(events.map((event) => event.status).every((status) => status === 'Deactivated')).toBe(true)
    const sim = await console.call('GET', `${base}/sims/${iccid}`)
    expect(sim.envelope.data).toMatchObject({ deactivatedAt: expect.stringMatching(/Z$/) })
    const again = await post(`/deactivate/${iccid}`)
    expect(again.envelope.message).toContain('was already deactivated')
    expect(await asked(iccid)).toBe(1)
  })

  it('2.4, D9 the same POST sent twice is one deactivation', async () => {
    const [iccid = ''] = fresh('ATT', 1)
    const transactionId = randomUUID()
    const [first, second] = await Promise.all([
      post(`/deactivate/${iccid}`, undefined, { transactionId }),
      post(`/deactivate/${iccid}`, undefined, { transactionId }),
    ])
    // Who asks while the first works is told so; who asks a moment later has its answer.
    const words = [first, second].map(({ envelope }) => envelope.status).sort()
    expect([
      ['Busy', 'Success'],
      ['Success', 'Success'],
    ]).toContainEqual(words)
    const repeated = await post(`/deactivate/${iccid}`, undefined, { transactionId })
    expect(repeated.envelope.status).toBe('Success')
    expect(await asked(iccid)).toBe(1)
    expect(await activityOf(iccid, transactionId)).toHaveLength(1)
  })

  it('D5 two agents at the same SIM: one deactivates it, the other is told who', async () => {
    const [iccid = ''] = fresh('VZN', 1)
    const answers = await Promise.all([post(`/deactivate/${iccid}`), post(`/deactivate/${iccid}`)])
    // Who comes while the other is at it is told so; who comes a moment later, that it is done already.
    const other = answers.map(({ envelope }) => `${envelope.status}: ${envelope.message}`).sort()
    expect(other).toEqual([
      expect.stringMatching(/^Busy: .* already being deactivated by |^Success: /),
      expect.stringMatching(/^Success: /),
    ])
    expect(await asked(iccid)).toBe(1)
  })

  it('2.4 says that the carrier refused, and leaves the SIM as it was', async () => {
    const iccid = '8901170000000000054'
    const transactionId = randomUUID()
    const { code, envelope } = await post(`/deactivate/${iccid}`, undefined, { transactionId })
    expect([code, envelope.status]).toEqual([502, 'CarrierError'])
    expect(envelope.message).toMatch(/^AT&T refused/)
    expect(await activityOf(iccid, transactionId)).toMatchObject([{ status: 'Error' }])
    const sim = await console.call('GET', `${base}/sims/${iccid}`)
    expect(sim.envelope.data).toMatchObject({ deactivatedAt: null })
  })

  it('D5 a lost answer is settled by reading the SIM, not by asking again', async () => {
    const iccid = '8901170000000000070'
    const transactionId = randomUUID()
    const { code, envelope } = await post(`/deactivate/${iccid}`, undefined, { transactionId })
    expect([code, envelope.status]).toEqual([200, 'Success'])
    expect(envelope.message).toContain('confirmed by reading')
    expect(await asked(iccid)).toBe(1)
    expect(await activityOf(iccid, transactionId)).toHaveLength(1)
  })

  it('D5 a carrier that neither answers nor can be read ends as unknown, never as failed', async () => {
    const iccid = '8901170000000000047'
    const { code, envelope } = await post(`/deactivate/${iccid}`)
    expect([code, envelope.status]).toEqual([502, 'CarrierError'])
    expect(envelope.message).toMatch(/did not say whether/)
    expect(await asked(iccid)).toBe(1)
    const { db } = database.get()
    expect(
      await db.selectFrom('deactivation').select('state').where('iccid', '=', iccid).executeTakeFirst(),
    ).toEqual({ state: 'unknown' })
  })

  it('D5 a SIM that the carrier does not know, one that no one knows, and no ICCID', async () => {
    const notThere = await post('/deactivate/8914800000000000030')
    expect([notThere.code, notThere.envelope.status]).toEqual([404, 'NotFound'])
    expect(notThere.envelope.message).toContain('does not know this SIM')
    expect((await post('/deactivate/8901170000000009998')).envelope).toMatchObject({ status: 'NotFound' })
    expect((await post('/deactivate/12')).envelope).toMatchObject({ status: 'Invalid' })
  })

  it('7 the plain form of a batch waits for its results and gives every row', async () => {
    const iccids = [...fresh('ATT', 2), ...fresh('VZN', 3)]
    const rows = [...ready(...iccids, '8901170000000000062'), { iccid: 'abc', status: 'Error: not an ICCID' }]
    const { code, envelope } = await post('/batchdeactivation', rows)
    expect([code, envelope.status, envelope.message]).toEqual([200, 'Success', '5 of 7 SIMs deactivated.'])
    expect(envelope.data).toEqual([
      ...iccids.map((iccid) => ({ iccid, status: 'Success' })),
      { iccid: '8901170000000000062', status: 'Error: already deactivated' },
      { iccid: 'abc', status: 'Error: not an ICCID' },
    ])
    for (const iccid of iccids) expect(await asked(iccid)).toBe(1)
  })

  it('D6 with Prefer: respond-async a batch answers 202 at once and can be read and listed', async () => {
    const iccids = fresh('VZN', 4)
    const transactionId = randomUUID()
    const { code, headers, envelope } = await post('/batchdeactivation', ready(...iccids), {
      async: true,
      transactionId,
    })
    expect([code, envelope.status, headers.get('preference-applied')]).toEqual([
      202,
      'Accepted',
      'respond-async',
    ])
    const { batchId } = envelope.data as { batchId: string }
    expect(headers.get('location')).toBe(`${base}/batches/${batchId}`)
    const batch = await ended(batchId)
    expect(batch).toMatchObject({ transactionId, counts: { all: 4, success: 4, error: 0, ready: 0 } })
    const list = await console.call('GET', `${base}/batches`)
    expect((list.envelope.data as Batch[])[0]).toMatchObject({ batchId, createdBy: batch.createdBy })
    const repeated = await post('/batchdeactivation', ready(...iccids), { async: true, transactionId })
    expect([repeated.code, repeated.envelope.data]).toEqual([202, { batchId }])
    expect(repeated.headers.get('location')).toBe(`${base}/batches/${batchId}`)
  })

  it('7, D35 takes the list of an upload as it stands, and keeps its name and other columns for everybody and for a retry', async () => {
    const [iccid = ''] = fresh('VZN', 1)
    const refused = '8901170000000000054'
    const text = `Site,ICCID,Contact\nHarbor,${iccid},Ann\nPier,${refused},\nQuay,abc,Bo\n`
    const upload = await post('/batchupload', JSON.stringify(text))
    const begun = await post('/batchdeactivation?fileName=swap%20list.csv', upload.envelope.data, {
      async: true,
    })
    expect(begun.code).toBe(202)
    const { batchId } = begun.envelope.data as { batchId: string }
    const batch = await ended(batchId)
    const cellsOf = ({ rows }: Batch) => rows.map((row) => [row.iccid, ...row.otherCells])
    expect(batch).toMatchObject({ fileName: 'swap list.csv', otherColumns: ['Site', 'Contact'] })
    expect(cellsOf(batch)).toEqual([
      [iccid, 'Harbor', 'Ann'],
      [refused, 'Pier', ''],
      ['abc', 'Quay', 'Bo'],
    ])
    const list = (await console.call('GET', `${base}/batches`)).envelope.data as Batch[]
    expect(list.find((one) => one.batchId === batchId)?.fileName).toBe('swap list.csv')
    const retried = await post(`/batches/${batchId}/retry`)
    const second = await ended((retried.envelope.data as { batchId: string }).batchId)
    expect(second).toMatchObject({ fileName: 'swap list.csv', otherColumns: ['Site', 'Contact'] })
    expect(cellsOf(second)).toEqual([[refused, 'Pier', '']])
    const entries = JSON.stringify(await entriesOf(batch.transactionId))
    expect(entries).toContain(iccid)
    expect(entries).not.toMatch(/Harbor|Pier|Quay|Ann|swap/)
  })

  it('D5 stopping leaves out what was not asked yet; the failed rows alone are tried again', async () => {
    const iccids = fresh('ATT', 8)
    // One at a time (D5): while the first is held up, the others are not asked.
    await field.fault({ system: 'att', fault: 'slow', seconds: 80 })
    const { envelope } = await post('/batchdeactivation', ready(...iccids), { async: true })
    const { batchId } = envelope.data as { batchId: string }
    const stopped = await post(`/batches/${batchId}/stop`)
    expect(stopped.envelope.message).toMatch(/left out/)
    await field.heal()
    const batch = await ended(batchId)
    const left = batch.rows.filter((row) => row.state === 'stopped')
    expect(left.length).toBeGreaterThan(0)
    expect(left[0]?.status).toMatch(/^Stopped: left out by /)
    expect(batch.counts.success + left.length).toBe(8)
    expect((await post(`/batches/${batchId}/stop`)).envelope.status).toBe('Conflict')
    const retried = await post(`/batches/${batchId}/retry`)
    expect(retried.code).toBe(202)
    const second = await ended((retried.envelope.data as { batchId: string }).batchId)
    expect(second.rows.map((row) => row.iccid)).toEqual(left.map((row) => row.iccid))
    expect(second).toMatchObject({ retryOf: batchId, counts: { success: left.length, error: 0 } })
    for (const iccid of iccids) expect(await asked(iccid)).toBe(1)
    // D18: each SIM has its entry under the batch's transaction, those that were left out as well.
    const entries = (await entriesOf(batch.transactionId)).filter(
      ({ object, result }) => object.startsWith('sim ') && result !== 'Intent',
    )
    const results = batch.rows.map(({ iccid, state }) => [
      `sim ${iccid}`,
      state === 'stopped' ? 'Stopped' : 'Success',
    ])
    expect(entries.map(({ object, result }) => [object, result]).sort()).toEqual(results.sort())
  })

  it('D18 a batch has its intent, then an entry for each row that it leaves out with the reason, then one for each SIM', async () => {
    const [iccid = ''] = fresh('ATT', 1)
    const rows = [
      ...ready(iccid),
      { iccid: 'abc', status: 'Error: not an ICCID' },
      ...ready('8901170000000999990'),
    ]
    const transactionId = randomUUID()
    const { envelope } = await post('/batchdeactivation', rows, { async: true, transactionId })
    const { batchId } = envelope.data as { batchId: string }
    await ended(batchId)
    const [intent, ...others] = await entriesOf(transactionId)
    expect(intent).toMatchObject({ object: `batch ${batchId}`, result: 'Intent', detail: iccid })
    expect(others.slice(0, 2).sort((a, b) => (a.object < b.object ? -1 : 1))).toMatchObject([
      {
        object: 'sim 8901170000000999990',
        result: 'Invalid',
        detail: 'unknown, the inventory does not have it',
      },
      { object: 'sim abc', result: 'Invalid', detail: 'not an ICCID' },
    ])
    expect(others.slice(2)).toMatchObject([{ object: `sim ${iccid}`, result: 'Success' }])
  })

  it('D5 a carrier that is down for a while is waited for; down for good, its rows say that nothing was changed', async () => {
    const [one = '', two = ''] = fresh('VZN', 2)
    await field.fault({ system: 'verizon', fault: 'refuse', times: 4 })
    const { envelope } = await post('/batchdeactivation', ready(one), { async: true })
    expect((await ended((envelope.data as { batchId: string }).batchId)).counts.success).toBe(1)
    await field.fault({ system: 'verizon', fault: 'refuse' })
    const down = await post('/batchdeactivation', ready(two), { async: true })
    const batch = await ended((down.envelope.data as { batchId: string }).batchId)
    expect(batch.rows[0]?.status).toMatch(/^(Error|Unknown): /)
    expect(batch.counts.error).toBe(1)
  })

  it('D5 a carrier that loses its answers is left alone before the whole batch is in the dark', async () => {
    const iccids = fresh('ATT', 8)
    await field.fault({ system: 'att', fault: '500' })
    const { envelope } = await post('/batchdeactivation', ready(...iccids), { async: true })
    const batch = await ended((envelope.data as { batchId: string }).batchId)
    const states = batch.rows.map((row) => row.state)
    expect(states.filter((state) => state === 'unknown').length).toBeGreaterThanOrEqual(5)
    expect(states.at(-1)).toBe('failed')
    expect(batch.rows.at(-1)?.status).toMatch(/^Error: AT&T did not answer .* Nothing was changed\.$/)
    expect(await asked(iccids.at(-1) ?? '')).toBe(0)
    await field.heal()
    const retried = await post(`/batches/${batch.batchId}/retry`)
    const second = await ended((retried.envelope.data as { batchId: string }).batchId)
    expect(second.counts).toEqual({ all: 8, success: 8, error: 0, ready: 0 })
    for (const iccid of iccids) expect(await asked(iccid)).toBeLessThanOrEqual(2)
  })

  it('D5 a batch that was stopped asks for no more SIMs, also when the carrier was only busy with one', async () => {
    const [iccid = ''] = fresh('ATT', 1)
    await field.fault({ system: 'att', fault: 'slow', seconds: 80 })
    const waiting = post(`/deactivate/${iccid}`)
    const { db } = database.get()
    const rowOf = () =>
      db
        .selectFrom('deactivation')
        .select(['batch_id', 'state'])
        .where('iccid', '=', iccid)
        .executeTakeFirst()
    while ((await rowOf())?.state !== 'asking') await pause(20)
    const stopped = await post(`/batches/${(await rowOf())?.batch_id}/stop`)
    expect(stopped.envelope.message).toBe('0 SIMs left out. 1 asked already will still end.')
    await field.heal()
    expect((await waiting).envelope.status).toBe('Success')
  })

  it.each(['once', 'late', 'twice', 'never'] as const)(
    'D5 a result at Verizon whose callback comes %s is one deactivation with one main row',
    async (callbacks) => {
      const [iccid = ''] = fresh('VZN', 1)
      await field.steerVerizon({ callbacks })
      const transactionId = randomUUID()
      const { envelope } = await post(`/deactivate/${iccid}`, undefined, { transactionId })
      await field.steerVerizon({ callbacks: 'mixed' })
      expect(envelope).toMatchObject({ status: 'Success', data: { iccid, status: 'Success' } })
      expect(await asked(iccid)).toBe(1)
      const events = await activityOf(iccid, transactionId)
      expect(new Set(events.map((event) => event.status))).toEqual(new Set(['Deactivated']))
    },
  )

  it('D5 a change that Verizon takes and then refuses is told as refused', async () => {
    const [iccid = ''] = fresh('VZN', 1)
    await field.steerVerizon({ failNext: 1 })
    const { envelope } = await post(`/deactivate/${iccid}`)
    expect(envelope).toMatchObject({
      status: 'CarrierError',
      message: expect.stringMatching(/^Verizon reports that it could not deactivate the SIM/),
    })
    expect((await post(`/deactivate/${iccid}`)).envelope.status).toBe('Success')
  })

  it('D5 without any status call or callback, the SIM itself is read', async () => {
    const [iccid = ''] = fresh('ATT', 1)
    await field.fault({ system: 'att', fault: 'garbage', variant: 'html', times: 1 })
    const answer = await post(`/deactivate/${iccid}`)
    expect(answer.envelope.status).toBe('Success')
    expect(await asked(iccid)).toBeLessThanOrEqual(2)
  })

  it('D18 each deactivation stands in the audit trail with its SIM and result', async () => {
    const transactionId = randomUUID()
    await post('/deactivate/8901170000000000054', undefined, { transactionId })
    const entries = await database
      .get()
      .db.selectFrom('user_action')
      .select(['route', 'object', 'message', 'result', 'source'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()
    const entry = { object: 'sim 8901170000000000054', source: 'server' }
    const route = 'POST /simmanagement/v1/deactivate/{SimId}'
    const sim = 'SIM 8901170000000000054 at AT&T'
    expect(entries).toEqual([
      {
        ...entry,
        route,
        message: 'Ask AT&T to deactivate SIM 8901170000000000054',
        result: 'Intent',
      },
      { ...entry, route: 'JOB deactivation', message: `Deactivate ${sim}`, result: 'CarrierError' },
      // No repetition: what the caller was told of it.
      { ...entry, route, message: `Tell what became of ${sim}`, result: 'CarrierError' },
    ])
  })
})
