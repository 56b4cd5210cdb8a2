import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { activityOfTransaction, recordSimActivity } from '../../features/sim-activity/index.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'

describeOnEachDatabase('M7 SIM activity in months', (database) => {
  it('has each transaction whole in the month of its beginning, and no month can be changed', async () => {
    const { db } = database.get()
    const [transactionId, iccid] = [randomUUID(), '8901170000000000013']
    const began = '2024-02-29T23:59:59.999Z'
    await sql`select make_month('sim_activity', ${began}::timestamptz)`.execute(db)
    await sql`insert into sim_transaction values (${transactionId}, ${iccid}, ${began})`.execute(db)
    await sql`
      insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
      values (${transactionId}, ${iccid}, 'ATT', 'Activated', 'then', ${began}, ${began})`.execute(db)
    const later = { transactionId, iccid, vendorCode: 'ATT' as const, status: 'Error', description: 'now' }
    await db.transaction().execute((trx) => recordSimActivity(trx, later))
    const [found] = await activityOfTransaction(db, transactionId, 10)
    expect(found?.later.map(({ description }) => description)).toEqual(['now'])
    const { rows: months } = await sql`
      select tableoid::regclass::text as month, count(*)::integer from sim_activity group by 1`.execute(db)
    expect(months).toEqual([{ month: 'sim_activity_2024_02', count: 2 }])
    for (const statement of ['delete from', 'truncate'])
      for (const table of ['sim_activity', 'sim_activity_2024_02'])
        await expect(sql.raw(`${statement} ${table}`).execute(db)).rejects.toThrow(/append-only/)
  })
})
