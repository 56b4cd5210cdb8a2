import { randomUUID } from 'node:crypto'
import type { Tray } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { purgeNotices } from './notices.ts'
import { batchOf, deploymentOf } from './work-stage.ts'

describeOnEachDatabase('D38 what a person is told of their work', (database) => {
  let keys: KeyServer
  let console: TestApp
  const db = () => database.get().db
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(db(), [csrSeed])
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })

  const person = () => ({ issuer: keys.issuer, subject: randomUUID() })
  const tokenOf = (subject: string, ...roles: string[]) =>
    keys.token({ sub: subject, resource_access: { 'support-console': { roles } } })
  async function trayOf(subject: string, ...roles: string[]): Promise<Tray> {
    const token = await tokenOf(subject, ...(roles.length > 0 ? roles : ['support']))
    const { code, envelope } = await console.call('GET', '/api/undertakings/v1/tray', { token })
    expect(code, envelope.message).toBe(200)
    return envelope.data
  }
  async function read(subject: string, ...ids: string[]): Promise<number> {
    const token = await tokenOf(subject, 'support')
    return (await console.call('POST', '/api/undertakings/v1/notices/read', { token, body: { ids } })).code
  }
  const end = (batchId: string) =>
    sql`update deactivation_batch set finished_at = clock_timestamp() where batch_id = ${batchId}`.execute(
      db(),
    )

  it('notes an end once, with its commit, and not where that is undone', async () => {
    const of = person()
    const batch = await batchOf(db(), ['done', 'failed'], of)
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`update deactivation_batch set finished_at = clock_timestamp() where batch_id = ${batch}`.execute(
          trx,
        )
        throw new Error('killed')
      })
      .catch(() => {})
    expect(await trayOf(of.subject)).toMatchObject({ running: [{ id: batch }], notices: [], unread: 0 })
    await end(batch)
    // Whatever else is written to the row afterwards.
    await sql`update deactivation_batch set stopped_by = 'ann@example.com' where batch_id = ${batch}`.execute(
      db(),
    )
    const tray = await trayOf(of.subject)
    expect(tray).toMatchObject({ running: [], unread: 1 })
    expect(tray.notices).toMatchObject([
      {
        about: 'ended',
        isRead: false,
        work: { id: batch, state: 'incomplete', counts: { total: 2, done: 1, failed: 1 } },
      },
    ])
  })

  it('is unread until its person reads it, on every device', async () => {
    const [of, other] = [person(), person()]
    const batch = await batchOf(db(), ['done'], of)
    await end(batch)
    const [notice] = (await trayOf(of.subject)).notices
    expect(await read(other.subject, notice?.id ?? '')).toBe(200)
    expect((await trayOf(other.subject)).notices).toEqual([])
    expect((await trayOf(of.subject)).unread).toBe(1)
    await Promise.all([read(of.subject, notice?.id ?? ''), read(of.subject, notice?.id ?? '')])
    expect(await trayOf(of.subject)).toMatchObject({ unread: 0, notices: [{ id: notice?.id, isRead: true }] })
  })

  it('D45 tells of deleted work, and of none that the reader may not read', async () => {
    const of = person()
    await end(await batchOf(db(), ['done'], of))
    const deployment = await deploymentOf(db(), 'running', { ...of, server: 'csr-04' })
    const ends = sql`finished_at = clock_timestamp(), state = 'error', reason = 'It did not start.'`
    await sql`update csr_deployment set ${ends} where deployment_id = ${deployment}`.execute(db())
    await sql`delete from csr_deployment where deployment_id = ${deployment}`.execute(db())
    const { notices } = await trayOf(of.subject, 'support')
    expect(notices.map(({ work }) => [work.kind, work.name, work.reason])).toEqual([
      ['deployment', 'csr-04', 'It did not start.'],
      ['batch', 'ended.csv', ''],
    ])
    expect(await trayOf(of.subject, 'auditor')).toMatchObject({ notices: [], unread: 0 })
  })

  it('is told again when work that went on ends again', async () => {
    const of = person()
    const batch = await batchOf(db(), ['done'], of)
    await end(batch)
    const [first] = (await trayOf(of.subject)).notices
    await read(of.subject, first?.id ?? '')
    await sql`update deactivation_batch set finished_at = null where batch_id = ${batch}`.execute(db())
    await end(batch)
    const again = await trayOf(of.subject)
    expect(again).toMatchObject({ unread: 1, notices: [{ isRead: false }] })
    expect(again.notices[0]?.id).not.toBe(first?.id)
  })

  it('says how long a batch still takes, once ten of its SIMs are settled', async () => {
    const of = person()
    const states = [...Array<string>(10).fill('done'), 'ready', 'ready', 'ready', 'ready', 'ready']
    const batch = await batchOf(db(), states, of)
    expect((await trayOf(of.subject)).running[0]?.leftMs).toBeNull()
    await sql`
      update deactivation set asked_at = clock_timestamp() - interval '100 seconds',
        settled_at = case when state = 'done' then clock_timestamp() end where batch_id = ${batch}`.execute(
      db(),
    )
    const left = (await trayOf(of.subject)).running[0]?.leftMs ?? 0
    expect(left).toBeGreaterThanOrEqual(50_000)
    expect(left).toBeLessThan(500_000)
  })

  it('lists the unread first, counts all, and keeps 180 days', async () => {
    const of = person()
    await sql`
      insert into notice (issuer, subject, about, kind, work_id, work, at, read_at)
      select ${of.issuer}, ${of.subject}, 'ended', 'batch', gen_random_uuid(), to_jsonb(work) || '{"ended_at": "2026-11-01T00:00:00Z"}',
        clock_timestamp() - n * interval '1 day', case when n < 10 then clock_timestamp() end
      from generate_series(1, 200) as n,
        (select * from undertaking where id = ${await batchOf(db(), ['done'], of)}) as work`.execute(db())
    const tray = await trayOf(of.subject)
    expect(tray.unread).toBe(191)
    expect(tray.notices).toHaveLength(50)
    expect(tray.notices.every(({ isRead }) => !isRead)).toBe(true)
    await purgeNotices(db(), new Date())
    expect((await trayOf(of.subject)).unread).toBe(170)
    expect(await read(of.subject, ...tray.notices.map(({ id }) => id))).toBe(200)
    expect((await trayOf(of.subject)).unread).toBe(120)
  })
})
