import { isThing, thingKinds } from '@support-console/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { appendEntries, asOwner } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { verifyChain } from './verify-chain.ts'

describeOnEachDatabase('D19 G1 what an entry is about', (database) => {
  it('is the same to the database and to the program, for all of Unicode', async () => {
    const { db } = database.get()
    await sql`create table asked (object text, thing_kind text, thing_id text)`.execute(db)
    await sql`
      create trigger asked before insert on asked for each row execute function user_action_thing()`.execute(
      db,
    )
    // The first plane whole; of the others, where nothing differs from its neighbour, each 257th character.
    await sql`
      insert into asked select 'sim a' || chr(code) || 'b' from generate_series(1, x'10ffff'::int) as code
      where code not between x'd800'::int and x'dfff'::int and (code < 65536 or code % 257 = 0)`.execute(db)
    const ends = [
      '',
      ' ',
      'x',
      ' \n',
      ' a\n',
      ' a ',
      '  a',
      ' a b',
      '\n1',
      ' !~',
      `s 1`,
      ` ${'x'.repeat(254)}`,
    ]
    const kinds = [...thingKinds, 'carrier', 'SIM', '', ' sim', 'sim sim']
    const forms = [...kinds.flatMap((kind) => ends.map((end) => kind + end)), `sim ${'x'.repeat(255)}`]
    await sql`insert into asked select unnest(${forms}::text[])`.execute(db)
    const { rows } = await sql<{ rows: { object: string; thing: string | null }[] }>`
      select json_agg(json_build_object('object', object, 'thing', thing_kind || ' ' || thing_id)) as rows from asked`.execute(
      db,
    )
    const asked = rows[0]?.rows ?? []
    expect(asked.length).toBeGreaterThan(67_000)
    expect(asked.filter(({ object, thing }) => thing !== (isThing(object) ? object : null))).toEqual([])
    expect(asked.filter(({ thing }) => thing !== null).length).toBeGreaterThan(94)
  })

  it('is what it says, whatever an insert claims, in months that are made later, too', async () => {
    const { db } = database.get()
    const objects = ['sim 8901170000000000013', 'panel CBS0000001', 'csr release 5.0.0', 'panels', '']
    await appendEntries(db, ...objects.map((object) => ({ object })))
    await sql`select make_month('user_action', now() + interval '9 months')`.execute(db)
    const { at } = await db
      .selectNoFrom(sql<Date>`now() + interval '9 months'`.as('at'))
      .executeTakeFirstOrThrow()
    await appendEntries(db, { object: 'company 12', at })
    const { rows } = await sql<{ thing: string | null }>`
      select thing_kind || ' ' || thing_id as thing from user_action order by id`.execute(db)
    expect(rows.map(({ thing }) => thing)).toEqual([...objects.slice(0, 2), null, null, null, 'company 12'])
    const trx = await db.startTransaction().execute()
    const { rows: claimed } = await sql`
      insert into user_action overriding system value
        select (jsonb_populate_record(entry, '{"id": -1, "thing_kind": "sim", "thing_id": "13"}')).* from user_action entry
        where object = 'company 12'
        returning thing_kind, thing_id`.execute(trx)
    await trx.rollback().execute()
    expect(claimed).toEqual([{ thing_kind: 'company', thing_id: '12' }])
    expect(await verifyChain(db)).toMatchObject({ links: 6, faults: [] })
    await asOwner(db, "update user_action set thing_id = '12' where object = 'sim 8901170000000000013'")
    expect((await verifyChain(db)).faults).toEqual([
      expect.stringMatching(
        /\(link 1\) stands in the history of sim 12, but is about sim 8901170000000000013\.$/,
      ),
    ])
  })
})
