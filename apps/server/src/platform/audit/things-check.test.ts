import { isThing, thingKinds } from '@support-console/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'

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
})
