import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { freePort } from '../../../../scripts/testing/free-port.ts'
import { copyOfTemplate } from '../testing/databases.ts'
import { databaseForProgram } from '../testing/program-database.ts'
import { type ServerProcess, stopServerProcess } from '../testing/server-process.ts'
import { ask, startedServers } from '../testing/started-servers.ts'
import { startField, type TestField } from '../testing/test-field.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const { keys, start, stopAll } = startedServers()
let database: Awaited<ReturnType<typeof databaseForProgram>>
beforeAll(async () => {
  database = await databaseForProgram()
})
afterAll(() => database.drop())

describe('a server from its start to its end', () => {
  let field: TestField
  /** Ports that no one has on other addresses either, or takes as soon as the server lets go of them. */
  let port: number
  let metricsPort: number
  const [host, metricsHost] = ['127.0.0.2', '127.0.0.3']
  let server: ServerProcess | undefined
  beforeAll(async () => {
    field = await startField()
    port = await freePort()
    metricsPort = await freePort()
  })
  afterAll(async () => {
    await stopAll()
    await field.stop()
  })
  const running = () => {
    const listen = { HOST: host, PORT: String(port) }
    const metrics = { METRICS_HOST: metricsHost, METRICS_PORT: String(metricsPort) }
    server ??= start({ ...database.settings, ...listen, ...metrics, FIELD_URL: field.url })
    return server
  }

  it('R29 the figures stay on METRICS_HOST, whatever HOST is', async () => {
    await running().listening
    expect((await fetch(`http://${metricsHost}:${metricsPort}/metrics`)).status).toBe(200)
    expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200)
    for (const other of ['127.0.0.1', host])
      await expect(fetch(`http://${other}:${metricsPort}/metrics`)).rejects.toThrow()
  })

  it('D5 Verizon is told where to send results, and no log line holds the password', async () => {
    const { stdout, listening } = running()
    const { url } = await listening
    await expect
      .poll(() => stdout.find((line) => line.includes('Verizon tells its results')))
      .toContain(`"url":"${url}/api/simmanagement/v1/carriers/verizon/callback"`)
    const calls = await field.requests('system=verizon')
    expect(calls.filter(({ path }) => path.includes('/callbacks/'))).toHaveLength(2)
    expect(stdout.join()).not.toContain('demo-callback-password')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'R47 %s: a call in flight finishes, new ones are refused, then code 0',
    async (signal) => {
      const ending = running()
      await ending.listening
      const body = JSON.stringify({
        SessionId: '',
        Email: '',
        Activity: 'Home',
        ActionMessage: 'x',
        Detailinfo: '',
      })
      const socket = connect(port, host)
      let answer = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text
      })
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(
        `POST /api/activity/v1/activitylog HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await keys().token()}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nX-Transaction-Id: ${randomUUID()}\r\n\r\n`,
      )
      socket.write(body.slice(0, 10))
      const isReady = async () => (await fetch(`http://${metricsHost}:${metricsPort}/readyz`)).status
      await expect.poll(isReady).toBe(200)
      ending.child.kill(signal)
      await expect.poll(isReady).toBe(503)
      await expect.poll(() => refused(port, host)).toBe(true)
      socket.write(body.slice(10))
      await closed
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
      expect(await ending.ended).toBe(0)
      server = undefined
      expect(ending.stderr()).toBe('')
      expect(ending.stdout.join()).toContain('audit chain head')
      expect(ending.stdout.join()).not.toContain('demo-callback-password')
    },
  )

  it('R32 what no one caught is logged and ends the process with code 1', async () => {
    const imports = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('boom')})`
    // Of its own: who ends in the middle of a login to Verizon leaves others its turn after a minute only.
    const own = await databaseForProgram()
    const server = start(own.settings, { imports })
    await server.listening
    server.child.kill('SIGUSR2')
    expect(await server.ended).toBe(1)
    expect(server.stdout.map((line) => JSON.parse(line) as { level?: string; msg: string })).toContainEqual(
      expect.objectContaining({ level: 'fatal', msg: 'uncaught; ending' }),
    )
    expect(server.stderr()).toBe('')
    await own.drop()
  })
})

describe('M1 a server behind something that sends it traffic', () => {
  afterAll(stopAll)
  const drained = (seconds: string) => start({ ...database.settings, DRAIN_SECONDS: seconds })

  it('is not ready at SIGTERM and still answers, until a second signal ends it at once', async () => {
    const server = drained('60')
    const token = await keys().token()
    await expect.poll(async () => (await ask(server, '/readyz')).status).toBe(200)
    server.child.kill('SIGTERM')
    await expect.poll(async () => (await ask(server, '/readyz')).status).toBe(503)
    const answer = await ask(server, '/api/session/v1/access', { token })
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(1)
    expect(server.stdout.join()).toContain('ending at once')
  })

  it('ends in order after its time, and at Ctrl-C without it', async () => {
    const [terminated, interrupted] = [drained('1'), drained('60')]
    await Promise.all([terminated.listening, interrupted.listening])
    terminated.child.kill('SIGTERM')
    interrupted.child.kill('SIGINT')
    expect([await terminated.ended, await interrupted.ended]).toEqual([0, 0])
    for (const { stdout } of [terminated, interrupted]) expect(stdout.join()).toContain('"msg":"stopped"')
  })
})

describe.skipIf('missing' in inject('postgres'))('R45 two replicas', () => {
  afterAll(stopAll)

  it('start at once on one empty PostgreSQL', async () => {
    const copy = await copyOfTemplate(true)
    const replicas = [start({ DATABASE_URL: copy.url }), start({ DATABASE_URL: copy.url })]
    await Promise.all(replicas.map(({ listening }) => listening))
    for (const replica of replicas)
      await expect.poll(async () => (await ask(replica, '/readyz')).status).toBe(200)
    await Promise.all(replicas.map(stopServerProcess))
    await copy.drop()
  })
})

function refused(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
}
