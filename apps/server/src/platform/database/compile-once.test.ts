import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { compileOnce } from './compile-once.ts'

describeOnEachDatabase('a query that is compiled once', (database) => {
  const numbersOf = compileOnce((db, given: { numbers: number[]; above: number; limit: number }) =>
    db
      .selectFrom(sql<{ number: number }>`unnest(${given.numbers}::int[])`.as<'list'>(sql`list(number)`))
      .select('list.number')
      .where('list.number', '>', given.above)
      .where('list.number', '<', 100)
      .orderBy('list.number')
      .limit(given.limit),
  )

  it('is run with what is given each time, beside values of its own', async () => {
    const { db } = database.get()
    expect(await numbersOf(db, { numbers: [7, 3, 200, 5], above: 3, limit: 9 })).toEqual([
      { number: 5 },
      { number: 7 },
    ])
    expect(await numbersOf(db, { limit: 1, above: 0, numbers: [9, 8] })).toEqual([{ number: 8 }])
    const [first, second] = await Promise.all([
      numbersOf(db, { numbers: [1], above: 0, limit: 1 }),
      numbersOf(db, { numbers: [2], above: 0, limit: 1 }),
    ])
    expect([first, second]).toEqual([[{ number: 1 }], [{ number: 2 }]])
  })

  it('belongs to the transaction that runs it', async () => {
    const current = compileOnce((db, given: { setting: string }) =>
      db.selectNoFrom(sql<string>`current_setting(${given.setting})`.as('value')),
    )
    const { db } = database.get()
    await db.transaction().execute(async (trx) => {
      await sql`set local application_name = 'within'`.execute(trx)
      expect(await current(trx, { setting: 'application_name' })).toEqual([{ value: 'within' }])
    })
    expect(await current(db, { setting: 'application_name' })).not.toEqual([{ value: 'within' }])
  })
})
