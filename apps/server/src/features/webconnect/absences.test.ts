import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { absencesOf, beginningsOf, forgetAbsences } from './absences.ts'
import { noteConnections } from './note-connections.ts'
import type { SeenPanel } from './seen-panel.ts'
import { stoppedTogether } from './together/read-common-causes.ts'

vi.setConfig({ testTimeout: 120_000 })

const begin = Date.parse('2026-11-20T10:00:00.000Z')
const at = (minute: number) => new Date(begin + minute * 60_000).toISOString()

describeOnOneDatabase('true cause, Time: when a panel was away, and how often it began', (database) => {
  const panel = (id: string, connected: number, heard = connected): SeenPanel => ({
    ...{ id, connection: 'connected', iccid: '8901170000000000013', host: '10.9.8.7' },
    ...{ connected_at: at(connected), heard_at: at(heard) },
  })
  const silent = (id: string, connected: number, heard: number): SeenPanel => ({
    ...panel(id, connected, heard),
    connection: 'silent',
  })
  /** Looks at a container, minute after minute. */
  const looksAt = (container: string) => {
    let last: string | null = null
    return async (minute: number, ...panels: SeenPanel[]) => {
      const { db } = database.get()
      await noteConnections(db, container, panels, { askedAt: at(minute), tookMs: 7, lastAt: last })
      last = at(minute)
    }
  }
  const absences = async (id: string) =>
    (await absencesOf(database.get().db, id)).map(
      ({ how, beganAt, endedAt, container }) =>
        `${how} ${container} ${beganAt.slice(11, 16)} to ${endedAt?.slice(11, 16) ?? 'now'}`,
    )
  const begun = async (id: string) =>
    (await beginningsOf(database.get().db, [id], new Date(0)))
      .get(id)
      ?.map(({ hour, count }) => `${hour.slice(11, 13)}: ${count}`)

  it('each absence has its beginning, its end and its container, however short it was', async () => {
    const id = 'CBS7200001'
    const look = looksAt('wc-away')
    await look(0, panel(id, 0))
    await look(1)
    await look(2)
    await look(3, panel(id, 2.5))
    await look(4, panel(id, 2.5))
    await look(5)
    expect(await absences(id)).toEqual(['left wc-away 10:05 to now', 'left wc-away 10:01 to 10:03'])
    // It is gone by now, and back elsewhere.
    for (let minute = 6; minute <= 12; minute++) await look(minute)
    await looksAt('wc-other')(13, panel(id, 13))
    expect((await absences(id))[0]).toBe('left wc-away 10:05 to 10:13')
  })

  it('D53 who was back within five minutes has not stopped, and who is away longer has', async () => {
    const [blip, away] = ['CBS7200006', 'CBS7200007']
    const look = looksAt('wc-blip')
    const counted = async () => {
      const { rows } = await sql<{ stopped: number }>`select coalesce(sum(stopped), 0)::integer as stopped
        from webconnect_stops where container_name = 'wc-blip'`.execute(database.get().db)
      return rows[0]?.stopped
    }
    await look(0, panel(blip, 0), panel(away, 0))
    await look(1)
    expect(await counted()).toBe(2)
    await look(2, panel(blip, 1.5))
    expect(await counted()).toBe(1)
    for (let minute = 3; minute <= 7; minute++) await look(minute, panel(blip, 1.5))
    await look(8, panel(blip, 1.5), panel(away, 7.5))
    expect(await counted()).toBe(1)
  })

  it('D56 who left while no one looked left between the looks, and with no one', async () => {
    const id = 'CBS7200008'
    const look = looksAt('wc-unseen')
    await look(0, panel(id, 0))
    await look(600)
    const { rows } = await sql<{ began_at: Date; seen_until: Date }>`
      select began_at, seen_until from webconnect_absence where cloud_id = ${id}`.execute(database.get().db)
    expect(rows).toEqual([{ began_at: new Date(at(600)), seen_until: new Date(at(0)) }])
    const { rows: stops } =
      await sql`select from webconnect_stops where container_name = 'wc-unseen'`.execute(database.get().db)
    expect(stops).toEqual([])
    const found = (await stoppedTogether(database.get().db, [id], new Date(at(601)))).get(id)
    expect(found).toEqual({ at: at(600), seenUntil: at(0), causes: [] })
  })

  it('a silence begins when the panel was last heard, and ends when it is heard again', async () => {
    const id = 'CBS7200002'
    const look = looksAt('wc-silent')
    await look(20, panel(id, 0, 19))
    await look(40, silent(id, 0, 19))
    await look(41, silent(id, 0, 19))
    expect(await absences(id)).toEqual(['silent wc-silent 10:19 to now'])
    await look(42, panel(id, 0, 42))
    expect(await absences(id)).toEqual(['silent wc-silent 10:19 to 10:42'])
  })

  it('a dead session that another container still has is no silence of the panel', async () => {
    const id = 'CBS7200003'
    const [old, live] = [looksAt('wc-old'), looksAt('wc-live')]
    await old(0, panel(id, 0))
    await live(1, panel(id, 1))
    await old(30, silent(id, 0, 0))
    expect(await absences(id)).toEqual([])
  })

  it('sessions are counted by the hour, also those that began and ended between two looks', async () => {
    const id = 'CBS7200004'
    const look = looksAt('wc-flap')
    await look(50, panel(id, 49))
    for (let minute = 51; minute <= 63; minute++) await look(minute, panel(id, minute - 0.5))
    await look(64, panel(id, 62.5))
    expect(await begun(id)).toEqual(['11: 3', '10: 10'])
  })

  it('what is older than the days that are kept is forgotten', async () => {
    const { db } = database.get()
    const id = 'CBS7200005'
    const row = { cloud_id: id, how: 'left', container_name: 'wc', iccid: '', carrier: '' } as const
    const before = (days: number) => new Date(Date.now() - days * 24 * 3600_000)
    await db
      .insertInto('webconnect_absence')
      .values([
        { ...row, began_at: before(9), ended_at: before(8.9), company_id: null },
        { ...row, began_at: before(7), ended_at: before(6.9), company_id: null },
      ])
      .execute()
    await db
      .insertInto('webconnect_sessions')
      .values([9, 7].map((days) => ({ cloud_id: id, hour: before(days), begun: 1 })))
      .execute()
    await forgetAbsences(db)
    expect(await absencesOf(db, id)).toHaveLength(1)
    expect((await beginningsOf(db, [id], new Date(0))).get(id)).toHaveLength(1)
  })
})
