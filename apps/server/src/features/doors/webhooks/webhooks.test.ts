import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Webhook, WebhookKind } from '@support-console/contract'
import { sql } from 'kysely'
import { Webhook as Verifier, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { waitsMs } from './attempts.ts'
import { listDeliveries } from './deliveries.store.ts'
import { type Address, isOutside } from './receiver.ts'
import { createSending } from './send.ts'
import { readWebhook } from './webhooks.store.ts'

interface Got {
  headers: Record<string, string>
  body: string
}
type Answer = { status: number; headers?: Record<string, string>; text?: string } | 'never'

/** A receiver of someone else's. */
interface Receiver {
  url: string
  got: Got[]
  /** What it answers from now on. */
  answer: Answer
  /** Lets go of all that it never answered. */
  close(): Promise<void>
}

async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', got: [], answer: { status: 204 }, close: async () => {} }
  const bodyOf = async (request: IncomingMessage) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    return Buffer.concat(parts).toString('utf8')
  }
  const server: Server = createServer(async (request, reply) => {
    receiver.got.push({ headers: request.headers as Record<string, string>, body: await bodyOf(request) })
    const { answer } = receiver
    if (answer !== 'never') reply.writeHead(answer.status, answer.headers).end(answer.text ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=in-the-path`
  receiver.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return receiver
}

const day = 86_400_000

describeOnOneDatabase('D59 webhooks', (database) => {
  let keys: KeyServer
  let console: TestApp
  let clock: TestClock
  let receiver: Receiver
  let sending: ReturnType<typeof createSending>
  /** What names lead to; each look-up takes the next answer, and the last one stays. */
  let answersOfDns: Address[][]
  const db = () => database.get().db

  beforeAll(async () => {
    keys = await startKeyServer()
    clock = createTestClock()
    console = await startTestApp({
      database: database.get(),
      keys,
      env: { WEBHOOKS_LOCAL: 'on', PUBLIC_URL: 'https://console.example' },
      app: { clock },
    })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })
  beforeEach(async () => {
    receiver = await startReceiver()
    answersOfDns = [[{ address: '93.184.216.34', family: 4 }]]
    sending = createSending({
      platform: console.app.platform,
      publicUrl: 'https://console.example',
      allowsLocal: true,
      lookup: async () => (answersOfDns.length > 1 ? answersOfDns.shift() : answersOfDns[0]) ?? [],
    })
  })
  afterEach(async () => {
    await sending.close()
    await receiver.close()
    for (const table of ['webhook', 'webhook_event', 'webhook_attention', 'attention', 'known_rights'])
      await sql`delete from ${sql.table(table)}`.execute(db())
  })

  /** Of an engineer, at the time that the test has made it. */
  const engineer = () => {
    const iat = Math.floor(clock.now().getTime() / 1000)
    return keys.token({
      ...{ sub: 'engineer', email: 'engineer@example.com', iat, exp: iat + 300 },
      resource_access: { 'support-console': { roles: ['eng-admin'] } },
    })
  }
  const call = async (method: string, path: string, body?: unknown) =>
    console.call(method, `/api/doors/v1/webhooks${path}`, { body, token: await engineer() })
  /** As a receiver does whose clock goes as the test's. */
  function verify(verifier: Verifier, { body, headers }: Got) {
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
    try {
      return verifier.verify(body, headers)
    } finally {
      vi.useRealTimers()
    }
  }
  const settings = (kinds: WebhookKind[] = ['work.ended'], url = receiver.url, name = 'Tickets') => ({
    ...{ name, url, kinds },
    until: new Date(clock.now().getTime() + 90 * day).toISOString(),
  })
  async function add(kinds?: WebhookKind[], url?: string, name?: string) {
    const { envelope } = await call('POST', '', settings(kinds, url, name))
    expect(envelope.message).toBe('The webhook is on.')
    const { webhook, secret } = envelope.data as { webhook: Webhook; secret: string }
    return { id: webhook.webhookId, secret, verifier: new Verifier(secret) }
  }
  const listed = async () => (await call('GET', '')).envelope.data as Webhook[]
  // Without a sign-on, whose provider's keys are too old when days have passed.
  const one = (id: string) => readWebhook(db(), id, { issuer: '', subject: '', may: () => true }, clock.now())
  const log = async (id: string) => (await listDeliveries(db(), id, clock.now())).deliveries
  /** What a server does in its next second, to its end. */
  const round = async () => {
    await sending.look()
    await sending.settled()
  }
  const until = (holds: () => Promise<void> | void) => vi.waitFor(holds, { timeout: 20_000, interval: 20 })
  const trail = async () =>
    (
      await sql<{ message: string; detail: string }>`
      select message, detail from user_action where activity = 'Webhooks' order by id`.execute(db())
    ).rows
  /** The end of some work, as the database tells it. */
  const endWork = (by = 'engineer@example.com') =>
    sql`insert into notice (issuer, subject, about, kind, work_id, work, at) values (${keys.issuer}, ${by}, 'ended', 'series', gen_random_uuid(),
      '{"name": "list.csv", "what": "", "thing_kind": "transaction", "thing_id": "x"}', ${clock.now()})`.execute(
      db(),
    )

  it('D59 brings the end of work thin and signed; altered or old the package refuses it', async () => {
    const { id, secret, verifier } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await endWork()
    await round()
    const [got] = receiver.got as [Got]
    const { headers, body } = got
    const said = verify(verifier, got) as { type: string; data: Record<string, string> }
    expect(Object.keys(said)).toEqual(['type', 'timestamp', 'data'])
    expect(said.type).toBe('work.ended')
    expect(Object.keys(said.data)).toEqual(['id', 'address'])
    expect(said.data.address).toBe(`https://console.example/simmanagement/series/${said.data.id}`)
    expect(body).not.toContain('list.csv')

    const altered = { ...got, body: body.replace('work', 'play') }
    expect(() => verify(verifier, altered)).toThrow(WebhookVerificationError)
    expect(() => verify(verifier, { body, headers: { ...headers, 'webhook-id': 'another' } })).toThrow(
      'No matching signature',
    )
    const stranger = new Verifier(`whsec_${Buffer.alloc(32).toString('base64')}`)
    expect(() => verify(stranger, got)).toThrow('No matching signature')
    // The same to the letter, a while later.
    await clock.advance(6 * 60_000)
    expect(() => verify(verifier, got)).toThrow('too old')

    const [delivery] = await log(id)
    expect(delivery).toMatchObject({ state: 'delivered', messageId: headers['webhook-id'], nextAt: null })
    expect(await listed()).toEqual([await one(id)])
    expect(await one(id)).toMatchObject({ state: 'on', waiting: 0, failingSince: null })
    expect((await call('GET', `/${id}/deliveries`)).envelope.data).toEqual({
      deliveries: await log(id),
      hasMore: false,
    })
  })

  it('D59 keeps the secret sealed, tells it once, and names no path in the trail', async () => {
    const { id, secret } = await add()
    const kept = await db()
      .selectFrom('webhook')
      .select('secret')
      .where('webhook_id', '=', id)
      .executeTakeFirst()
    expect(kept?.secret).toMatch(/^[\da-f]{12}:/)
    expect(JSON.stringify(await listed())).not.toContain(secret)
    expect(console.lines.join()).not.toContain(secret)
    const entries = JSON.stringify(await trail())
    expect(entries).toContain('Add the webhook “Tickets” to http://127.0.0.1')
    expect(entries).not.toContain('in-the-path')
    expect(entries).not.toContain('whsec_')
  })

  it('D59 switches off at 410, and drops what waits', async () => {
    const { id } = await add()
    receiver.answer = { status: 410 }
    await endWork()
    await round()
    expect(await one(id)).toMatchObject({ state: 'off', offWhy: 'gone', waiting: 0 })
    expect((await call('PUT', `/${id}/state`, { isOn: true })).code).toBe(200)
    expect(await one(id)).toMatchObject({ state: 'on', failingSince: null })
  })

  it('D59 waits as long as a busy receiver asks for, and follows no redirect', async () => {
    const { id } = await add()
    receiver.answer = { status: 429, headers: { 'retry-after': '3600' } }
    await endWork()
    await round()
    expect((await one(id)).pausedUntil).not.toBeNull()
    await endWork()
    await clock.advance(600_000)
    await round()
    expect(receiver.got).toHaveLength(1)
    const elsewhere = await startReceiver()
    receiver.answer = { status: 307, headers: { location: elsewhere.url } }
    await clock.advance(3_600_000)
    await round()
    expect((await log(id))[0]?.attempts[0]?.problem).toBe('redirect')
    expect(elsewhere.got).toEqual([])
    await elsewhere.close()
  })

  it('D59 goes on with others while one receiver never answers, and gives it up after 15 seconds', async () => {
    const slow = await startReceiver()
    slow.answer = 'never'
    const [hanging, quick] = [await add(undefined, slow.url, 'Slow'), await add()]
    for (let n = 0; n < 6; n++) await endWork()
    await until(async () => {
      await sending.look()
      expect((await one(quick.id)).waiting).toBe(0)
    })
    expect(receiver.got).toHaveLength(6)
    // No more than four wait at it at once.
    expect(slow.got).toHaveLength(4)
    await clock.advance(15_000)
    await sending.settled()
    const problems = (await log(hanging.id)).flatMap(({ attempts }) => attempts.map(({ problem }) => problem))
    expect(problems).toEqual(['timeout', 'timeout', 'timeout', 'timeout'])
    await slow.close()
  })

  it.each([
    [[['10.0.0.7']], 'inside'],
    [[['93.184.216.34', '127.0.0.1']], 'inside'],
    [[['::ffff:169.254.169.254']], 'inside'],
    [[[]], 'no-address'],
  ] as const)('D59 connects to no name that leads to %j', async (answers, problem) => {
    answersOfDns = answers.map((each) =>
      each.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
    const { id } = await add(undefined, 'https://hooks.example/in')
    await endWork()
    await round()
    expect((await log(id))[0]?.attempts[0]).toMatchObject({ problem, status: null })
  })

  it('D59 checks a name again at each attempt, when its answer changes to one inside', async () => {
    answersOfDns = [[{ address: '93.184.216.34', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
    const { id } = await add(undefined, `https://hooks.example:${new URL(receiver.url).port}/in`)
    await endWork()
    await sending.look()
    // The machine that it names is none that answers.
    await clock.advance(15_000)
    await sending.settled()
    expect((await log(id))[0]?.attempts).toHaveLength(1)
    await clock.advance(10_000)
    await round()
    expect((await log(id))[0]?.attempts[0]?.problem).toBe('inside')
    expect(receiver.got).toEqual([])
  })

  it.each([
    'http://hooks.example/in',
    'https://10.1.2.3/in',
    'https://[::ffff:127.0.0.1]/in',
    'https://0xa.1/in',
    'https://user:word@hooks.example/in',
    'https://hooks.example/in#part',
    'file:///etc/passwd',
  ])('D59 refuses the address %s at its field', async (url) => {
    const { code, envelope } = await call('POST', '', settings(['work.ended'], url))
    expect(code).toBe(400)
    expect(JSON.stringify(envelope)).toContain('"field":"url"')
  })

  it('D59 sends again under the same ID, once, not while one is under way', async () => {
    const { id } = await add()
    await endWork()
    await round()
    const messageId = (await log(id))[0]?.messageId
    const again = `/${id}/deliveries/${messageId}/again`
    receiver.answer = 'never'
    expect((await call('POST', again)).code).toBe(200)
    expect((await call('POST', again)).code).toBe(409)
    await sending.look()
    await until(() => expect(receiver.got).toHaveLength(2))
    expect((await call('POST', again)).code).toBe(409)
    await clock.advance(15_000)
    await sending.settled()
    expect((await log(id))[0]).toMatchObject({
      state: 'delivered',
      isUnderWay: false,
      attempts: [{ byHand: true, problem: 'timeout' }, { byHand: false }],
    })
    expect(receiver.got[1]?.headers['webhook-id']).toBe(messageId)
    expect(await one(id)).toMatchObject({ state: 'on', failingSince: null })
  })

  it('D59 sends a test also while it is off', async () => {
    const { id, verifier } = await add()
    await call('PUT', `/${id}/state`, { isOn: false })
    expect((await call('POST', `/${id}/test`)).code).toBe(200)
    await round()
    const [got] = receiver.got as [Got]
    expect(verify(verifier, got)).toMatchObject({ type: 'test', data: { id } })
    expect((await one(id)).state).toBe('off')
  })

  it('D58 stops for an owner who lost their role, and withholds what they may not read', async () => {
    const { id } = await add(['fleet.counts', 'work.ended'])
    const know = (...rights: string[]) =>
      sql`
      insert into known_rights (issuer, subject, rights, at) values (${keys.issuer}, 'engineer', ${rights}::text[], ${clock.now()}::timestamptz + interval '1 s')
      on conflict (issuer, subject) do update set rights = excluded.rights`.execute(db())
    await know('webhooks.manage')
    await endWork()
    await round()
    expect((await log(id))[0]?.state).toBe('withheld')
    await know('sim-management.read')
    await endWork()
    await round()
    expect(await one(id)).toMatchObject({ state: 'off', offWhy: 'owner' })
    expect(receiver.got).toEqual([])
    expect((await call('POST', `/${id}/test`)).code).toBe(409)
    // Another engineer, or they with their role back, take it over.
    await know('webhooks.manage', 'sim-management.read')
    expect((await call('PUT', `/${id}`, settings())).code).toBe(200)
    expect((await one(id)).state).toBe('on')
  })

  it('D59 an attempt of a server that died is made again, under its ID', async () => {
    const { id } = await add()
    await endWork()
    await sql`update webhook_delivery set run_id = gen_random_uuid(), held_until = ${clock.now()}::timestamptz + interval '1 minute'`.execute(
      db(),
    )
    await round()
    expect(receiver.got).toEqual([])
    await clock.advance(60_000)
    await round()
    expect((await log(id))[0]?.state).toBe('delivered')
  })

  it('D58 ends by itself, and tells nothing then', async () => {
    const { id } = await add()
    await sql`update webhook set until_at = now() - interval '1 minute'`.execute(db())
    await endWork()
    expect(await log(id)).toEqual([])
    expect((await one(id)).state).toBe('ended')
    expect((await call('PUT', `/${id}`, settings())).code).toBe(200)
    expect((await one(id)).state).toBe('on')
    const tooLong = { ...settings(), until: new Date(clock.now().getTime() + 400 * day).toISOString() }
    expect((await call('PUT', `/${id}`, tooLong)).envelope.message).toContain('within 180 days')
  })

  it('D59 tells attention once, also after a crash, and each other event by its page', async () => {
    const { id } = await add([
      ...(['attention.began', 'attention.ended', 'outage.ended', 'watch.ended', 'fleet.counts'] as const),
      'waves.paused',
    ])
    const look = () =>
      sql`
      insert into attention_look (held_until, looked_at) values (now(), now())
      on conflict (only_one) do update set looked_at = excluded.looked_at`.execute(db())
    const needed = () =>
      sql`insert into attention (key, rights, since, what) values ('failing Wyless', '{sim-information.read}', now(),
      '{"code": "failing", "of": {"kind": "neighbour", "id": "Wyless"}}')`.execute(db())
    await look()
    await needed()
    await look()
    // As an unlogged table is after a crash.
    await sql`truncate attention`.execute(db())
    await needed()
    await look()
    await sql`delete from attention`.execute(db())
    await look()
    await sql`insert into webconnect_outage (scope, scope_id, how, began_at, stopped_until, members, away, most_away, told_at)
      values ('container', 'box', 'together', now(), now(), 9, 9, 9, now())`.execute(db())
    const { rows } = await sql<{
      id: string
    }>`update webconnect_outage set ended_at = now() returning outage_id as id`.execute(db())
    await sql`insert into notice (issuer, subject, about, kind, work_id, work) values ('i', 's', 'ended', 'watch', gen_random_uuid(),
      '{"name": "CBS0000274"}')`.execute(db())
    await sql`insert into notice (issuer, subject, about, kind, work_id, work) values ('i', 's', 'paused', 'waves', gen_random_uuid(), '{}'),
      ('i', 's', 'soon', 'watch', gen_random_uuid(), '{}')`.execute(db())
    for (const thing of ['a', 'b'])
      await sql`insert into fleet_finding (finding, thing_kind, thing_id, carrier, since, at, source, now, before)
        values ('silent', 'panel', ${thing}, '', now(), now(), '', '', '')`.execute(db())
    await sql`update fleet_finding set counted_at = now()`.execute(db())
    const events = (await log(id)).map(({ kind, path }) => `${kind} ${path}`).sort()
    expect(events).toEqual([
      'attention.began /',
      'attention.ended /',
      'fleet.counts /fleet?finding=silent',
      `outage.ended /outages/${rows[0]?.id}`,
      'watch.ended /panels/CBS0000274',
      expect.stringMatching(/^waves.paused \/releases\//),
    ])
    // What counts is told when the minute is over: more may come.
    const counted = (await log(id)).find(({ kind }) => kind === 'fleet.counts')
    expect(Date.parse(counted?.nextAt ?? '')).toBeGreaterThan(Date.now() + 60_000)
    await sql`delete from fleet_finding`.execute(db())
  })

  it('D59 what is taken back in its transaction is told to no one', async () => {
    const { id } = await add()
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`insert into notice (issuer, subject, about, kind, work_id, work) values ('i', 's', 'ended', 'batch', gen_random_uuid(), '{}')`.execute(
          trx,
        )
        throw new Error('taken back')
      })
      .catch(() => {})
    expect(await log(id)).toEqual([])
  })

  it('D59 ends the former secret at once where that is asked', async () => {
    const { id, verifier } = await add()
    const { envelope } = await call('POST', `/${id}/secret`, { endsFormer: true })
    const newer = new Verifier((envelope.data as { secret: string }).secret)
    await endWork()
    await round()
    const [got] = receiver.got as [Got]
    verify(newer, got)
    expect(() => verify(verifier, got)).toThrow('No matching signature')
  })

  it('D59 signs with both secrets for a day after a change', async () => {
    const { id, verifier } = await add()
    const { envelope } = await call('POST', `/${id}/secret`, { endsFormer: false })
    const newer = new Verifier((envelope.data as { secret: string }).secret)
    await endWork()
    await round()
    const [first] = receiver.got as [Got]
    verify(verifier, first)
    verify(newer, first)

    const left = Date.parse((await one(id)).formerSecretUntil ?? '') - clock.now().getTime()
    expect(left).toBeGreaterThan(23.9 * 3_600_000)
    expect(left).toBeLessThanOrEqual(24 * 3_600_000)
    await sql`update webhook set former_until = ${clock.now()}`.execute(db())
    await endWork()
    await round()
    expect(receiver.got[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  // The last one, because days pass by it: the sign-on provider's keys are too old then.
  it('D59 tries ten times over three days under one ID, then switches off and tells so', async () => {
    const { id } = await add()
    receiver.answer = { status: 500, text: 'no\u0000pe '.repeat(500) }
    await endWork()
    for (const [made] of waitsMs.entries()) {
      await round()
      expect((await log(id))[0]?.attempts).toHaveLength(made + 1)
      if (made < waitsMs.length - 1) expect((await one(id)).state).toBe('failing')
      const wait = waitsMs[made + 1] ?? 0
      const next = (await log(id))[0]?.nextAt
      if (wait > 0) {
        const inMs = Date.parse(next ?? '') - clock.now().getTime()
        expect(inMs).toBeGreaterThan(wait * 0.9)
        expect(inMs).toBeLessThanOrEqual(wait * 1.1)
      } else expect(next).toBeNull()
      await clock.advance(wait * 0.9)
      await round()
      expect(receiver.got).toHaveLength(made + 1)
      await clock.advance(wait * 0.2)
    }
    expect(receiver.got).toHaveLength(10)
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1)
    expect((await log(id))[0]).toMatchObject({ state: 'failed', nextAt: null })
    expect((await log(id))[0]?.attempts[0]?.answer).toHaveLength(500)
    expect(await one(id)).toMatchObject({ state: 'off', offWhy: 'failing' })
    expect(await trail()).toContainEqual(
      expect.objectContaining({ detail: 'Every attempt failed for three days' }),
    )
    await endWork()
    expect(await log(id)).toHaveLength(1)
  })
})

it.each(['8.8.8.8', '2606:4700::1111'])('R34 %s is an address of the Internet', (address) => {
  expect(isOutside(address)).toBe(true)
})
it.each([
  ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.18.0.1', '::1', '::', 'fe80::1'],
  ...[
    'fc00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
  ],
  ...['2002:7f00:1::', '2001::1', '2001:db8::1', 'fec0::1', '100::1', '4000::1', 'localhost', ''],
])('R34 %s is no address of the Internet', (address) => {
  expect(isOutside(address)).toBe(false)
})
