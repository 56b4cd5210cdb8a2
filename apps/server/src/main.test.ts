import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { freePort } from '../../../scripts/testing/free-port.ts'
import { copyOfTemplate } from './testing/databases.ts'
import { startField } from './testing/field-process.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './testing/server-process.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let keys: KeyServer
/** A data folder after a first start; the tests take copies, because making one takes seconds. */
let prepared: string
let folder: string
let started: ServerProcess[]

beforeAll(async () => {
  keys = await startKeyServer()
  prepared = mkdtempSync(join(tmpdir(), 'console-main-'))
  const first = startServerProcess({ DATA_DIR: prepared, OIDC_ISSUER: keys.issuer })
  await first.listening
  first.child.kill('SIGTERM')
  await first.ended
})
afterAll(async () => {
  rmSync(prepared, { recursive: true, force: true })
  await keys.close()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-main-'))
  cpSync(prepared, folder, { recursive: true, filter: (path) => !path.endsWith('.lock') })
  started = []
})
afterEach(async () => {
  await Promise.all(started.map(stopServerProcess))
  rmSync(folder, { recursive: true, force: true })
})

function start(
  env: Record<string, string> = {},
  options: { cwd?: string; imports?: string } = {},
): ServerProcess {
  const server = startServerProcess({ DATA_DIR: folder, OIDC_ISSUER: keys.issuer, ...env }, options)
  started.push(server)
  return server
}

const ask = async (server: ServerProcess, path: string, init: RequestInit & { token?: string } = {}) => {
  const { url } = await server.listening
  const { token, ...rest } = init
  return fetch(url + path, { ...rest, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}) } })
}

/** One clear sentence on stderr, exit code 1, no stack. */
async function expectRefusal(server: ServerProcess, sentence: RegExp): Promise<void> {
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(sentence)
  expect(server.stderr().trim().split('\n')).toHaveLength(1)
  expect(server.stderr()).not.toMatch(/\.ts:\d|node_modules|^\s+at\s/m)
}

describe('R49 one server on a data folder', () => {
  it('a second start is refused within two seconds of opening, however the folder is named', async () => {
    const first = start()
    await first.listening
    symlinkSync(folder, `${folder}-link`)
    const again = start()
    const byRelativePath = start({ DATA_DIR: relative(tmpdir(), folder) }, { cwd: tmpdir() })
    const byLink = start({ DATA_DIR: `${folder}-link` })
    for (const second of [again, byRelativePath, byLink])
      await expectRefusal(second, /is in use by another running server/)
    expect((await ask(first, '/healthz')).status).toBe(200)
    rmSync(`${folder}-link`)
  })

  it('R48 after kill -9 the lock is taken over, and what was acknowledged is there', async () => {
    const first = start()
    const token = await keys.token()
    expect((await ask(first, '/api/session/v1/end', { method: 'POST', token })).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended
    const second = start()
    expect((await ask(second, '/api/session/v1/access', { token })).status).toBe(401)
    expect((await ask(second, '/api/session/v1/access', { token: await keys.token() })).status).toBe(200)
  })

  it('a folder whose path is longer than a socket may be is locked as well', async () => {
    const long = join(folder, 'x'.repeat(120), 'y'.repeat(60))
    cpSync(prepared, long, { recursive: true })
    const first = start({ DATA_DIR: long })
    await first.listening
    await expectRefusal(start({ DATA_DIR: long }), /is in use by another running server/)
    first.child.kill('SIGKILL')
    await first.ended
    await start({ DATA_DIR: long }).listening
  })
})

describe('what listens where', () => {
  it('R29 the figures stay on METRICS_HOST, whatever HOST is', async () => {
    // A port that nobody has on the other addresses either.
    const metricsPort = String(await freePort())
    const env = { HOST: '127.0.0.2', METRICS_HOST: '127.0.0.3', METRICS_PORT: metricsPort }
    const { port } = await start(env).listening
    expect((await fetch(`http://127.0.0.3:${metricsPort}/metrics`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200)
    for (const other of ['127.0.0.1', '127.0.0.2'])
      await expect(fetch(`http://${other}:${metricsPort}/metrics`)).rejects.toThrow()
  })
})

describe('a start that cannot be ends with one sentence', () => {
  it('lists every bad setting', async () => {
    await expectRefusal(
      start({ PORT: '80800', ENVIRONMENT: 'live', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' }),
      /^The settings are not right: PORT must be .*; ENVIRONMENT must be one of dev, test, prod; DATABASE_URL must be a postgres:\/\/ address; LOG_LEVEL must be/,
    )
  })

  it('DEMO=off names every setting that is required', async () => {
    const server = start({ DEMO: 'off' })
    await expectRefusal(server, /ATT_BASE_URL is required when DEMO=off/)
    expect(server.stderr()).toContain('CONNECTOR_TOKEN or CONNECTOR_TOKEN_FILE is required when DEMO=off')
  })

  it.each(['PORT', 'METRICS_PORT'])('a taken %s is named', async (name) => {
    const taken: Server = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    await expectRefusal(
      start({ [name]: String(port) }),
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
    rmSync(join(folder, 'pglite', 'base'), { recursive: true })
    writeFileSync(join(folder, 'pglite', 'PG_VERSION'), '17')
    await expectRefusal(start(), /^The database in .* cannot be opened/)
  })

  it('PostgreSQL that is not there', async () => {
    await expectRefusal(
      start({ DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/db' }),
      /^PostgreSQL at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
    )
  })

  it('R32 what nobody caught is logged and ends the process with code 1', async () => {
    const imports = `data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('boom')})`
    const server = start({}, { imports })
    await server.listening
    server.child.kill('SIGUSR2')
    expect(await server.ended).toBe(1)
    expect(server.stdout.map((line) => JSON.parse(line) as { level?: string; msg: string })).toContainEqual(
      expect.objectContaining({ level: 'fatal', msg: 'uncaught; ending' }),
    )
    expect(server.stderr()).toBe('')
  })
})

describe('R47 SIGTERM and SIGINT', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: a call in flight finishes, new ones are refused, then code 0',
    async (signal) => {
      // A port that nobody takes as soon as the server lets go of it.
      const server = start({ PORT: String(await freePort()) })
      const { port, metricsUrl } = await server.listening
      const body = JSON.stringify({
        SessionId: '',
        Email: '',
        Activity: 'Home',
        ActionMessage: 'x',
        Detailinfo: '',
      })
      const socket = connect(port, '127.0.0.1')
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
      await expect.poll(async () => (await fetch(`${metricsUrl}/readyz`)).status).toBe(200)
      server.child.kill(signal)
      await expect.poll(async () => (await fetch(`${metricsUrl}/readyz`)).status).toBe(503)
      await expect.poll(() => refused(port)).toBe(true)
      socket.write(body.slice(10))
      await closed
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
      expect(await server.ended).toBe(0)
      expect(server.stderr()).toBe('')
      expect(server.stdout.join()).toContain('audit chain head')
    },
  )
})

describe('a second start', () => {
  it('keeps the data and runs no migration again', async () => {
    const first = start()
    await first.listening
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = start()
    await second.listening
    expect(second.stdout.join()).toContain('"migrations":[]')
    expect(existsSync(join(folder, 'pglite'))).toBe(true)
  })

  it.skipIf('missing' in inject('postgres'))(
    'two replicas start at once on one empty PostgreSQL',
    async () => {
      const copy = await copyOfTemplate(true)
      const replicas = [start({ DATABASE_URL: copy.url }), start({ DATABASE_URL: copy.url })]
      await Promise.all(replicas.map(({ listening }) => listening))
      for (const replica of replicas)
        await expect.poll(async () => (await ask(replica, '/readyz')).status).toBe(200)
      await Promise.all(replicas.map(stopServerProcess))
      await copy.drop()
    },
  )
})

describe('D5 when it listens', () => {
  it('Verizon is told where to send results, and no log line holds the password', async () => {
    const field = await startField()
    try {
      const told = start({ FIELD_URL: field.url })
      const { url } = await told.listening
      await expect
        .poll(() => told.stdout.find((line) => line.includes('Verizon tells its results')))
        .toContain(`"url":"${url}/api/simmanagement/v1/carriers/verizon/callback"`)
      const calls = await field.requests('system=verizon')
      expect(calls.filter(({ path }) => path.includes('/callbacks/'))).toHaveLength(2)
      expect(told.stdout.join()).not.toContain('demo-callback-password')
      told.child.kill('SIGTERM')
      expect(await told.ended).toBe(0)
    } finally {
      await field.stop()
    }
  })
})

function refused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
}
