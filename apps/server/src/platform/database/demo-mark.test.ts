import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { holdToMark } from './demo-mark.ts'
import type { Db } from './open-database.ts'

describeOnEachDatabase('D31 a database is a demo or it is not', (database) => {
  const marks = async (db: Db) =>
    (await db.selectFrom('demo_mark').select('demo').execute()).map((r) => r.demo)

  it.each([
    [true, /^This database was made for the demo .* give DEMO=off a database of its own/],
    [false, /^This database is in real use, and DEMO=on would fill it/],
  ])(
    'the first start marks it (DEMO %s), also of several at once; the other kind is refused',
    async (demo, refusal) => {
      const { db } = database.get()
      await db.deleteFrom('demo_mark').execute()
      await Promise.all([holdToMark(db, demo), holdToMark(db, demo), holdToMark(db, demo)])
      expect(await marks(db)).toEqual([demo])
      await expect(holdToMark(db, !demo)).rejects.toThrow(refusal)
      expect(await marks(db)).toEqual([demo])
      await holdToMark(db, demo)
    },
  )

  it('of a start as a demo and one in earnest at once, one is refused', async () => {
    const { db } = database.get()
    await db.deleteFrom('demo_mark').execute()
    const starts = await Promise.allSettled([holdToMark(db, true), holdToMark(db, false)])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
