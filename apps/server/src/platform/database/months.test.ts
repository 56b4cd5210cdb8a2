import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { activityOfSim, activityOfTransaction, recordSimActivity } from '../../features/sim-activity/index.ts'
import { describeOnEachEmptyDatabase } from '../../testing/databases.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

const iccid = '8901170000000000013'
const always = { from: null, before: null }

describeOnEachEmptyDatabase('SIM activity of a former version', (open) => {
  it('M7 SIM activity of an older database is taken over into months, each transaction whole in the month of its beginning', async () => {
    const database = await open()
    const { db } = database
    await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0034')))
    const [early, late] = [randomUUID(), randomUUID()]
    const write = (transactionId: string, sub: string | null, at: string) =>
      sql`insert into sim_activity (transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at)
        values (${transactionId}, ${sub}, ${iccid}, 'ATT', 'Activated', ${at}, ${at}::timestamptz)`.execute(
        db,
      )
    await write(early, null, '2024-02-29T23:59:59.999Z')
    await write(early, randomUUID(), '2024-03-01T00:00:01.000Z')
    await write(late, null, '2025-06-01T12:00:00.123Z')
    const { rows: before } = await sql`select event_id, transaction_id, description from sim_activity
      order by event_id`.execute(db)

    await migrate(db)
    const { rows: after } = await sql`select event_id, transaction_id, description from sim_activity
      order by event_id`.execute(db)
    expect(after).toEqual(before)
    const { rows: months } =
      await sql`select tableoid::regclass::text as month, count(*)::integer from sim_activity
      group by 1 order by 1`.execute(db)
    expect(months).toEqual([
      { month: 'sim_activity_2024_02', count: 2 },
      { month: 'sim_activity_2025_06', count: 1 },
    ])
    expect((await activityOfSim(db, iccid, always, 10)).map(({ later }) => later.length)).toEqual([0, 1])

    // What goes on after the migration belongs to the transaction of before.
    const more = {
      transactionId: early,
      iccid,
      vendorCode: 'ATT' as const,
      status: 'Error',
      description: 'now',
    }
    await db.transaction().execute((trx) => recordSimActivity(trx, more))
    const [found] = await activityOfTransaction(db, early, 10)
    expect(found?.later.map(({ description }) => description)).toEqual(['2024-03-01T00:00:01.000Z', 'now'])
    const { rows: ids } = await sql<{ id: number }>`select max(event_id) as id from sim_activity`.execute(db)
    expect(ids[0]?.id).toBe(4)

    for (const statement of ['delete from', 'truncate'])
      for (const table of ['sim_activity', 'sim_activity_2024_02'])
        await expect(sql.raw(`${statement} ${table}`).execute(db)).rejects.toThrow(/append-only/)
    await database.close()
  })
})
