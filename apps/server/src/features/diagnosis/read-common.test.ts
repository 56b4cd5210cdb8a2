import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { comingsOf } from './read-common.ts'

vi.setConfig({ testTimeout: 120_000 })

const now = new Date('2026-11-20T10:20:00.000Z')

describeOnOneDatabase('true cause, Time: comings and goings of panels', (database) => {
  it('tells how often each began a session within the last two hours of the clock, and names a common cause', async () => {
    const { db } = database.get()
    await sql`
      insert into webconnect_sessions (cloud_id, hour, begun) values
        ('CBS7300001', '2026-11-20T10:00:00Z', 7), ('CBS7300001', '2026-11-20T09:00:00Z', 2),
        ('CBS7300001', '2026-11-20T08:00:00Z', 9), ('CBS7300002', '2026-11-20T03:00:00Z', 30)`.execute(db)
    await sql`
      insert into webconnect_population (container_name, carrier, sim_range, panels, counted_at)
      values ('wc-1', 'ATT', '8901170000', 100, ${now.toISOString()}::timestamptz),
        ('wc-2', 'ATT', '8901170000', 900, ${now.toISOString()}::timestamptz)`.execute(db)
    await sql`
      insert into webconnect_absence (cloud_id, how, began_at, container_name, iccid, company_id, carrier)
      values ('CBS7300002', 'left', '2026-11-20T10:10:00Z', 'wc-1', '8901170000000013', null, 'ATT')`.execute(
      db,
    )
    await sql`
      insert into webconnect_stops (minute, container_name, carrier, sim_range, stopped)
      values ('2026-11-20T10:10:00Z', 'wc-1', 'ATT', '8901170000', 80)`.execute(db)
    const of = await comingsOf(db, ['CBS7300001', 'CBS7300002'], { now, companyOf: () => '' })
    expect(of('CBS7300001')).toEqual({
      commonCauses: [],
      others: [],
      seenUntil: null,
      reconnects: [
        { hour: '2026-11-20T10:00:00.000Z', count: 7 },
        { hour: '2026-11-20T09:00:00.000Z', count: 2 },
      ],
      absences: [],
    })
    expect(of('CBS7300002')).toMatchObject({
      commonCauses: [
        {
          ...{ scope: 'container', id: 'wc-1', name: 'wc-1', members: 100, stopped: 80, back: 0 },
          at: '2026-11-20T10:10:00.000Z',
          elsewhere: expect.arrayContaining([
            { scope: 'carrier', id: 'ATT', name: 'AT&T', members: 900, stopped: 0 },
          ]),
        },
      ],
      reconnects: [],
    })
  })
})
