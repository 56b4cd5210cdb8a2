import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { lastSaidOf } from '../../platform/observations/observations.store.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { noteConnections } from './note-connections.ts'
import type { SeenPanel } from './seen-panel.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase('2.13 what is kept of a connection', (database) => {
  it('W03 of several connections of one panel the newest counts, in whichever order they are told', async () => {
    const { db } = database.get()
    const ghost: SeenPanel = {
      ...{ connection: 'silent', connected_at: '2026-11-20T07:00:00.000Z', iccid: '8901170000000000013' },
      ...{ id: '', host: '10.9.8.1', heard_at: '' },
    }
    const live: SeenPanel = {
      ...{ connection: 'connected', connected_at: '2026-11-20T09:00:00.000Z', iccid: '8901170000000000021' },
      ...{ id: '', host: '10.9.8.2', heard_at: '' },
    }
    const ids = ['CBS7100001', 'CBS7100002']
    const of = (id: string, ...all: SeenPanel[]) => all.map((each) => ({ ...each, id }))
    const seen = [...of('CBS7100001', ghost, live), ...of('CBS7100002', live, ghost)]
    await noteConnections(db, 'wc-ghost', seen, {
      askedAt: '2026-11-20T10:00:00.000Z',
      tookMs: 7,
      lastAt: null,
    })
    const said = await lastSaidOf(db, 'panel', ids, () => true)
    expect(said.map(({ fields }) => fields)).toEqual(
      ids.map(() => expect.objectContaining({ connection: 'connected', host: live.host, iccid: live.iccid })),
    )
  })

  it('K4 a SIM that a container writes without its check digit is the one of the inventory', async () => {
    const { db } = database.get()
    await sql`insert into sim (iccid, vendor_code) values ('8914800000000008660', 'VZN') on conflict do nothing`.execute(
      db,
    )
    const look = (iccid: string, minute: number) =>
      noteConnections(
        db,
        'wc-k4',
        [
          {
            ...{ id: 'CBS7400001', connection: 'connected', connected_at: '2026-11-20T09:00:00.000Z' },
            ...{ heard_at: '', iccid, host: '10.9.8.7' },
          },
        ],
        { askedAt: `2026-11-20T10:0${minute}:00.000Z`, tookMs: 7, lastAt: null },
      )
    await look('891480000000000866', 1)
    await look('8914800000000008660', 2)
    await look('891480000000000866', 3)
    const [said] = await lastSaidOf(db, 'panel', ['CBS7400001'], () => true)
    expect(said?.fields).toMatchObject({ iccid: '8914800000000008660' })
    const changes = await db
      .selectFrom('observed_change')
      .select('field')
      .where('thing_id', '=', 'CBS7400001')
      .where('field', '=', 'iccid')
      .execute()
    expect(changes.length).toBeLessThan(2)
  })

  it('D40 who is refused is kept with the look that first saw it, at its own container, until it is not', async () => {
    const { db } = database.get()
    let minute = 0
    const look = (container: string, ...panels: (readonly [id: string, is_refused: boolean])[]) =>
      noteConnections(
        db,
        container,
        panels.map(([id, is_refused]) => ({
          ...{ id, is_refused, connection: 'connected', connected_at: '2026-11-20T09:00:00.000Z' },
          ...{ heard_at: '', iccid: '8901170000000000013', host: '10.9.8.7' },
        })),
        { askedAt: `2026-11-20T10:0${++minute}:00.000Z`, tookMs: 7, lastAt: null },
      )
    const refused = async () =>
      (await db.selectFrom('webconnect_refused').selectAll().orderBy('cloud_id').execute()).map(
        ({ cloud_id, container_name, since }) => `${cloud_id} ${container_name} ${since.getUTCMinutes()}`,
      )
    const [a, b] = ['CBS7300001', 'CBS7300002']
    await look('wc-a', [a, true], [b, false])
    await look('wc-a', [a, true], [b, true])
    // Another container that has it as well does not have it as its own.
    await look('wc-b', [a, true])
    expect(await refused()).toEqual([`${a} wc-a 1`, `${b} wc-a 2`])
    await look('wc-a', [a, false], [b, true])
    expect(await refused()).toEqual([`${b} wc-a 2`])
    await look('wc-a', [a, false])
    expect(await refused()).toEqual([])
  })

  it('connected 2 only what changes is kept of a panel: connected, moved, silent, back, gone', async () => {
    const { db } = database.get()
    const panel = (
      connection: 'connected' | 'silent',
      connected_at: string,
      id = 'CBS7000001',
    ): SeenPanel => ({
      ...{ id, connection, connected_at, heard_at: connected_at },
      ...{ iccid: '8901170000000000013', host: '10.9.8.7' },
    })
    let minute = 0
    const look = (container: string, ...panels: SeenPanel[]) =>
      noteConnections(db, container, panels, {
        askedAt: `2026-11-20T10:${String(++minute).padStart(2, '0')}:00.000Z`,
        tookMs: 7,
        lastAt: null,
      })
    const [first, second] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:30:00.000Z']
    const other = panel('connected', first, 'CBS7000002')
    await look('wc-a', panel('connected', first), other)
    // Put right by a clock that is wrong, its time is a little another at each look.
    const again = panel('connected', '2026-11-20T09:00:00.040Z', 'CBS7000002')
    await look('wc-a', panel('connected', first), again)
    await look('wc-a', panel('silent', first), other)
    await look('wc-a', panel('connected', first), other)
    await look('wc-b', panel('connected', second))
    // The old container still has it: it is not taken back.
    await look('wc-a', panel('silent', first), other)
    await look('wc-a', other)
    // Missed is gone for anyone who asks, and nothing that is kept, until five minutes are over.
    const stateNow = async () => {
      const [said] = await lastSaidOf(db, 'panel', ['CBS7000001'], () => true)
      return `${said?.fields?.connection} since ${said?.askedAt?.getUTCMinutes()}`
    }
    await look('wc-b')
    expect(await stateNow()).toBe('gone since 8')
    await look('wc-b', panel('connected', '2026-11-20T10:09:00.000Z'))
    expect(await stateNow()).toBe('connected since 5')
    for (let missed = 10; missed <= 15; missed++) await look('wc-b')
    await look('wc-b', panel('connected', '2026-11-20T10:16:00.000Z'))
    // Another one's does not make it missed, and an older one of another container is better than none.
    await look('wc-b')
    await look('wc-a', panel('connected', first), other)
    expect(await stateNow()).toBe('connected since 18')
    const changes = async (id: string) =>
      (
        await db
          .selectFrom('observed_change')
          .select(['field', 'after', 'at'])
          .where('thing_id', '=', id)
          .orderBy('change_id')
          .execute()
      ).map(({ field, after, at }) => `${at.getUTCMinutes()} ${field} ${after}`)
    expect(await changes('CBS7000001')).toEqual([
      '3 connection silent',
      '4 connection connected',
      '5 container wc-b',
      '10 connection gone',
      '16 connection connected',
      '18 container wc-a',
    ])
    expect(await changes('CBS7000002')).toEqual([])
    const latest = await db
      .selectFrom('observation')
      .select(['thing_id', 'asked_at'])
      .where('thing_id', 'in', ['CBS7000001', 'CBS7000002'])
      .orderBy('thing_id')
      .execute()
    expect(latest.map(({ asked_at }) => asked_at?.getUTCMinutes())).toEqual([18, 1])
    const missed = await db.selectFrom('webconnect_missed').select('cloud_id').execute()
    expect(missed.filter(({ cloud_id }) => cloud_id.startsWith('CBS700000'))).toEqual([])
  })

  it('18.8 who is where outlives crashes, moves and servers of the version before: no panel stays connected for ever', async () => {
    const { db } = database.get()
    const since = Date.parse('2026-11-21T10:00:00.000Z')
    const at = (minute: number) => new Date(since + minute * 60_000).toISOString()
    const panel = (n: number, connected = 0): SeenPanel => ({
      id: `CBS71${String(n).padStart(5, '0')}`,
      connection: 'connected',
      connected_at: at(connected),
      heard_at: at(connected),
      iccid: `89011700000000${String(n).padStart(5, '0')}`,
      host: '10.9.8.7',
    })
    const look = (minute: number, container: string, ...panels: SeenPanel[]) =>
      noteConnections(db, container, panels, { askedAt: at(minute), tookMs: 7, lastAt: null })
    const kept = async (n: number) => {
      const one = db
        .selectFrom('observation')
        .select(['fields', 'asked_at'])
        .where('thing_id', '=', panel(n).id)
      const row = await one.executeTakeFirst()
      return row && `${row.fields?.connection} ${row.fields?.container} ${row.asked_at?.toISOString()}`
    }
    const present = async (n: number) => {
      const rows = db
        .selectFrom('webconnect_present')
        .select('container_name')
        .where('cloud_id', '=', panel(n).id)
      return (await rows.execute()).map((row) => row.container_name)
    }
    const missing = async () => {
      const { rows } = await sql<{ thing_id: string }>`
        select thing_id from observation where source = 'WebConnect' and fields ->> 'connection' <> 'gone' and not exists (
          select from webconnect_present where cloud_id = thing_id and container_name = fields ->> 'container')`.execute(
        db,
      )
      return rows.map((row) => row.thing_id)
    }
    /** What a statement meets when its connection ends there. */
    const broken = async (what: 'insert' | 'delete', work: () => Promise<void>) => {
      const [name, event] = [sql.raw('breaks_off'), sql.raw(what)]
      await sql`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(
        db,
      )
      await sql`create trigger ${name} before ${event} on webconnect_present for each row execute function ${name}()`.execute(
        db,
      )
      await expect(work()).rejects.toThrow('broken off')
      await sql`drop function ${name} cascade`.execute(db)
    }

    // PostgreSQL crashes, and another container is the first one to be looked at.
    await look(0, 'wc-p', panel(1), panel(2))
    const { rows } = await sql<{ relpersistence: string }>`
      select relpersistence from pg_class where relname = 'webconnect_present'`.execute(db)
    expect(rows).toEqual([{ relpersistence: 'u' }])
    await sql`truncate webconnect_present, webconnect_missed`.execute(db)
    await look(1, 'wc-q', panel(3))
    expect(await missing()).toEqual([])
    await look(2, 'wc-p', panel(2))
    await look(7, 'wc-p', panel(2))
    expect(await kept(1)).toBe(`gone wc-p ${at(2)}`)
    expect([await present(1), await present(2)]).toEqual([[], ['wc-p']])

    // Our process ends between what is kept and where it is: neither is, until the next look.
    await broken('insert', () => look(8, 'wc-p', panel(2), panel(4)))
    expect(await kept(4)).toBeUndefined()
    await look(9, 'wc-p', panel(2), panel(4))
    await look(10, 'wc-p', panel(2))
    await broken('delete', () => look(15, 'wc-p', panel(2)))
    expect(await kept(4)).toBe(`connected wc-p ${at(9)}`)
    await look(16, 'wc-p', panel(2))
    expect([await kept(4), await present(4)]).toEqual([`gone wc-p ${at(10)}`, []])

    // One that moves is where it moved to alone; what is older than what is kept moves no one.
    await look(17, 'wc-q', panel(3), panel(2, 17))
    expect(await present(2)).toEqual(['wc-q'])
    await look(16, 'wc-p', panel(2, 18))
    expect([await kept(2), await present(2)]).toEqual([`connected wc-q ${at(17)}`, ['wc-q']])
    for (const minute of [18, 23]) await look(minute, 'wc-q', panel(3))
    expect([await kept(2), await present(2)]).toEqual([`gone wc-q ${at(18)}`, []])

    // A server of the version before keeps it, and tells no one where it is.
    await look(24, 'wc-q', panel(3), panel(5))
    await db.deleteFrom('webconnect_present').where('cloud_id', '=', panel(5).id).execute()
    await look(25, 'wc-q', panel(3))
    expect(await missing()).toEqual([panel(5).id])
    for (const minute of [70, 75]) await look(minute, 'wc-q', panel(3))
    expect([await kept(5), await missing()]).toEqual([`gone wc-q ${at(70)}`, []])

    // Several at once, crosswise, and after a crash.
    const many = Array.from({ length: 300 }, (_, n) => panel(100 + n, 80))
    await sql`truncate webconnect_present, webconnect_missed`.execute(db)
    const crosswise = ['wc-p', 'wc-q', 'wc-r', 'wc-s'].map((container, i) =>
      look(81, container, ...(i % 2 === 0 ? many : many.toReversed())),
    )
    await Promise.all(crosswise)
    expect(await missing()).toEqual([])
    for (const minute of [82, 87])
      await Promise.all(['wc-s', 'wc-p', 'wc-r', 'wc-q'].map((container) => look(minute, container)))
    const states = await Promise.all(many.map((_, n) => kept(100 + n)))
    expect(new Set(states.map((state) => state?.split(' ')[0]))).toEqual(new Set(['gone']))
    expect(await missing()).toEqual([])
  })
})
