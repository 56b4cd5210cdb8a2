import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditTrailStage, newPerson } from '../../testing/audit-trail-stage.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { recordSimActivity } from '../sim-activity/index.ts'

const newYork = 'America/New_York'

describeOnOneDatabase('2.12 user actions', (database) => {
  const { enter, search } = auditTrailStage(database)

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

  it("R38 another person's claim under a transaction is no more than a sub row", async () => {
    const [person, other] = [newPerson(), newPerson()]
    const claim = (who: string, transactionId: string, message: string) =>
      enter(who, '2026-05-01T10:00:00.000Z', {
        transactionId,
        source: 'console',
        message,
        user: { issuer: 'https://id.example', subject: who, email: who, sessionId: 's', tokenId: 'j' },
      })
    const transactionId = randomUUID()
    await claim(other, transactionId, 'All was agreed with Pat')
    await enter(person, '2026-05-01T10:00:01.000Z', {
      transactionId,
      message: 'Deactivate 2 SIMs',
      user: { issuer: 'https://id.example', subject: person, email: person, sessionId: 's', tokenId: 'j' },
    })
    const rows = async () => {
      const [item] = (await search({ transactionID: transactionId })).data.items
      const listed = (await search({ email: person, allTime: 'true' })).data.items[0]
      expect(listed).toEqual(item)
      return [item?.email, item?.statusDesc, item?.subRows.map((row) => row.statusDesc)]
    }
    expect(await rows()).toEqual([person, 'Deactivate 2 SIMs', ['All was agreed with Pat']])
    await claim(person, transactionId, 'Deactivate a batch')
    expect(await rows()).toEqual([
      person,
      'Deactivate a batch',
      ['All was agreed with Pat', 'Deactivate 2 SIMs'],
    ])
  })

  it('D18 a claim that the browser delivers a month later belongs to its transaction', async () => {
    const person = newPerson()
    const transactionId = await enter(person, '2026-05-01T10:00:00.000Z', { message: 'Done' })
    await enter(person, '2026-05-31T09:00:00.000Z', { transactionId, source: 'console', message: 'Claimed' })
    const { data } = await search({ email: person, sDate: '2026-05-01', eDate: '2026-05-01', timeOffset: 0 })
    expect(data.items.map(({ statusDesc, subRows }) => [statusDesc, subRows[0]?.statusDesc])).toEqual([
      ['Claimed', 'Done'],
    ])
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

  it('2.12 says whether SIM activity has events of the transaction', async () => {
    const person = newPerson()
    const transactionId = await enter(person, '2026-07-02T10:00:00.000Z', { message: 'with' })
    await enter(person, '2026-07-02T10:00:01.000Z', { message: 'without' })
    await database
      .get()
      .db.transaction()
      .execute((trx) =>
        recordSimActivity(trx, {
          transactionId,
          iccid: '8901170000000000013',
          vendorCode: 'ATT',
          status: 'Deactivated',
          description: '',
          at: new Date(),
        }),
      )
    const { data } = await search({ email: person, allTime: 'true' })
    expect(data.items.map((item) => [item.statusDesc, item.hasSimActivity])).toEqual([
      ['without', false],
      ['with', true],
    ])
  })

  it.each([
    ['any script', '日本語 \u202eabc עברית 👩‍🚒 e\u0301'],
    ['markup', '<script>alert(1)</script> &amp; <b onclick="x">'],
    ['new lines and escape sequences', 'one\r\n2026-01-01 forged\u001b[31m\ttwo\u2028'],
    ['10,000 characters', `${'ä'.repeat(9_990)} sim 0013 `],
  ])('D18 %s come back unchanged', async (_what, text) => {
    const person = newPerson()
    const transactionId = await enter(person, '2026-07-03T10:00:00.000Z', {
      message: text,
      object: text,
      detail: text,
    })
    await enter(person, '2026-07-03T10:00:00.000Z', {
      transactionId,
      message: text,
      object: text,
      detail: text,
    })
    const { data } = await search({ email: person, allTime: 'true' })
    const same = { statusDesc: text, object: text, detail: text }
    expect(data.items).toEqual([
      expect.objectContaining({ ...same, subRows: [expect.objectContaining(same)] }),
    ])
  })

  describe('bounds', () => {
    /** Entries by SQL: as many as no test would enter one by one. */
    const fill = (
      email: string,
      { from = 1, to, transaction }: { from?: number; to: number; transaction?: string },
    ) =>
      sql`
        insert into user_action (at, source, transaction_id, issuer, subject, email, session_id, token_id, remote_address,
          route, permission, activity, message, object, result, detail, words)
        select timestamptz '2026-08-01' + number * interval '1 s', 'server', coalesce(${transaction ?? null}::uuid, gen_random_uuid()),
          '', '', ${email}, '', '', '', '', '', 'Import', number::text, '', 'Success', '', array_to_tsvector(array['many', '=Import'])
        from generate_series(${from}::int, ${to}::int) as number`.execute(database.get().db)

    it('answers the newest 10,000 transactions, and says that there are more', async () => {
      const person = newPerson()
      await fill(person, { to: 10_001 })
      for (const more of [{}, { text: 'many' }, { page: 'Import' }]) {
        const { data } = await search({ email: person, allTime: 'true', ...more })
        expect([data.hasMore, data.items.length]).toEqual([true, 10_000])
        expect([data.items[0]?.statusDesc, data.items.at(-1)?.statusDesc]).toEqual(['10001', '2'])
      }
    })

    it('a large transaction is one item with its first 100 sub rows; asked for by itself it has 10,000', async () => {
      const person = newPerson()
      const transaction = randomUUID()
      await enter(person, '2026-07-31T12:00:00.000Z', { message: 'before' })
      await fill(person, { to: 10_003, transaction })
      const { data } = await search({ email: person, allTime: 'true' })
      expect(data.items.map((item) => [item.statusDesc, item.subRows.length, item.moreSubRows])).toEqual([
        ['1', 100, 9902],
        ['before', 0, 0],
      ])
      expect(data.items[0]?.subRows.at(-1)?.statusDesc).toBe('101')
      const one = (await search({ transactionID: transaction })).data.items[0]
      expect([one?.statusDesc, one?.subRows.length, one?.moreSubRows]).toEqual(['1', 10_000, 2])
    })
  })
})
