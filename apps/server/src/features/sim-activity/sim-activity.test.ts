import { randomUUID } from 'node:crypto'
import type { SimActivityItem } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { itTakesDaysAsLocal, logSearch } from '../../testing/log-search.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { recordSimActivity, type SimEvent } from './index.ts'

const path = '/api/simactivationdetail/v1/details'
const newYork = 'America/New_York'

let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

/** A SIM of its own for each test; no one checks the inventory. */
let simNumber = 0
const newSim = () => `89011799${String(++simNumber).padStart(11, '0')}`

describeOnOneDatabase('2.7 SIM activity', (database) => {
  let console: TestApp
  beforeAll(async () => {
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(() => console.close())

  async function record(iccid: string, at: string, more: Partial<SimEvent> = {}): Promise<string> {
    const event = {
      transactionId: randomUUID(),
      vendorCode: 'ATT' as const,
      status: 'Activated',
      description: '',
    }
    await sql`select make_month('sim_activity', ${at})`.execute(database.get().db)
    await database
      .get()
      .db.transaction()
      .execute((trx) =>
        recordSimActivity(trx, { ...event, description: at, iccid, at: new Date(at), ...more }),
      )
    return more.transactionId ?? event.transactionId
  }

  const { search, found } = logSearch<SimActivityItem>(() => console, path)

  itTakesDaysAsLocal({
    newOne: () => ({ simId: newSim() }),
    note: ({ simId }, at) => record(String(simId), at),
    search,
    found,
  })

  describe('D21 days and local times of a zone', () => {
    it('a day without midnight begins at its first instant', async () => {
      const sim = newSim()
      await record(sim, '2026-09-06T03:59:59.999Z')
      await record(sim, '2026-09-06T04:00:00.000Z') // 01:00 in Santiago, which jumps over midnight
      const ask = { simId: sim, timeZone: 'America/Santiago' }
      expect(await found({ ...ask, sDate: '2026-09-06', eDate: '2026-09-06' })).toEqual([
        '2026-09-06T04:00:00.000Z',
      ])
      expect(await found({ ...ask, sDate: '2026-09-05', eDate: '2026-09-05' })).toEqual([
        '2026-09-06T03:59:59.999Z',
      ])
    })

    it('each row says its local time with the offset that held then', async () => {
      const sim = newSim()
      for (const at of ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']) await record(sim, at)
      const ask = { simId: sim, sDate: '2026-11-01', eDate: '2026-11-01' }
      const { data } = await search({ ...ask, timeZone: newYork })
      expect(data.items.map((item) => item.localDate)).toEqual([
        '2026-11-01T01:30:00.000-05:00',
        '2026-11-01T01:30:00.000-04:00',
      ])
      const fixed = await search({ ...ask, timeOffset: 330 })
      expect(fixed.data.items[0]?.localDate).toBe('2026-11-01T12:00:00.000+05:30')
    })
  })

  it('D8 the first event of a transaction is the main row, later ones are its sub rows', async () => {
    const sim = newSim()
    const transactionId = await record(sim, '2026-05-01T10:00:00.000Z', { status: 'ChangingRatePlan' })
    const step = randomUUID()
    await record(sim, '2026-05-01T10:00:02.000Z', { transactionId, subTransactionId: step, status: 'Error' })
    await record(sim, '2026-05-03T10:00:00.000Z', { transactionId, status: 'RatePlanChanged' })
    const { data, message, status } = await search({ simId: sim, sDate: '2026-05-01', eDate: '2026-05-01' })
    expect([status, message]).toEqual(['Success', 'Operation Done.'])
    expect(data).toEqual({
      hasMore: false,
      items: [
        {
          transactionId,
          simId: sim,
          vendorCode: 'ATT',
          status: 'ChangingRatePlan',
          statusDesc: '2026-05-01T10:00:00.000Z',
          date: '2026-05-01T10:00:00.000Z',
          localDate: '2026-05-01T10:00:00.000+00:00',
          subRows: [
            expect.objectContaining({ status: 'Error', subtransId: step }),
            expect.objectContaining({
              status: 'RatePlanChanged',
              date: '2026-05-03T10:00:00.000Z',
              subtransId: expect.stringMatching(/^[\da-f-]{36}$/),
            }),
          ],
        },
      ],
    })
    // The day of a later event alone does not find it: each transaction stands at its beginning.
    expect(await found({ simId: sim, sDate: '2026-05-03', eDate: '2026-05-03' })).toEqual([])
  })

  it('D8 of two that write the first event at the same time one becomes the sub row', async () => {
    const sim = newSim()
    const transactionId = randomUUID()
    const at = '2026-05-01T10:00:00.000Z'
    await Promise.all([record(sim, at, { transactionId }), record(sim, at, { transactionId })])
    const { data } = await search({ simId: sim, allTime: 'true' })
    expect(data.items).toHaveLength(1)
    expect(data.items[0]?.subRows).toHaveLength(1)
  })

  it('2.7 All Time has no days, newest first', async () => {
    const sim = newSim()
    const instants = ['1999-12-31T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2012-01-01T00:00:00.000Z']
    for (const at of instants) await record(sim, at)
    const { data } = await search({ simId: sim, allTime: 'true', sDate: '2026-11-01', eDate: '2026-11-01' })
    expect(data.items.map((item) => item.statusDesc)).toEqual([instants[1], instants[2], instants[0]])
  })

  it('2.7 by TransactionID there is one item for each SIM, whatever its days', async () => {
    const [one, other] = [newSim(), newSim()]
    const transactionId = await record(one, '2020-01-01T00:00:00.000Z')
    await record(other, '2020-01-01T00:00:01.000Z', { transactionId, vendorCode: 'VZN' })
    await record(one, '2020-01-01T00:00:02.000Z', { transactionId, status: 'Error' })
    for (const id of [transactionId, transactionId.toUpperCase()]) {
      const { data } = await search({ transactionID: id, timeZone: newYork })
      expect(data.items.map((item) => [item.simId, item.vendorCode, item.subRows.length])).toEqual([
        [other, 'VZN', 0],
        [one, 'ATT', 1],
      ])
      expect(data.items[1]?.subRows[0]?.localDate).toBe('2019-12-31T19:00:02.000-05:00')
    }
  })

  it('8 a SIM or a transaction that no one knows has no items', async () => {
    expect((await search({ simId: newSim(), allTime: 'true' })).data).toEqual({ items: [], hasMore: false })
    expect((await search({ transactionID: randomUUID() })).data).toEqual({ items: [], hasMore: false })
  })

  it('answers the newest 10,000 transactions, and says that there are more', async () => {
    const sim = newSim()
    await sql`
      insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
      select gen_random_uuid(), ${sim}, 'ATT', 'Activated', number::text, at, at
      from generate_series(1, 10001) as number, lateral (select timestamptz '2026-05-01' + number * interval '1 s' as at) as each`.execute(
      database.get().db,
    )
    const { data } = await search({ simId: sim, allTime: 'true' })
    expect([data.hasMore, data.items.length]).toEqual([true, 10_000])
    expect([data.items[0]?.statusDesc, data.items.at(-1)?.statusDesc]).toEqual(['10001', '2'])
  })

  it.each([
    ['neither SIM nor transaction', {}],
    ['both', { simId: '8901170000000000013', transactionID: randomUUID(), allTime: 'true' }],
    ['no SIM ID', { simId: '12345', allTime: 'true' }],
    ['no transaction id', { transactionID: 'abc' }],
    ['no first day', { simId: '8901170000000000013', eDate: '2026-01-01' }],
    ['no last day', { simId: '8901170000000000013', sDate: '2026-01-01' }],
    ['days in the wrong order', { simId: '8901170000000000013', sDate: '2026-01-02', eDate: '2026-01-01' }],
    ['a day that is none', { simId: '8901170000000000013', sDate: '2026-02-30', eDate: '2026-03-01' }],
    ['a day of another form', { simId: '8901170000000000013', sDate: '01/02/2026', eDate: '2026-03-01' }],
    ['an offset that no zone has', { simId: '8901170000000000013', allTime: 'true', timeOffset: 2000 }],
    ['a zone that is none', { simId: '8901170000000000013', allTime: 'true', timeZone: 'Mars/Olympus' }],
    ['allTime of another kind', { simId: '8901170000000000013', allTime: 'yes' }],
    ['a name that is not known', { simId: '8901170000000000013', allTime: 'true', status: 'Error' }],
  ])('refuses %s', async (_what, query) => {
    const { code, status, message } = await search(query)
    expect([code, status]).toEqual([400, 'Invalid'])
    expect(message).toMatch(/^Please correct the input: \w+/)
  })

  it('D16 an auditor may read, no one without a role may', async () => {
    const rolesOf = (...roles: string[]) => keys.token({ resource_access: { 'support-console': { roles } } })
    const address = `${path}?simId=${newSim()}&allTime=true`
    expect((await console.call('GET', address, { token: await rolesOf('auditor') })).code).toBe(200)
    expect((await console.call('GET', address, { token: await rolesOf() })).code).toBe(403)
    expect((await console.call('GET', address, { token: null })).code).toBe(401)
  })

  it('events can be added, and neither changed nor taken away', async () => {
    const sim = newSim()
    await record(sim, '2026-05-01T10:00:00.000Z')
    const { db } = database.get()
    const update = db.updateTable('sim_activity').set({ status: 'Deactivated' }).where('iccid', '=', sim)
    await expect(update.execute()).rejects.toThrow(/append-only: UPDATE is refused/)
    await expect(db.deleteFrom('sim_activity').where('iccid', '=', sim).execute()).rejects.toThrow(
      /append-only/,
    )
    await expect(sql`truncate sim_activity`.execute(db)).rejects.toThrow(/append-only/)
  })

  it('an event of a change that was rolled back is not there', async () => {
    const sim = newSim()
    const change = database
      .get()
      .db.transaction()
      .execute(async (trx) => {
        const event = { vendorCode: 'ATT', status: 'Activated', description: '' } as const
        await recordSimActivity(trx, { ...event, transactionId: randomUUID(), iccid: sim, at: new Date() })
        throw new Error('the change failed')
      })
    await expect(change).rejects.toThrow('the change failed')
    expect((await search({ simId: sim, allTime: 'true' })).data.items).toEqual([])
  })
})
