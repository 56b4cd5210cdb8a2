import { randomUUID } from 'node:crypto'
import type { Tray, Watch } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Platform } from '../../platform/platform.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createViews } from '../states/index.ts'
import { lookOnce } from './watch-work.ts'

const minutes = (count: number) => new Date(Date.now() - count * 60_000)

describeOnEachDatabase('D38 a person is told when a panel is back', (database) => {
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
  async function panelOf(connection: 'connected' | 'silent', since: Date): Promise<string> {
    const cloudId = `CBS77${String(++last).padStart(5, '0')}`
    await sql`insert into panel (cloud_id, panel_info) values (${cloudId}, '{}')`.execute(db())
    await isNow(cloudId, connection, since)
    return cloudId
  }
  /** What its container said of it at its last look. */
  async function isNow(
    cloudId: string,
    connection: 'connected' | 'silent',
    since: Date,
    trx: Db = db(),
  ): Promise<void> {
    const fields = JSON.stringify({ connection, container: 'webconnect-2', heardAt: since.toISOString() })
    await sql`
      insert into webconnect_container (container_name, said_at, checked_at)
      values ('webconnect-2', clock_timestamp(), clock_timestamp())
      on conflict (container_name) do update set said_at = clock_timestamp(), checked_at = clock_timestamp()`.execute(
      trx,
    )
    await sql`delete from observation where thing_id = ${cloudId}`.execute(trx)
    await sql`
      insert into observation (thing_kind, thing_id, source, asked_at, fields)
      values ('panel', ${cloudId}, 'WebConnect', ${since}, ${fields}::jsonb)`.execute(trx)
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
  /** The looks of jobs come every twenty seconds: here the next one is now. */
  async function lookNow(watchId: string): Promise<void> {
    const { turn } = await db()
      .selectFrom('watch')
      .select('turn')
      .where('watch_id', '=', watchId)
      .executeTakeFirstOrThrow()
    const platform = { db: db(), clock: systemClock, config: { environment: 'test' } as Platform['config'] }
    const times = { webConnect: { intervalMs: 60_000 }, csr: { statusMs: 60_000 } }
    const parts = { platform, jobs: { send: async () => {} }, viewOf: createViews(platform, times) }
    await Promise.all([lookOnce(parts, { watchId, turn }), lookOnce(parts, { watchId, turn })])
  }

  it('tells that it is back when it has stayed for ten minutes, and where, once', async () => {
    const ann = randomUUID()
    const cloudId = await panelOf('silent', minutes(90))
    const { code, data } = await begin(ann, cloudId)
    expect(code).toBe(200)
    expect((await trayOf(ann)).running).toMatchObject([
      { kind: 'watch', name: cloudId, after: data.until.replace(/\.\d+/, '') },
    ])
    await isNow(cloudId, 'connected', minutes(3))
    await lookNow(data.watchId)
    expect((await trayOf(ann)).notices).toEqual([])
    await isNow(cloudId, 'connected', minutes(11))
    await lookNow(data.watchId)
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
    await lookNow(data.watchId)
    expect(await ended(ann)).toMatchObject({
      work: { state: 'incomplete', what: 'silent', before: null },
      meanwhile: [],
    })
  })

  it('never takes what is not known for fine', async () => {
    const ann = randomUUID()
    const cloudId = await panelOf('silent', minutes(90))
    const { data } = await begin(ann, cloudId)
    // At once: the watch's own job looks, too.
    await db()
      .transaction()
      .execute(async (trx) => {
        await isNow(cloudId, 'connected', minutes(30), trx)
        await sql`update webconnect_container set checked_at = clock_timestamp() - interval '2 hours'`.execute(
          trx,
        )
      })
    await lookNow(data.watchId)
    expect((await trayOf(ann)).notices).toEqual([])
    await sql`update watch set until_at = clock_timestamp() where watch_id = ${data.watchId}`.execute(db())
    await lookNow(data.watchId)
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
