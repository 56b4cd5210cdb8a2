import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { type KeyServer, startKeyServer } from '../../apps/server/src/testing/key-server.ts'
import { databaseForProgram, type ProgramDatabase } from '../../apps/server/src/testing/program-database.ts'
import {
  type ServerProcess,
  startServerProcess,
  stopServerProcess,
} from '../../apps/server/src/testing/server-process.ts'
import { startField, type TestField } from '../../apps/server/src/testing/test-field.ts'
import { freePort } from '../../scripts/testing/free-port.ts'
import { missing, type RunningProxy, samples, startProxy } from './proxy.ts'
import { ask, askByHttp2, open, visitor, visitorsAddress } from './visitor.ts'

const postgres = inject('postgres')
const without = 'missing' in postgres ? postgres.missing : missing('openssl')

for (const sample of samples) {
  const why = without ?? missing(sample.program)
  if (why) describe.skip(`M2 two servers behind ${sample.program} [${why}]`, () => facts(sample))
  else describe(`M2 two servers behind ${sample.program}`, () => facts(sample))
}

function facts(sample: (typeof samples)[number]): void {
  let database: ProgramDatabase
  let rows: pg.Client
  let keys: KeyServer
  let field: TestField
  let proxy: RunningProxy
  let ports: [number, number]
  const servers: ServerProcess[] = []

  async function start(which: 0 | 1): Promise<void> {
    servers[which] = startServerProcess(
      {
        ...database.settings,
        OIDC_ISSUER: keys.issuer,
        FIELD_URL: field.url,
        PORT: String(ports[which]),
        PUBLIC_URL: 'https://console.example',
        TRUST_PROXY: '127.0.0.1',
        DRAIN_SECONDS: '5',
        CALLS_PER_MINUTE: '100000',
      },
      { livesLong: true },
    )
    await servers[which].listening
  }

  beforeAll(async () => {
    database = await databaseForProgram()
    rows = new pg.Client(database.settings.DATABASE_URL)
    await rows.connect()
    keys = await startKeyServer()
    field = await startField()
    ports = [await freePort(), await freePort()]
    await start(0)
    await start(1)
    proxy = await startProxy(sample, ports)
    // HAProxy has its first look at the servers before it.
    await vi.waitFor(
      async () => expect((await ask(proxy.port, '/api/configuration/v1/runtime')).status).toBe(200),
      30_000,
    )
  })
  afterAll(async () => {
    await proxy?.stop()
    await Promise.all(servers.map(stopServerProcess))
    await field?.stop()
    await keys?.close()
    await rows?.end()
    await database?.drop()
  })

  const signedIn = async () => ({ authorization: `Bearer ${await keys.token({ sid: randomUUID() })}` })
  const post = async (message: string, agent?: ReturnType<typeof visitor>) =>
    ask(proxy.port, '/api/activity/v1/activitylog', {
      method: 'POST',
      // As the console asks: each call has its transaction id.
      headers: {
        ...(await signedIn()),
        'x-forwarded-for': '203.0.113.66',
        'x-transaction-id': randomUUID(),
      },
      body: JSON.stringify({
        ...{ SessionId: '', Email: '', Activity: 'Home', ActionMessage: message, Detailinfo: '' },
      }),
      ...(agent && { agent }),
    })

  it('2.8 R29 the longest address that the console makes passes, 500 ids of the Remote Portal; of a longer one no one makes more than a refusal', async () => {
    const ids = Array.from({ length: 500 }, () => randomUUID().replaceAll('-', '_')).join(',')
    const path = `/api/panelmanagement/v1/locate/${ids}?queryType=remoteId`
    expect(path.length).toBeGreaterThan(18_500)
    const straight = await fetch(`http://127.0.0.1:${ports[0]}${path}`, { headers: await signedIn() })
    const through = await ask(proxy.port, path, { headers: await signedIn() })
    expect([through.status, through.text.length]).toEqual([straight.status, (await straight.text()).length])
    expect(through.status).toBe(200)
    expect(await askByHttp2(proxy.port, path, await signedIn())).toBe(200)
    const tooLong = await ask(proxy.port, `${path}&x=${'x'.repeat(24_000)}`, { headers: await signedIn() })
    expect([400, 414, 431]).toContain(tooLong.status)
  })

  it('R29 what the server refuses as too large it says itself; what is larger still never reaches it', async () => {
    const send = async (bytes: number) =>
      ask(proxy.port, '/api/activity/v1/activitylog', {
        method: 'POST',
        headers: await signedIn(),
        body: JSON.stringify('x'.repeat(bytes - 2)),
      })
    expect((await send(1024 * 1024)).status).toBe(400)
    const refused = await send(1024 * 1024 + 1)
    expect([refused.status, refused.headers['content-type']]).toEqual([
      413,
      'application/json; charset=utf-8',
    ])
    const unread = await send(2 * 1024 * 1024 + 1)
    expect([unread.status, unread.headers['x-transaction-id']]).toEqual([413, undefined])
  })

  it('R22 R33 the audit trail has the address of the visitor, whatever they say; HSTS comes, http leads to https, and /readyz stays inside', async () => {
    const message = `seen from outside ${randomUUID()}`
    expect((await post(message)).status).toBe(200)
    const { rows: entries } = await rows.query('select remote_address from user_action where message = $1', [
      message,
    ])
    expect(entries).toEqual([{ remote_address: visitorsAddress }])
    const page = await ask(proxy.port, '/')
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(page.headers.server ?? '').not.toMatch(/\d/)
    const plain = await fetch(`http://127.0.0.1:${proxy.plainPort}/sims?x=1`, { redirect: 'manual' })
    expect(plain.status).toBe(308)
    expect(plain.headers.get('location')).toMatch(/^https:\/\/[^/]+\/sims\?x=1$/)
    for (const path of ['/readyz', '/healthz']) expect((await ask(proxy.port, path)).status).toBe(404)
  })

  it('D37 news come while their stream goes on, packed by no one', async () => {
    const news = await open(proxy.port, '/api/news/v1/stream', {
      headers: { ...(await signedIn()), 'accept-encoding': 'gzip, br' },
    })
    expect([news.statusCode, news.headers['content-encoding']]).toEqual([200, undefined])
    let heard = ''
    news.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    await expect.poll(() => heard, { timeout: 30_000 }).not.toBe('')
    await rows.query('update csr set ip_address = ip_address')
    await expect.poll(() => heard, { timeout: 30_000 }).toContain('data: ')
    expect(news.complete).toBe(false)
    news.destroy()
  })

  it('use 2 a diagnosis shows what is known while a neighbour is still asked', async () => {
    await field.fault({ system: 'remote-portal', fault: 'slow', seconds: 60 })
    const look = await open(proxy.port, '/api/diagnosis/v1/panels/CBS0000001', {
      headers: { ...(await signedIn()), accept: 'text/event-stream' },
    })
    let heard = ''
    look.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    await expect.poll(() => heard, { timeout: 10_000 }).toContain('data: ')
    expect(look.complete).toBe(false)
    await field.heal()
    await expect.poll(() => look.complete, { timeout: 30_000 }).toBe(true)
  })

  it('D6 a call that waits for a carrier for more than a minute is not cut', async () => {
    await field.fault({ system: 'aeris', fault: 'slow', seconds: 65, times: 1 })
    const began = performance.now()
    const answer = await ask(proxy.port, '/api/simmanagement/v1/querydevice/8932300000000000011', {
      headers: await signedIn(),
    })
    expect(answer.status).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(64_000)
  })

  it('M1 R47 both servers are restarted one after the other under load: no call is lost, and none done twice', async () => {
    const run = randomUUID()
    let going = true
    const acknowledged: string[] = []
    const failed: string[] = []
    const work = async (who: number) => {
      const agent = visitor()
      for (let i = 0; going; i++) {
        const message = `${run} ${who} ${i}`
        const answer = await post(message, agent).catch((error: Error) => ({
          status: error.message,
          text: '',
        }))
        if (answer.status === 200) acknowledged.push(message)
        else failed.push(`${message}: ${answer.status} ${answer.text.slice(0, 80)}`)
      }
      agent.destroy()
    }
    const working = Array.from({ length: 10 }, (_, who) => work(who))
    for (const which of [0, 1] as const) {
      servers[which]?.child.kill('SIGTERM')
      expect(await servers[which]?.ended).toBe(0)
      await start(which)
      // As long as a proxy takes to turn to it again.
      await new Promise((resolve) => setTimeout(resolve, 4_000))
    }
    going = false
    await Promise.all(working)
    const { rows: kept } = await rows.query<{ message: string }>(
      'select message from user_action where message like $1',
      [`${run}%`],
    )
    console.info(
      `${sample.program}: ${acknowledged.length} calls during two restarts, ${failed.length} failed`,
    )
    expect(failed).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(100)
    expect(kept.map(({ message }) => message).sort()).toEqual(acknowledged.sort())
  })
}
