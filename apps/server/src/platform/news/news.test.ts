import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { type NewsKind, type Notice, newsKinds } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { companySettingsSeed } from '../../demo/company-settings.ts'
import { csrSeed } from '../../demo/csr.ts'
import { panelsSeed } from '../../demo/panels.ts'
import { seed } from '../../demo/seed.ts'
import { simsSeed } from '../../demo/sims.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { batchOf, deploymentOf } from '../undertakings/work-stage.ts'

const sim = '8901170000000000013'
const ofSim: Notice = { kind: 'sim', id: sim }

describeOnEachDatabase('D37 news', (database) => {
  let keys: KeyServer
  let clock: TestClock
  let one: TestApp
  let other: TestApp
  const listening: { stop: () => void }[] = []
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(database.get().db, [
      companiesSeed(testSecrets),
      simsSeed(testSecrets),
      companySettingsSeed,
      panelsSeed,
      csrSeed,
    ])
    clock = createTestClock()
    one = await startTestApp({ database: database.get(), keys, app: { clock } })
    other = await startTestApp({ database: database.get(), keys, app: { clock } })
  })
  afterEach(() => {
    for (const each of listening.splice(0)) each.stop()
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    await keys.close()
  })
  const db = () => database.get().db

  /** A token of another person's each time. */
  const token = (claims: Record<string, unknown> = {}, roles = ['support']) =>
    keys.token({
      iat: seconds(),
      exp: seconds() + 3600,
      sub: randomUUID(),
      sid: randomUUID(),
      jti: randomUUID(),
      resource_access: { 'support-console': { roles } },
      ...claims,
    })
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  /** Reads the stream of a server as a browser does. */
  async function listen(server: TestApp, withToken: string | Promise<string> = token()) {
    const leaving = new AbortController()
    const response = await fetch(`${server.url}/api/news/v1/stream`, {
      headers: { authorization: `Bearer ${await withToken}`, 'accept-encoding': 'br, gzip' },
      signal: leaving.signal,
    })
    const heard = { text: '', hasEnded: false, notices: [] as Notice[] }
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => {
      for (;;) {
        const { done, value = '' } = (await reader?.read().catch(() => undefined)) ?? { done: true }
        heard.text += value
        heard.notices = [...heard.text.matchAll(/^data: (.*)\n\n/gm)].flatMap(([, list = '']) =>
          JSON.parse(list),
        )
        if (!done) continue
        heard.hasEnded = true
        return
      }
    }
    void read()
    const stop = () => leaving.abort()
    listening.push({ stop })
    return { response, heard, stop }
  }

  /** Until this holds; the servers' time goes on meanwhile, as far as their gathering needs. */
  const until = (fact: () => void | Promise<void>, time = clock) =>
    vi.waitFor(
      async () => {
        await time.advance(100)
        await fact()
      },
      { timeout: 60_000, interval: 20 },
    )
  const idsOf = ({ heard }: Awaited<ReturnType<typeof listen>>, kind: NewsKind = 'undertaking') =>
    heard.notices.filter((each) => each.kind === kind).map(({ id }) => id)
  const changeSim = () =>
    db()
      .updateTable('sim')
      .set(({ not }) => ({ usable: not('usable') }))
      .where('iccid', '=', sim)
      .execute()

  it('a change by one server reaches who listens at another: kind and id, and nothing else', async () => {
    const { heard } = await listen(other)
    const answer = await one.call('POST', '/api/csrmanagement/v1/csrs/127.0.40.1/desc', {
      body: { Description: 'moved to rack 7' },
    })
    expect(answer.code).toBe(200)
    await until(() => expect(heard.notices).toEqual([{ kind: 'csr', id: '127.0.40.1' }]))
    expect(heard.text).not.toContain('rack')
  })

  it('tells of companies, flags, batches with their SIMs, and deployments, whichever program changes them', async () => {
    const { heard } = await listen(one)
    const company = await db().selectFrom('company').select('id').orderBy('id').executeTakeFirstOrThrow()
    await sql`update company set name = name where id = ${company.id}`.execute(db())
    await sql`update panel set flagged = not flagged where cloud_id = 'CBS0000001'`.execute(db())
    // What was asked about a panel, by its physical ID; a container's look at all its panels is none.
    for (const source of ['WebConnect', 'Pathfinder'])
      await sql`
        insert into observation (thing_kind, thing_id, source, fields, asked_at)
        values ('panel', ${`of-${source}`}, ${source}, '{}', now())`.execute(db())
    const batchId = randomUUID()
    await sql`
      insert into deactivation_batch (batch_id, transaction_id, issuer, subject, session_id, token_id, email, remote_address, is_single)
      values (${batchId}, ${randomUUID()}, 'i', 's', '', '', 'e@example.com', '', false)`.execute(db())
    await sql`
      insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, started_at, finished_at,
        transaction_id, issuer, subject, session_id, token_id, email, remote_address)
      select ${randomUUID()}, csr_id, 'upgrade', '1', '2', 'succeeded', now(), now(),
        ${randomUUID()}, 'i', 's', '', '', 'e@example.com', '' from csr where server = 'csr-03'`.execute(db())
    await until(() =>
      expect(heard.notices).toEqual(
        expect.arrayContaining([
          { kind: 'company', id: String(company.id) },
          { kind: 'panel', id: 'CBS0000001' },
          { kind: 'panel', id: 'of-Pathfinder' },
          { kind: 'batch', id: batchId },
          { kind: 'csr', id: '127.0.40.3' },
        ]),
      ),
    )
  })

  it('D45 only who may read it hears of what the environment of a panel brings', async () => {
    const production = await startTestApp({
      database: database.get(),
      keys,
      env: { ENVIRONMENT: 'prod' },
      app: { clock },
    })
    const support = await listen(production)
    const onTest = await listen(one)
    const engineer = await listen(production, token({}, ['eng-admin']))
    await sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at) values
        ('panel', 'pointed', 'Pathfinder', '{}', now()), ('panel', 'mapped', 'Pathfinder test', '{}', now()),
        ('panel', 'flagged', 'Remote Portal', '{}', now())`.execute(db())
    await sql`
      insert into thing_finding (thing_kind, thing_id, state, since) values ('panel', 'judged', 'cause', now())`.execute(
      db(),
    )
    await sql`
      insert into thing_finding_unreserved (thing_kind, thing_id, state, since)
      values ('panel', 'judged-by-most', 'cause', now())`.execute(db())
    const told = ({ heard }: typeof support) => heard.notices.map(({ kind, id }) => `${kind} ${id}`).sort()
    const ofMost = ['panel flagged', 'panel judged-by-most']
    await until(() => {
      expect(told(support)).toEqual(ofMost)
      const all = ['panel judged', 'panel mapped', 'panel pointed', ...ofMost].sort()
      for (const each of [engineer, onTest]) expect(told(each)).toEqual(all)
    })
    await production.close()
  })

  it('D40 D45 only who may read sessions hears that a panel connects, leaves or falls silent', async () => {
    const engineer = await listen(one)
    const auditor = await listen(one, token({}, ['auditor']))
    const say = (connection: string) =>
      sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at)
      values ('panel', 'met', 'WebConnect', ${JSON.stringify({ connection })}::jsonb, now())
      on conflict (thing_kind, thing_id, source) do update set fields = excluded.fields`.execute(db())
    const told = () =>
      engineer.heard.notices.filter(({ kind, id }) => kind === 'panel' && id === 'met').length
    for (const [connection, times] of [
      ['connected', 1],
      ['silent', 2],
    ] as const) {
      await say(connection)
      await until(() => expect(told()).toBe(times))
    }
    // The same again is no news.
    await say('silent')
    await sql`insert into webconnect_missed (cloud_id, container_name, since, took_ms) values ('met', 'c', now(), 1)`.execute(
      db(),
    )
    await until(() => expect(told()).toBe(3))
    await sql`insert into webconnect_container (container_name, checked_at) values ('c', now())`.execute(db())
    await sql`update webconnect_container set problem = 'It did not answer.' where container_name = 'c'`.execute(
      db(),
    )
    await until(() => expect(engineer.heard.notices).toContainEqual({ kind: 'panel', id: null }))
    expect(auditor.heard.notices.filter(({ kind }) => kind === 'panel')).toEqual([])
  })

  it('says nothing before a change is committed, and nothing of one that is taken back', async () => {
    const { heard } = await listen(one)
    const undone = db()
      .transaction()
      .execute(async (trx) => {
        await sql`update csr set description = 'never' where server = 'csr-02'`.execute(trx)
        throw new Error('taken back')
      })
    await expect(undone).rejects.toThrow('taken back')
    await changeSim()
    await until(() => expect(heard.notices).toEqual([ofSim]))
  })

  it('D16 no one hears of what they may not read', async () => {
    const auditor = await listen(one, token({}, ['auditor']))
    const noRole = await listen(one, token({}, []))
    const everything = await listen(one)
    await sql`update csr set description = 'again' where server = 'csr-02'`.execute(db())
    await until(() => expect(everything.heard.notices).toHaveLength(1))
    await changeSim()
    await until(() => expect(auditor.heard.notices).toEqual([ofSim]))
    expect(noRole.heard.notices).toEqual([])
  })

  it('D37 what is addressed to a person reaches that person alone, in each browser and on each server', async () => {
    const [ann, bob] = [{ sub: randomUUID() }, { sub: randomUUID() }]
    const hers = [
      await listen(one, token(ann)),
      await listen(other, token(ann)),
      await listen(one, token(ann, [])),
    ]
    const bobs = await listen(one, token(bob))
    const tell = (subject: string, id: string, issuer = keys.issuer) =>
      sql`select tell_person(${issuer}, ${subject}, 'undertaking', ${id})`.execute(db())
    await tell(ann.sub, 'hers')
    // The same subject of another provider is another person.
    await tell(bob.sub, 'strangers', 'https://another.example')
    await tell(bob.sub, 'bobs')
    for (const each of hers) await until(() => expect(idsOf(each)).toEqual(['hers']))
    await until(() => expect(idsOf(bobs)).toEqual(['bobs']))
    // Without an address it is no one's, and what has a right is told to no person alone.
    await sql`select pg_notify('news', 'undertaking of-another'), tell_person(${keys.issuer}, ${bob.sub}, 'csr', 'x')`.execute(
      db(),
    )
    await tell(bob.sub, 'last')
    await until(() => expect(idsOf(bobs)).toEqual(['bobs', 'last']))
    expect(idsOf(bobs, 'csr')).toEqual([])
    for (const each of hers) expect(idsOf(each)).toEqual(['hers'])
  })

  it('D37 a person hears of each step of their own work; others of its kind alone, where they may', async () => {
    const of = { issuer: keys.issuer, subject: randomUUID() }
    const own = await listen(other, token({ sub: of.subject }))
    const colleague = await listen(one)
    const id = await batchOf(db(), ['ready'], of)
    await until(() => expect(idsOf(own)).toEqual([id]))
    await until(() => expect(idsOf(colleague, 'batch')).toEqual([id]))
    await sql`update deactivation set state = 'asking' where batch_id = ${id}`.execute(db())
    await until(() => expect(idsOf(own)).toEqual([id, id]))
    const deployed = await deploymentOf(db(), 'running', { ...of, server: 'csr-09' })
    await until(() => expect(idsOf(own)).toEqual([id, id, deployed]))
    await until(() => expect(idsOf(colleague, 'deployment')).toEqual([deployed]))
    expect(idsOf(colleague)).toEqual([])
  })

  it('R10 no one listens without a token, and no answer is gathered or compressed on its way', async () => {
    expect((await one.call('GET', '/api/news/v1/stream', { token: null })).code).toBe(401)
    const { response, heard } = await listen(one)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    await until(() => expect(heard.text).toBe(':\n\n'))
  })

  it('gives a sign of life every 20 seconds', async () => {
    const { heard } = await listen(other)
    await until(() => expect(heard.text).toBe(':\n\n'))
    await clock.advance(20_000)
    await until(() => expect(heard.text).toBe(':\n\n:\n\n'))
    expect(heard.hasEnded).toBe(false)
  })

  it('a second browser of one person listens, too; one after the tenth is told to come back', async () => {
    const of = { sub: 'collector' }
    for (let count = 0; count < 10; count++) expect((await listen(one, token(of))).response.status).toBe(200)
    const eleventh = await one.call('GET', '/api/news/v1/stream', { token: await token(of) })
    expect([eleventh.code, eleventh.headers.get('retry-after')]).toEqual([429, '60'])
    for (const each of listening.splice(0)) each.stop()
    await until(async () => {
      const again = await listen(one, token(of))
      expect(again.response.status).toBe(200)
    })
  })

  it('leaves nothing in the audit trail, and no time to answer among the figures', async () => {
    const before = await sql<{ count: number }>`select count(*)::int as count from user_action`.execute(db())
    const { stop, heard } = await listen(one)
    await until(() => expect(heard.text).toBe(':\n\n'))
    const figures = async () => (await fetch(`${one.operatorUrl}/metrics`)).text()
    expect(await figures()).toMatch(/^news_streams [1-9]/m)
    stop()
    await until(async () => expect(await figures()).toMatch(/^news_streams 0$/m))
    expect(await figures()).not.toMatch(/http_request_duration_seconds_count{[^}]*news[^}]*status="200"/)
    const after = await sql<{ count: number }>`select count(*)::int as count from user_action`.execute(db())
    expect(after.rows).toEqual(before.rows)
  })

  it('who takes nothing is cut off, and what waits for them stays small', async () => {
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.pause()
    // It ends long after they were cut off, and does not do so for us.
    const long = await token({ exp: seconds() + 24 * 3600 })
    socket.write(`GET /api/news/v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${long}\r\n\r\n`)
    const streams = async () =>
      /^news_streams (\d+)$/m.exec(await (await fetch(`${other.operatorUrl}/metrics`)).text())?.[1]
    await until(async () => expect(await streams()).toBe('1'))
    // More than the system keeps for them: names of 8,000 characters, until the server gets none of them rid.
    await until(async () => {
      await sql`select pg_notify('news', 'company ' || repeat(n::text, 1900)) from generate_series(1000, 1199) as n`.execute(
        db(),
      )
      await clock.advance(20_000)
      await clock.advance(20_000)
      expect(await streams()).toBe('0')
    })
    socket.resume()
    await closed
  })

  it('after the connection to PostgreSQL was lost anyone who listens asks again for everything', async () => {
    if (database.kind === 'pglite') return
    // A server of its own: where a test has moved the clock far, the others may just be making their connection again.
    const own = createTestClock()
    own.jump(clock.elapsed())
    const server = await startTestApp({ database: database.get(), keys, app: { clock: own } })
    const { heard } = await listen(server)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'support-console locks'`.execute(db())
    // Support is told all but what engineers alone may read.
    const all = Object.entries(newsKinds)
      .filter(([, right]) => right !== 'webhooks.manage')
      .map(([kind]) => ({ kind, id: null }))
    await until(() => expect(heard.notices).toEqual(all), own)
    await changeSim()
    await until(() => expect(heard.notices).toEqual([...all, ofSim]), own)
    await server.close()
  })

  it('R47 a server that stops ends its streams, and is not held up by them', async () => {
    const stopping = await startTestApp({ database: database.get(), keys, app: { clock } })
    const { heard } = await listen(stopping)
    await until(() => expect(heard.text).toBe(':\n\n'))
    await stopping.close()
    await until(() => expect(heard.hasEnded).toBe(true))
  })
})
