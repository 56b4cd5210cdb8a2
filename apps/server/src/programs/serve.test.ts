import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { freePort } from '../../../../scripts/testing/free-port.ts'
import { settings } from '../settings.ts'
import { copyOfTemplate } from '../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../testing/key-server.ts'
import { databaseForProgram, fillFolder } from '../testing/program-database.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../testing/server-process.ts'
import { startField, type TestField } from '../testing/test-field.ts'
import { testSecretsKey } from '../testing/test-secrets.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let keys: KeyServer
/** For data folders. */
let folder: string
/** For those starts that are not about a data folder. */
let database: Awaited<ReturnType<typeof databaseForProgram>>
const started: ServerProcess[] = []

beforeAll(async () => {
  keys = await startKeyServer()
  folder = mkdtempSync(join(tmpdir(), 'console-main-'))
  database = await databaseForProgram()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
  await keys.close()
})
const stopAll = () => Promise.all(started.splice(0).map(stopServerProcess))

function start(env: Record<string, string>, options: { cwd?: string; imports?: string } = {}): ServerProcess {
  const server = startServerProcess({ DATA_DIR: folder, OIDC_ISSUER: keys.issuer, ...env }, options)
  started.push(server)
  return server
}

const ask = async (server: ServerProcess, path: string, init: RequestInit & { token?: string } = {}) => {
  const { url } = await server.listening
  const { token, ...rest } = init
  return fetch(url + path, { ...rest, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}) } })
}

/** One clear sentence on stderr, its exit code, no stack. */
async function expectRefusal(server: ServerProcess, sentence: RegExp, code = 1): Promise<void> {
  expect(await server.ended).toBe(code)
  expect(server.stderr()).toMatch(sentence)
  expect(server.stderr().trim().split('\n')).toHaveLength(1)
  expect(server.stderr()).not.toMatch(/\.(ts|mjs):\d|node_modules|^\s+at\s/m)
}

describe('R49 one server on a data folder', () => {
  /** Its path is longer than a socket's may be. */
  let data: string
  let server: ServerProcess | undefined
  beforeAll(async () => {
    data = join(folder, 'x'.repeat(120), 'y'.repeat(60))
    await fillFolder(data)
  })
  afterAll(stopAll)
  const running = () => {
    server ??= start({ DATA_DIR: data })
    return server
  }

  it('a second start is refused, however the folder is named and however long its path is', async () => {
    const first = running()
    await first.listening
    const link = join(folder, 'link')
    symlinkSync(data, link)
    const again = start({ DATA_DIR: data })
    const byRelativePath = start({ DATA_DIR: relative(tmpdir(), data) }, { cwd: tmpdir() })
    const byLink = start({ DATA_DIR: link })
    for (const second of [again, byRelativePath, byLink])
      await expectRefusal(second, /is in use by another running server/)
    expect((await ask(first, '/healthz')).status).toBe(200)
  })

  it('R48 after kill -9 the lock is taken over, and what was acknowledged is there', async () => {
    const first = running()
    const token = await keys.token()
    expect((await ask(first, '/api/session/v1/end', { method: 'POST', token })).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended
    server = undefined
    const second = running()
    expect((await ask(second, '/api/session/v1/access', { token })).status).toBe(401)
    expect((await ask(second, '/api/session/v1/access', { token: await keys.token() })).status).toBe(200)
  })

  it('a start after a stop keeps the data and runs no migration again', async () => {
    const first = running()
    await first.listening
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    server = undefined
    const second = running()
    await second.listening
    expect(second.stdout.join()).toContain('"migrations":[]')
    expect(second.stdout.join()).toContain('"parts":[]')
    expect(existsSync(join(data, 'pglite'))).toBe(true)
  })
})

describe('a start that seeds', () => {
  afterAll(stopAll)
  const preparations = ({ stdout }: ServerProcess) =>
    stdout
      .map((line) => JSON.parse(line) as { msg: string; migrations?: string[]; parts?: string[] })
      .filter(({ msg }) => msg === 'database ready')

  it('13.3 begins anew as the same process, with its memory empty and nothing left to do', async () => {
    const data = join(folder, 'seeding')
    await fillFolder(data, { demo: false })
    const first = start({ DATA_DIR: data })
    const { pid } = await first.listening
    expect(pid).toBe(first.child.pid)
    expect(preparations(first)).toMatchObject([
      { parts: expect.arrayContaining(['companies', 'users']) },
      { migrations: [], parts: [] },
    ])
    const token = await keys.token()
    expect((await ask(first, '/api/companymanager/v1/companies', { token })).status).toBe(200)
    first.child.kill('SIGTERM')
    expect([await first.ended, first.stderr()]).toEqual([0, ''])
  })

  it('13.3 killed on the way, it goes on at the next start', async () => {
    const data = join(folder, 'killed')
    await fillFolder(data, { demo: false })
    const first = start({ DATA_DIR: data })
    // Seen late, it has begun anew already and says so a second time.
    await expect.poll(() => preparations(first).length, { timeout: 120_000 }).toBeGreaterThan(0)
    first.child.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')
    const second = start({ DATA_DIR: data })
    await second.listening
    expect(preparations(second).at(-1)).toMatchObject({ migrations: [], parts: [] })
  })
})

describe('a start that cannot be ends with one sentence', () => {
  afterAll(stopAll)

  it('lists every bad setting', async () => {
    await expectRefusal(
      start({ PORT: '80800', ENVIRONMENT: 'live', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' }),
      /^The settings are not right: PORT must be .*; ENVIRONMENT must be one of dev, test, prod; DATABASE_URL must be a postgres:\/\/ address; LOG_LEVEL must be/,
    )
  })

  it('DEMO=off names every setting that is required', async () => {
    const server = start({ DEMO: 'off' })
    await expectRefusal(server, /ATT_BASE_URL is required when DEMO=off/)
    for (const name of ['CONNECTOR_TOKEN', 'SECRETS_KEY'])
      expect(server.stderr()).toContain(`${name} or ${name}_FILE is required when DEMO=off`)
  })

  it.each(['PORT', 'METRICS_PORT'])('a taken %s is named', async (name) => {
    const taken: Server = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    await expectRefusal(
      start({ ...database.settings, [name]: String(port) }),
      new RegExp(`^Port ${port} is already taken\\. .*${name}`),
    )
    taken.close()
  })

  it('a data folder that is a file, or below one', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expectRefusal(start({ DATA_DIR: file }), /^The data folder .* cannot be used/)
    await expectRefusal(start({ DATA_DIR: join(file, 'data') }), /^The data folder .* cannot be used/)
    // Linux makes nothing there, and says so in a way that Node's own recursive mkdir never gets over.
    await expectRefusal(start({ DATA_DIR: '/proc/x' }), /^The data folder \/proc\/x cannot be used/)
  })

  it.skipIf(process.getuid?.() === 0)('a data folder that may not be read', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0o000)
    await expectRefusal(
      start({ DATA_DIR: join(closed, 'data') }),
      /^The data folder .* cannot be used \(EACCES\)/,
    )
    chmodSync(closed, 0o700)
  })

  it('a data folder that holds something damaged', async () => {
    const damaged = join(folder, 'damaged')
    await fillFolder(damaged)
    rmSync(join(damaged, 'pglite', 'base'), { recursive: true })
    writeFileSync(join(damaged, 'pglite', 'PG_VERSION'), '17')
    await expectRefusal(start({ DATA_DIR: damaged }), /^The database in .* cannot be opened/)
  })

  it('F2 a data folder that is open to others and holds more than ours; where it is ours, it is closed', async () => {
    const open = join(folder, 'open')
    mkdirSync(open, { mode: 0o755 })
    writeFileSync(join(open, 'thesis.txt'), 'mine')
    await expectRefusal(
      start({ DATA_DIR: open }),
      /^The data folder .*open is open to other users of this machine\. Close it \(chmod 700\), or set DATA_DIR to a new folder in it\.$/m,
    )
    expect(statSync(open).mode & 0o777).toBe(0o755)
    await fillFolder(join(open, 'data'))
    chmodSync(join(open, 'data'), 0o755)
    await start({ DATA_DIR: join(open, 'data') }).listening
    expect(statSync(join(open, 'data')).mode & 0o777).toBe(0o700)
  })

  it('D31 what was begun as a demo, and is now to be real', async () => {
    const demo = await databaseForProgram()
    const first = start(demo.settings)
    await first.listening
    await stopServerProcess(first)
    const real = Object.fromEntries(
      settings.flatMap((setting) =>
        'demo' in setting && setting.demo !== ''
          ? [[setting.name, setting.demo.replace('{field}', 'http://127.0.0.1:9')]]
          : [],
      ),
    )
    await expectRefusal(
      start({
        ...real,
        PUBLIC_URL: 'http://localhost',
        SECRETS_KEY: testSecretsKey,
        ...demo.settings,
        DEMO: 'off',
      }),
      /^This database was made for the demo/,
    )
    await demo.drop()
  })

  it('PostgreSQL that is not there', async () => {
    await expectRefusal(
      start({ DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/db' }),
      /^PostgreSQL at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
    )
  })

  it('R32 what nobody caught is logged and ends the process with code 1', async () => {
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

describe('a server from its start to its end', () => {
  let field: TestField
  /** Ports that nobody has on other addresses either, or takes as soon as the server lets go of them. */
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
        `POST /api/activity/v1/activitylog HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await keys.token()}\r\n` +
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
})

describe('M1 a server behind something that sends it traffic', () => {
  afterAll(stopAll)
  const drained = (seconds: string) => start({ ...database.settings, DRAIN_SECONDS: seconds })

  it('is not ready at SIGTERM and still answers, until a second signal ends it at once', async () => {
    const server = drained('60')
    const token = await keys.token()
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
