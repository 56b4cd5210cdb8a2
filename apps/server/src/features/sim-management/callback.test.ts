import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { purgeCallbacks } from './callback.ts'

describeOnEachDatabase('D5 what Verizon reported', (database) => {
  it('is kept for 30 days', async () => {
    const { db } = database.get()
    await sql`
      insert into verizon_callback (request_id, iccid, state, sentence, received_at) values
        ('old', '8914800000000001002', 'done', '', now() - interval '31 days'),
        ('recent', '8914800000000001002', 'done', '', now() - interval '29 days')`.execute(db)
    await purgeCallbacks(db)
    const left = await db.selectFrom('verizon_callback').select('request_id').execute()
    expect(left).toEqual([{ request_id: 'recent' }])
  })
})
