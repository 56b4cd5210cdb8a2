import { randomUUID } from 'node:crypto'
import {
  type Tray,
  type Watch,
  type Watched,
  type WatchOutcome,
  watchOutcomes,
} from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createViews } from '../states/index.ts'
import { lookAtAll } from './watch-work.ts'

const minutes = (count: number) => new Date(Date.now() - count * 60_000)

describeOnOneDatabase('D38 a person is told when a panel is back', (database) => {
  let keys: KeyServer
  let console: TestApp
  const db = () => database.get().db
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(db(), [])
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })

  let last = 0
  async function panelOf(connection: 'connected' | 'silent', since: Date, iccid = ''): Promise<string> {
    const cloudId = `CBS77${String(++last).padStart(5, '0')}`
    await sql`insert into panel (cloud_id, panel_info) values (${cloudId}, '{}')`.execute(db())
    await isNow(cloudId, connection, since, iccid)
    return cloudId
  }
  /** What its container said of it at its last look. */
  async function isNow(
    cloudId: string,
    connection: 'connected' | 'silent',
    since: Date,
    iccid = '',
  ): Promise<void> {
    const fields = JSON.stringify({
      connection,
      container: 'webconnect-2',
      heardAt: since.toISOString(),
      iccid,
    })
    await sql`
      insert into webconnect_container (container_name, said_at, checked_at)
      values ('webconnect-2', clock_timestamp(), clock_timestamp())
      on conflict (container_name) do update set said_at = clock_timestamp(), checked_at = clock_timestamp()`.execute(
      db(),
    )
    await sql`delete from observation where thing_id = ${cloudId}`.execute(db())
    await sql`
      insert into observation (thing_kind, thing_id, source, asked_at, fields)
      values ('panel', ${cloudId}, 'WebConnect', ${since}, ${fields}::jsonb)`.execute(db())
    if (iccid)
      await sql`
        insert into observed_identifier (thing_kind, thing_id, field, form, source, first_seen, last_seen)
        values ('panel', ${cloudId}, 'iccid', ${iccid}, 'WebConnect', ${since}, ${since})`.execute(db())
  }
  const tokenOf = (subject: string, ...roles: string[]) =>
    keys.token({ sub: subject, resource_access: { 'support-console': { roles } } })
  async function call<Data>(subject: string, path: string, body?: object | 'none', ...roles: string[]) {
    const token = await tokenOf(subject, ...(roles.length > 0 ? roles : ['support']))
    const { code, envelope } = await console.call(body ? 'POST' : 'GET', `/api${path}`, {
      token,
      ...(typeof body === 'object' && { body }),
    })
    return { code, message: envelope.message, data: envelope.data as Data }
  }
  const begin = (subject: string, cloudId: string, hours = 1) =>
    call<Watch>(subject, `/watches/v1/panels/${cloudId}`, { hours })
  async function watchMany(subject: string, body: object, transactionId: string) {
    const token = await tokenOf(subject, 'support')
    const { code, envelope } = await console.call('POST', '/api/watches/v1/panels', {
      token,
      body,
      transactionId,
    })
    expect(code, envelope.message).toBe(200)
    return { data: envelope.data as { results: Watched[] } }
  }
  const simOf = () => `89011700009${String(++last).padStart(8, '0')}`
  async function entriesOf(transactionId: string) {
    const rows = await db()
      .selectFrom('user_action')
      .select(['object', 'detail'])
      .where('transaction_id', '=', transactionId)
      .where('source', '=', 'server')
      .orderBy('id')
      .execute()
    return { main: rows[0], objects: rows.slice(1).map(({ object }) => object) }
  }
  const saidInTrail: Record<WatchOutcome, RegExp> = {
    begun: /(\d+) watched(?=;|$)/,
    mine: /(\d+) watched already/,
    reporting: /(\d+) already reporting/,
    unknown: /(\d+) not known/,
    'no-panel': /(\d+) SIMs in no panel/,
  }
  const countIn = (detail: string, outcome: WatchOutcome) =>
    Number(saidInTrail[outcome].exec(detail)?.[1] ?? 0)
  const trayOf = async (subject: string) => (await call<Tray>(subject, '/undertakings/v1/tray')).data
  const ended = (subject: string) =>
    vi.waitFor(
      async () => {
        const { notices } = await trayOf(subject)
        expect(notices).toHaveLength(1)
        return notices[0]
      },
      { timeout: 60_000, interval: 500 },
    )
  /** Two servers look at once: each end is told once. */
  async function lookNow(): Promise<void> {
    const platform = { db: db(), clock: systemClock, config: { environment: 'test' } as Platform['config'] }
    const times = { webConnect: { intervalMs: 60_000 }, csr: { statusMs: 60_000 } }
    const parts = { platform, viewOf: createViews(platform, times) }
    await Promise.all([lookAtAll(parts), lookAtAll(parts)])
  }

  it('43.2 a watch that cannot be ended holds up none that can', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()]
    const cloudIds = [await panelOf('silent', minutes(90)), await panelOf('silent', minutes(90))]
    for (const cloudId of cloudIds) for (const person of [ann, bob]) await begin(person, cloudId)
    await sql`update watch set until_at = ${minutes(1)} where cloud_id = any(${cloudIds}::text[])`.execute(
      db(),
    )
    await sql`
      create function no_end() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`.execute(
      db(),
    )
    await sql`create trigger no_end before update on watch for each row when (old.subject = '${sql.raw(ann)}')
      execute function no_end()`.execute(db())
    await expect(lookNow()).rejects.toThrow(/2 of \d failed/)
    expect((await trayOf(bob)).notices).toHaveLength(2)
    await sql`drop function no_end cascade`.execute(db())
    await lookNow()
    expect((await trayOf(ann)).notices).toHaveLength(2)
  })

  it('tells that it is back when it has stayed for ten minutes, and where, once', async () => {
    const ann = randomUUID()
    const cloudId = await panelOf('silent', minutes(90))
    const { code, data } = await begin(ann, cloudId)
    expect(code).toBe(200)
    expect((await trayOf(ann)).running).toMatchObject([
      { kind: 'watch', name: cloudId, after: data.until.replace(/\.\d+/, '') },
    ])
    await isNow(cloudId, 'connected', minutes(3))
    await lookNow()
    expect((await trayOf(ann)).notices).toEqual([])
    await isNow(cloudId, 'connected', minutes(11))
    await lookNow()
    const notice = await ended(ann)
    expect(notice).toMatchObject({
      work: { kind: 'watch', name: cloudId, state: 'succeeded', what: 'back', reason: 'webconnect-2' },
    })
    expect(notice?.work.before).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it('tells that it is still silent when the time is over, and what was done meanwhile', async () => {
    const ann = randomUUID()
    const cloudId = await panelOf('silent', minutes(90))
    const { data } = await begin(ann, cloudId)
    const other = await begin(randomUUID(), cloudId)
    await call(randomUUID(), `/watches/v1/watches/${other.data.watchId}/stop`, 'none')
    await sql`update watch set until_at = clock_timestamp() - interval '1 second' where watch_id = ${data.watchId}`.execute(
      db(),
    )
    await lookNow()
    expect(await ended(ann)).toMatchObject({
      work: { state: 'incomplete', what: 'silent', before: null },
      meanwhile: [],
    })
  })

  it('never takes what is not known for fine', async () => {
    const ann = randomUUID()
    const cloudId = await panelOf('silent', minutes(90))
    const { data } = await begin(ann, cloudId)
    await isNow(cloudId, 'connected', minutes(30))
    await sql`update webconnect_container set checked_at = clock_timestamp() - interval '2 hours'`.execute(
      db(),
    )
    await lookNow()
    expect((await trayOf(ann)).notices).toEqual([])
    await sql`update watch set until_at = clock_timestamp() where watch_id = ${data.watchId}`.execute(db())
    await lookNow()
    expect(await ended(ann)).toMatchObject({ work: { what: 'not-known', state: 'incomplete' } })
  })

  it('refuses with a sentence: a panel that reports or is unknown, a second watch, other hours', async () => {
    const ann = randomUUID()
    const reporting = await panelOf('connected', minutes(90))
    expect(await begin(ann, reporting)).toMatchObject({
      code: 409,
      message: `Panel ${reporting} is already reporting, so there is nothing to wait for.`,
    })
    expect((await begin(ann, 'CBS9999999')).code).toBe(404)
    const silent = await panelOf('silent', minutes(5))
    await begin(ann, silent.toLowerCase())
    expect(await begin(ann, silent)).toMatchObject({
      code: 409,
      message: `You are already watching panel ${silent}.`,
    })
    expect(await begin(ann, silent, 5)).toMatchObject({ code: 400 })
  })

  it('issue 43 many at once: each has one result, each begun its entry, and a repeat begins none', async () => {
    const place = fc.record({
      panel: fc.constantFrom<WatchOutcome>('begun', 'mine', 'reporting', 'unknown'),
      sim: fc.constantFrom('none', 'of the inventory', 'of a session'),
    })
    const many = fc.record({ places: fc.array(place, { minLength: 1, maxLength: 6 }), lone: fc.nat(2) })
    await fc.assert(
      fc.asyncProperty(many, async ({ places, lone }) => {
        const ann = randomUUID()
        const wanted = new Map<string, WatchOutcome>()
        const body = { cloudIds: [] as string[], simIds: [] as string[], hours: 8 }
        for (const { panel, sim } of places) {
          const iccid = simOf()
          const cloudId =
            panel === 'unknown'
              ? `CBS78${String(++last).padStart(5, '0')}`
              : await panelOf(panel === 'reporting' ? 'connected' : 'silent', minutes(20), iccid)
          if (panel === 'mine') await begin(ann, cloudId)
          body.cloudIds.push(cloudId)
          wanted.set(cloudId, panel)
          if (sim === 'none' || (sim === 'of a session' && panel === 'unknown')) continue
          if (sim === 'of the inventory')
            await sql`insert into sim (iccid, vendor_code, panel) values (${iccid}, 'ATT', ${cloudId})`.execute(
              db(),
            )
          body.simIds.push(iccid)
          wanted.set(iccid, panel)
        }
        for (let n = 0; n < lone; n++) {
          const iccid = simOf()
          body.simIds.push(iccid)
          wanted.set(iccid, 'no-panel')
        }
        const transactionId = randomUUID()
        const first = await watchMany(ann, body, transactionId)
        expect(new Map(first.data.results.map(({ id, outcome }) => [id, outcome]))).toEqual(wanted)
        expect(first.data.results.map(({ id }) => id)).toEqual([...body.cloudIds, ...body.simIds])
        const begun = body.cloudIds.filter((id) => wanted.get(id) === 'begun')
        const { main, objects } = await entriesOf(transactionId)
        expect(objects.toSorted()).toEqual(begun.map((id) => `panel ${id}`).toSorted())
        const told = watchOutcomes.map((outcome) => countIn(main?.detail ?? '', outcome))
        expect(told.reduce((sum, count) => sum + count)).toBe(wanted.size)

        expect(await watchMany(ann, body, transactionId)).toEqual(first)
        const again = await watchMany(ann, body, randomUUID())
        const now = (outcome?: WatchOutcome) => (outcome === 'begun' ? 'mine' : outcome)
        for (const { id, outcome } of again.data.results) expect(outcome).toBe(now(wanted.get(id)))
        const rows = db().selectFrom('watch').select('watch_id').where('subject', '=', ann)
        const mine = body.cloudIds.filter((id) => wanted.get(id) === 'mine')
        expect(await rows.execute()).toHaveLength(begun.length + mine.length)
      }),
      { numRuns: 12 },
    )
  })

  it('issue 43 two calls for the same panels at once begin each once; both are told of each', async () => {
    const ann = randomUUID()
    const cloudIds = await Promise.all([1, 2, 3, 4].map(() => panelOf('silent', minutes(20))))
    const calls = [cloudIds, cloudIds.toReversed()].map((cloudIds) =>
      watchMany(ann, { cloudIds, simIds: [], hours: 1 }, randomUUID()),
    )
    const outcomes = (await Promise.all(calls)).flatMap(({ data }) =>
      data.results.map(({ outcome }) => outcome),
    )
    expect(outcomes.toSorted()).toEqual([...Array(4).fill('begun'), ...Array(4).fill('mine')])
  })

  it('issue 43 bad input and missing rights begin nothing, with a sentence', async () => {
    const ann = randomUUID()
    const cloudId = await panelOf('silent', minutes(20))
    for (const [body, said] of [
      [{ hours: 1 }, 'must name one at least'],
      [{ cloudIds: [cloudId, cloudId.toLowerCase()], hours: 1 }, 'must name each panel once'],
      [{ cloudIds: Array.from({ length: 501 }, (_, n) => `CBS${n}`), hours: 1 }, 'must be at most 500'],
      [{ cloudIds: [cloudId], hours: 2 }, 'must be one of 1, 8, 72 hours'],
    ] as const)
      expect(await call(ann, '/watches/v1/panels', body)).toMatchObject({
        code: 400,
        message: expect.stringContaining(said),
      })
    expect((await trayOf(ann)).running).toEqual([])
  })

  it('shows all staff who watches, and lets only that person stop it', async () => {
    const [ann, bob] = [randomUUID(), randomUUID()]
    const cloudId = await panelOf('silent', minutes(5))
    const { data } = await begin(ann, cloudId)
    const seen = await call<Watch[]>(bob, `/watches/v1/panels/${cloudId}`)
    expect(seen.data).toMatchObject([{ watchId: data.watchId, isMine: false }])
    expect((await call(bob, `/watches/v1/watches/${data.watchId}/stop`, 'none')).code).toBe(404)
    expect((await call(ann, `/watches/v1/watches/${data.watchId}/stop`, 'none')).code).toBe(200)
    expect((await call(ann, `/watches/v1/watches/${data.watchId}/stop`, 'none')).code).toBe(409)
    expect(await ended(ann)).toMatchObject({ work: { what: 'stopped' } })
    expect((await trayOf(bob)).notices).toEqual([])
    expect((await call<Watch[]>(bob, `/watches/v1/panels/${cloudId}`)).data).toEqual([])
  })
})
