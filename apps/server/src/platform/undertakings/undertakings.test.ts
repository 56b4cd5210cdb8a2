import { randomUUID } from 'node:crypto'
import { thing, type Undertaking, undertakingKinds } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { csrSeed } from '../../demo/csr.ts'
import { seed } from '../../demo/seed.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createNews } from '../news/index.ts'
import { beginnerOf, behalfOf } from './behalf.ts'
import { createEndings, type Ended } from './ended.ts'
import { undertakingOfTransaction } from './read.ts'
import { settle } from './undertakings.ts'
import { batchOf, deploymentOf } from './work-stage.ts'

const hour = 3600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)

describeOnEachDatabase('D5 the reading side of lasting work', (database) => {
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

  /** What a person with this subject and these roles is told of their own work. */
  async function mine(subject: string, ...roles: string[]): Promise<Undertaking[]> {
    const token = await keys.token({ sub: subject, resource_access: { 'support-console': { roles } } })
    const { code, envelope } = await console.call('GET', '/api/undertakings/v1/mine', { token })
    expect(code, envelope.message).toBe(200)
    return envelope.data
  }

  it('every kind of the view stands in the contract, and the view holds every kind', async () => {
    const { rows } = await sql<{ viewname: string; definition: string }>`
      select viewname, definition from pg_views where viewname like 'undertaking%'`.execute(db())
    const views = rows.map(({ viewname }) => viewname).filter((name) => name !== 'undertaking')
    const kinds = Object.keys(undertakingKinds)
    expect(views.sort()).toEqual(kinds.map((kind) => `undertaking_of_${kind}`).sort())
    const all = rows.find(({ viewname }) => viewname === 'undertaking')?.definition ?? ''
    for (const view of views) expect(all).toContain(view)
    for (const { viewname, definition } of rows)
      if (viewname !== 'undertaking')
        expect(definition).toContain(`'${viewname.slice('undertaking_of_'.length)}'::text AS kind`)
  })

  it('tells what runs, then what ended within a day: the last that ended first', async () => {
    const of = { issuer: keys.issuer, subject: randomUUID() }
    const ended = await batchOf(db(), ['done', 'failed', 'stopped'], { ...of, began: ago(3), ended: ago(2) })
    const deployed = await deploymentOf(db(), 'error', { ...of, began: ago(9), ended: ago(1) })
    const running = await batchOf(db(), ['done', 'asking', 'ready', 'unknown'], { ...of, began: ago(30) })
    await batchOf(db(), ['done'], { ...of, began: ago(30), ended: ago(25) })
    const told = await mine(of.subject, 'support')
    expect(told.map(({ id, state }) => [id, state])).toEqual([
      [running, 'running'],
      [deployed, 'error'],
      [ended, 'incomplete'],
    ])
    expect(told.map(({ counts }) => counts)).toEqual([
      { total: 4, done: 1, failed: 1 },
      { total: 1, done: 0, failed: 1 },
      { total: 3, done: 1, failed: 2 },
    ])
    expect(told[1]).toMatchObject({
      kind: 'deployment',
      thing: 'csr 127.0.40.3',
      name: 'csr-03',
      before: '4.1.0',
      after: '5.0.0',
      reason: 'It did not start.',
      by: 'ann@example.com',
    })
    expect(told[2]).toMatchObject({
      kind: 'batch',
      thing: `batch ${ended}`,
      name: 'ended.csv',
      stoppedBy: null,
    })
  })

  it('is of the person alone, not of their e-mail; a single SIM is waited for, and not listed', async () => {
    const of = { issuer: keys.issuer, subject: randomUUID() }
    const id = await batchOf(db(), ['ready'], of)
    await batchOf(db(), ['ready'], { ...of, isSingle: true })
    await batchOf(db(), ['ready'], { ...of, issuer: 'https://another.example' })
    await batchOf(db(), ['ready'], { issuer: keys.issuer, subject: randomUUID() })
    expect((await mine(of.subject, 'eng-admin')).map((work) => work.id)).toEqual([id])
  })

  it('D16 D45 leaves out what the reader has no right to read any more', async () => {
    const of = { issuer: keys.issuer, subject: randomUUID() }
    const transactionId = randomUUID()
    await batchOf(db(), ['ready'], { ...of, transactionId })
    expect(await mine(of.subject, 'auditor')).toEqual([])
    const ofTransaction = (kind: 'deployment' | 'batch') =>
      undertakingOfTransaction(db(), transactionId, [kind], () => true)
    expect(await ofTransaction('deployment')).toBeUndefined()
    expect(await ofTransaction('batch')).toMatchObject({ kind: 'batch' })
  })

  /** A server beside the other, with what it hears of ends. */
  async function another() {
    const { platform } = console.app
    const heard: (Ended | null)[] = []
    const endings = createEndings(platform)
    const news = createNews({
      platform: { ...platform, metrics: createMetrics(database.get(), '1') },
      endedSignOns: { whyEnded: () => undefined } as never,
      onEnded: endings.heard,
    })
    await news.start()
    const unsubscribe = endings.subscribe((ended) => heard.push(ended))
    return { endings, heard, unsubscribe, close: () => news.close() }
  }
  const endDeployment = (id: string, trx = db()) =>
    sql`update csr_deployment set state = 'succeeded', finished_at = now() where deployment_id = ${id}`.execute(
      trx,
    )

  it('tells every server of an end, after its commit and once, and nothing of one that is taken back', async () => {
    const [one, other] = [await another(), await another()]
    const of = { issuer: keys.issuer, subject: randomUUID(), server: 'csr-05' }
    const id = await deploymentOf(db(), 'running', of)
    const untold = one.endings.subscribe(() => {
      throw new Error('a listener that fails holds up no other')
    })
    await db()
      .transaction()
      .execute(async (trx) => {
        await endDeployment(id, trx)
        throw new Error('taken back')
      })
      .catch(() => {})
    await endDeployment(id)
    await sql`update csr_deployment set reason = 'looked at again' where deployment_id = ${id}`.execute(db())
    const batchId = await batchOf(db(), ['done'], of)
    await sql`update deactivation_batch set finished_at = now() where batch_id = ${batchId}`.execute(db())
    const told = [
      { kind: 'deployment', id },
      { kind: 'batch', id: batchId },
    ]
    for (const { heard } of [one, other])
      await vi.waitFor(() => expect(heard.filter(Boolean)).toEqual(told), 5_000)
    untold()
    await Promise.all([one.close(), other.close()])
  })

  it('R37 a step is entered under who began the work, by which sign-on and token, and from where', async () => {
    const kind = { name: 'deactivation', permission: 'sim-management.change', activity: 'SIM' } as const
    const user = {
      issuer: keys.issuer,
      subject: randomUUID(),
      email: 'pat@example.com',
      sessionId: 'sign-on-7',
      tokenId: 'token-9',
    }
    const beginner = { transactionId: randomUUID(), remoteAddress: '10.1.2.3' }
    const behalf = behalfOf(kind, { ...beginner, user: { ...user, may: () => true } as never })
    const columns = {
      transaction_id: beginner.transactionId,
      issuer: user.issuer,
      subject: user.subject,
      email: user.email,
      session_id: user.sessionId,
      token_id: user.tokenId,
      remote_address: beginner.remoteAddress,
    }
    expect(behalf).toEqual(columns)
    await settle(db(), kind, async () => ({
      ...beginnerOf(behalf),
      object: thing('sim', '8901170000000000013'),
      message: 'One step',
      result: 'Success',
    }))
    const entered = await db()
      .selectFrom('user_action')
      .select(Object.keys(columns) as (keyof typeof columns)[])
      .where('transaction_id', '=', beginner.transactionId)
      .execute()
    expect(entered).toEqual([columns])
  })

  it('ends the wait for a piece of work when another server has settled it', async () => {
    const { endings, close } = await another()
    const id = await deploymentOf(db(), 'running', { server: 'csr-06' })
    let looks = 0
    const isOver = async () => {
      looks++
      const row = await db()
        .selectFrom('undertaking')
        .select('ended_at')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.ended_at !== null
    }
    // So seldom does it look that it ends by the word alone.
    const patience = AbortSignal.timeout(30_000)
    const waiting = endings.ended(id, isOver, 24 * hour, patience)
    await vi.waitFor(() => expect(looks).toBe(1))
    await endDeployment(id)
    await waiting
    expect(patience.aborted).toBe(false)
    await close()
  })

  it('a subscriber is told when some ends may have been missed, and no more after it has left', async () => {
    const { heard, unsubscribe, endings, close } = await another()
    heard.splice(0)
    endings.heard(null)
    unsubscribe()
    endings.heard({ kind: 'batch', id: 'x' })
    expect(heard).toEqual([null])
    await close()
  })

  it('a new kind is one view and its triggers: it is read, its person hears of it, its end is told', async () => {
    for (const statement of [
      `create table drill (drill_id uuid primary key, transaction_id uuid, issuer text, subject text, email text,
         created_at timestamptz default now(), finished_at timestamptz)`,
      `create view undertaking_of_drill as
         select 'drill' as kind, drill_id as id, 'company' as thing_kind, '1' as thing_id, '' as name, '' as what,
           null::text as before, null::text as after, transaction_id, issuer, subject, email, created_at as began_at,
           finished_at as ended_at, coalesce(finished_at, 'infinity') as over_at, null::text as stopped_by,
           'running' as state, 1 as total, 0 as done, 0 as failed, '' as reason, '[]'::jsonb as log from drill`,
      `create or replace view undertaking as
         select * from undertaking_of_batch union all select * from undertaking_of_deactivation
         union all select * from undertaking_of_deployment union all select * from undertaking_of_look
         union all select * from undertaking_of_drill`,
      `create trigger announce_undertaking after insert or update on drill
         for each row execute function announce_undertaking('drill_id')`,
      `create trigger undertaking_ended after update on drill
         for each row when (old.finished_at is null and new.finished_at is not null)
         execute function undertaking_ended('drill_id')`,
    ])
      await sql.raw(statement).execute(db())
    const { heard, close } = await another()
    const [id, subject] = [randomUUID(), randomUUID()]
    await sql`insert into drill (drill_id, issuer, subject) values (${id}, ${keys.issuer}, ${subject})`.execute(
      db(),
    )
    const read = db().selectFrom('undertaking').select(['kind', 'thing_kind']).where('id', '=', id)
    expect(await read.execute()).toEqual([{ kind: 'drill', thing_kind: 'company' }])
    // A server that does not know the kind yet goes on.
    expect(await mine(subject, 'support')).toEqual([])
    await sql`update drill set finished_at = now() where drill_id = ${id}`.execute(db())
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'drill', id }))
    await close()
  })
})
