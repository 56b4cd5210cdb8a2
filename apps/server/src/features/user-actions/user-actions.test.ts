import { randomUUID } from 'node:crypto'
import type { UserActionItem } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditEntry, appendAudit } from '../../platform/audit/append-audit.ts'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const path = '/api/useractiondetail/v1/details'
const newYork = 'America/New_York'

let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

/** Somebody of his own for each test, so that tests do not find each other's actions. */
let people = 0
const newPerson = () => `person-${++people}@example.com`

describeOnEachDatabase('2.12 user actions', (database) => {
  let console: TestApp
  beforeAll(async () => {
    console = await startTestApp({ database: database.get(), keys })
    await sql`
      select user_action_make_month(month)
      from generate_series(timestamptz '2026-01-01', timestamptz '2026-12-01', interval '1 month') as month`.execute(
      database.get().db,
    )
  })
  afterAll(() => console.close())

  async function enter(email: string, at: string, more: Partial<AuditEntry> = {}): Promise<string> {
    const entry: AuditEntry = {
      source: 'server',
      user: { issuer: 'https://id.example', subject: 'u', email, sessionId: 's', tokenId: 'j' },
      transactionId: randomUUID(),
      remoteAddress: '127.0.0.1',
      route: 'POST /x',
      permission: 'sim-management.change',
      activity: 'SIM Management',
      message: at,
      object: '',
      result: 'Success',
      at: new Date(at),
      ...more,
    }
    await auditedTransaction(database.get().db, (trx) => appendAudit(trx, entry))
    return entry.transactionId
  }

  async function search(query: Record<string, string | number>) {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const { code, envelope } = await console.call('GET', `${path}?${text}`)
    return { code, ...envelope, data: envelope.data as { items: UserActionItem[]; hasMore: boolean } }
  }

  /** The descriptions of what a search finds. */
  async function found(query: Record<string, string | number>) {
    const { data } = await search(query)
    return data.items.map((item) => item.statusDesc)
  }

  it('D18 the first entry of the console is the main row, all others are sub rows in their order', async () => {
    const [person, other] = [newPerson(), newPerson()]
    const transactionId = await enter(person, '2026-05-01T10:00:00.000Z', {
      message: 'Deactivate a batch of SIMs',
      object: 'batch 1',
      result: 'Accepted',
      detail: '2 SIMs',
    })
    const subTransactionId = randomUUID()
    const claim = {
      transactionId,
      source: 'console',
      message: 'Deactivate 2 SIMs',
      result: 'Success',
    } as const
    await enter(person, '2026-05-01T10:00:02.000Z', {
      transactionId,
      subTransactionId,
      result: 'CarrierError',
    })
    await enter(person, '2026-05-04T10:00:00.000Z', claim)
    await enter(other, '2026-05-01T10:00:03.000Z', { transactionId, message: 'Stop a batch' })
    for (const query of [
      { email: person.toUpperCase(), sDate: '2026-05-01', eDate: '2026-05-01' },
      { email: other, sDate: '2026-05-01', eDate: '2026-05-01' },
      { transactionID: transactionId.toUpperCase() },
    ]) {
      const { code, status, message, data } = await search({ ...query, timeZone: newYork })
      expect([code, status, message, data.hasMore]).toEqual([200, 'Success', 'Operation Done.', false])
      expect(data.items).toEqual([
        {
          transactionId,
          email: person,
          status: 'SIM Management',
          statusDesc: 'Deactivate 2 SIMs',
          source: 'console',
          object: '',
          result: 'Success',
          detail: '',
          date: '2026-05-04T10:00:00.000Z',
          localDate: '2026-05-04T06:00:00.000-04:00',
          moreSubRows: 0,
          hasSimActivity: false,
          subRows: [
            expect.objectContaining({
              email: person,
              source: 'server',
              statusDesc: 'Deactivate a batch of SIMs',
              object: 'batch 1',
              result: 'Accepted',
              detail: '2 SIMs',
              subtransId: '',
            }),
            expect.objectContaining({ result: 'CarrierError', subtransId: subTransactionId }),
            expect.objectContaining({
              email: other,
              statusDesc: 'Stop a batch',
              date: '2026-05-01T10:00:03.000Z',
              localDate: '2026-05-01T06:00:03.000-04:00',
            }),
          ],
        },
      ])
    }
  })

  it('D18 where the console said nothing, the first entry of the server is the main row', async () => {
    const person = newPerson()
    const transactionId = await enter(person, '2026-05-01T10:00:00.000Z', { message: 'first' })
    await enter(person, '2026-05-01T10:00:01.000Z', { transactionId, message: 'second' })
    const { data } = await search({ email: person, allTime: 'true' })
    expect(data.items.map(({ statusDesc, subRows }) => [statusDesc, subRows[0]?.statusDesc])).toEqual([
      ['first', 'second'],
    ])
  })

  describe('D21 days are local and inclusive at both ends', () => {
    it.each([
      ['UTC', { timeOffset: 0 }, '2026-03-02T00:00:00.000Z', '2026-03-05T00:00:00.000Z'],
      ['five hours west', { timeOffset: -300 }, '2026-03-02T05:00:00.000Z', '2026-03-05T05:00:00.000Z'],
      [
        'fourteen hours east, over the end of a month',
        { timeZone: 'Pacific/Kiritimati' },
        '2026-02-28T10:00:00.000Z',
        '2026-03-04T10:00:00.000Z',
      ],
    ])('%s', async (_zone, zone, begins, ends) => {
      const person = newPerson()
      const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()
      for (const at of [justBefore(begins), begins, justBefore(ends), ends]) await enter(person, at)
      const sDate = 'timeZone' in zone ? '2026-03-01' : '2026-03-02'
      expect(await found({ email: person, sDate, eDate: '2026-03-04', ...zone })).toEqual([
        justBefore(ends),
        begins,
      ])
    })

    it('across both daylight-saving switches each day has its own offset', async () => {
      const person = newPerson()
      const instants = [
        '2026-03-08T04:59:59.999Z', // the 7th, 23:59:59.999
        '2026-03-08T05:00:00.000Z', // the 8th begins, five hours west
        '2026-03-09T03:59:59.999Z', // it ends four hours west, 23 hours long
        '2026-03-09T04:00:00.000Z',
        '2026-11-01T04:00:00.000Z', // the 1st begins, four hours west
        '2026-11-02T04:59:59.999Z', // it ends five hours west, 25 hours long
        '2026-11-02T05:00:00.000Z',
      ]
      for (const at of instants) await enter(person, at)
      const ask = { email: person, timeZone: newYork, timeOffset: -300 }
      const days = (sDate: string, eDate: string) => found({ ...ask, sDate, eDate })
      expect(await days('2026-03-08', '2026-03-08')).toEqual([instants[2], instants[1]])
      expect(await days('2026-11-01', '2026-11-01')).toEqual([instants[5], instants[4]])
      expect(await days('2026-03-08', '2026-11-01')).toHaveLength(5)
      const { data } = await search({ ...ask, sDate: '2026-11-01', eDate: '2026-11-01' })
      expect(data.items.map((item) => item.localDate)).toEqual([
        '2026-11-01T23:59:59.999-05:00',
        '2026-11-01T00:00:00.000-04:00',
      ])
    })
  })
})
