import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../testing/databases.ts'
import { countPopulation } from '../population.ts'
import { countStopped, type StoppedRow } from '../stops.ts'
import { stoppedTogether } from './read-common-causes.ts'

vi.setConfig({ testTimeout: 120_000 })

const now = new Date('2026-11-20T10:00:00.000Z')

describeOnEachDatabase('true cause, Common cause: counted from what is kept', (database) => {
  beforeAll(async () => {
    const { db } = database.get()
    // 2,000 panels at eight containers, with SIMs of two carriers; one in forty is of the same company.
    await sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at)
      select 'panel', 'CBS8' || lpad(n::text, 6, '0'), 'WebConnect', jsonb_build_object('connection', 'connected',
        'container', 'wc-' || n % 8, 'iccid', case when n % 3 = 0 then '8914800000' else '8901170000' end || lpad(n::text, 9, '0'), 'host', ''),
        ${now.toISOString()}::timestamptz - interval '30 days'
      from generate_series(1, 2000) as n`.execute(db)
    await countPopulation(db, now.toISOString())
  }, 120_000)

  const stop = async (where: string, minutesAgo: number) => {
    const { db } = database.get()
    const { rows } = await sql<StoppedRow>`
      insert into webconnect_absence (cloud_id, how, began_at, container_name, iccid, company_id, carrier)
      select thing_id, 'left', ${new Date(now.getTime() - minutesAgo * 60_000).toISOString()}::timestamptz, fields ->> 'container',
        fields ->> 'iccid', null, case when fields ->> 'iccid' like '89148%' then 'VZN' else 'ATT' end
      from observation where source = 'WebConnect' and thing_id like 'CBS8%' and ${sql.raw(where)}
      returning began_at, container_name, iccid, carrier, receiver, false as has_stopped`.execute(db)
    await countStopped(db, rows)
  }

  it('counts those who left, clears the carrier by those elsewhere, and counts who is back', async () => {
    const { db } = database.get()
    await stop(`fields ->> 'container' = 'wc-3'`, 33)
    await stop(`thing_id = 'CBS8000001'`, 32)
    await sql`update webconnect_absence set ended_at = began_at + interval '4 minutes'
      where container_name = 'wc-3' and substr(cloud_id, 10) in ('3', '5')`.execute(db)
    const away = ['CBS8000011', 'CBS8000051', 'CBS8000001', 'CBS8000002']
    const found = await stoppedTogether(db, away, now)
    expect([...found.keys()].sort()).toEqual(['CBS8000001', 'CBS8000051'].concat('CBS8000011').sort())
    const [cause, ...others] = found.get('CBS8000051')?.causes ?? []
    expect(others).toEqual([])
    expect(cause).toMatchObject({ scope: 'container', id: 'wc-3', members: 250, stopped: 250 })
    expect(cause?.back).toBeGreaterThan(0)
    // 42 minutes, of which 14 come after it.
    const counts = Array.from({ length: 42 }, (_, minute) => (minute === 27 ? 250 : 0))
    expect(cause?.byMinute).toEqual({ from: '2026-11-20T09:00:00.000Z', counts })
    expect(cause?.elsewhere).toContainEqual({
      scope: 'carrier',
      id: 'VZN',
      members: expect.any(Number),
      stopped: 0,
    })
    expect(cause?.elsewhere).toContainEqual({ scope: 'webconnect', id: '', members: 1_750, stopped: 1 })
    // The one that stopped elsewhere stopped by itself.
    expect(found.get('CBS8000001')?.causes).toEqual([])
  })

  it('D53 one that was silent before, by itself, and left with others, left by what they share', async () => {
    const { db } = database.get()
    await sql`insert into webconnect_absence (cloud_id, how, began_at, container_name, iccid, company_id, carrier)
      select cloud_id, 'silent', began_at - interval '2 hours', container_name, iccid, null, carrier
      from webconnect_absence where cloud_id = 'CBS8000019'`.execute(db)
    const found = (await stoppedTogether(db, ['CBS8000019'], now)).get('CBS8000019')
    expect(found?.causes).toMatchObject([{ scope: 'container', id: 'wc-3' }])
  })

  it('is not counted again within a quarter of an hour, and is after it', async () => {
    const { db } = database.get()
    const counted = async () => {
      const { rows } = await sql<{ panels: number; at: Date }>`
        select sum(panels)::integer as panels, min(counted_at) as at from webconnect_population`.execute(db)
      return rows[0]
    }
    await sql`delete from observation where thing_id = 'CBS8000002'`.execute(db)
    await countPopulation(db, new Date(now.getTime() + 14 * 60_000).toISOString())
    expect(await counted()).toEqual({ panels: 2_000, at: now })
    const later = new Date(now.getTime() + 16 * 60_000)
    await countPopulation(db, later.toISOString())
    expect(await counted()).toEqual({ panels: 1_999, at: later })
  })
})
