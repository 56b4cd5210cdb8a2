import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../testing/databases.ts'
import { type SeedPart, seed } from './seed.ts'

describeOnEachDatabase('D3 seed parts', (database) => {
  const part = (name: string, run: SeedPart['run'] = async () => {}): SeedPart => ({ name, run })
  const marks = async () => {
    const rows = await database.get().db.selectFrom('seed_part').select('name').orderBy('name').execute()
    return rows.map((row) => row.name)
  }

  it('each runs once; a later one is added to an old folder', async () => {
    const { db } = database.get()
    expect(await seed(db, [part('one'), part('two')])).toEqual(['one', 'two'])
    expect(await seed(db, [part('one'), part('two')])).toEqual([])
    expect(await seed(db, [part('zero'), part('one'), part('two')])).toEqual(['zero'])
  })

  it('one that fails leaves nothing, not even its mark', async () => {
    const { db } = database.get()
    const failing = part('failing', async (trx) => {
      await sql`create table left_over (x int)`.execute(trx)
      throw new Error('no')
    })
    await expect(seed(db, [failing])).rejects.toThrow('no')
    expect(await marks()).not.toContain('failing')
    await expect(sql`select * from left_over`.execute(db)).rejects.toThrow(/does not exist/)
  })

  it('two starts at once run a part once', async () => {
    let runs = 0
    const once = [part('at-once', async () => void runs++)]
    const { db } = database.get()
    await Promise.all([seed(db, once), seed(db, once), seed(db, once)])
    expect(runs).toBe(1)
  })
})
