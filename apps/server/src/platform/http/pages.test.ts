import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { calls } from '@support-console/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import type { Database } from '../database/open-database.ts'

let keys: KeyServer
let database: Database
let server: TestApp
let dist: string

beforeAll(async () => {
  keys = await startKeyServer()
  database = await openOneDatabase()
  dist = mkdtempSync(join(tmpdir(), 'console-dist-'))
  mkdirSync(join(dist, 'assets'))
  const files = {
    'index.html': '<!doctype html><title>Console</title>',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/app-AbCd1234.js': `console.log("${'x'.repeat(2_000)}")`,
    '.secret': 'hidden',
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(dist, name), text)
    writeFileSync(join(dist, `${name}.br`), brotliCompressSync(text))
  }
  server = await startTestApp({
    database,
    keys,
    env: { PUBLIC_URL: 'https://console.example' },
    app: { consoleFolder: dist },
  })
})
afterAll(async () => {
  await server.close()
  await database.close()
  await keys.close()
  rmSync(dist, { recursive: true })
})

/** As it went over the wire: fetch would decode brotli and normalise the path. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ code: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { port } = new URL(server.url)
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ code: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe("the console's files", () => {
  it.each([
    '/',
    '/sim-detail',
    '/company/update/1/Harbor%20Security/77',
    '/company/update/1/St.%20Mary',
    '/company/update/1/Alarm.com',
    '/company/update/1/a%2F%2Fb%2F..%2Fc.d',
    '/company/assets/app.js',
    '/login?return-url=%2Fsim-detail',
    '/nowhere',
  ])('2.3 page path %s gets index.html, asked for again each time', async (path) => {
    const { code, headers, body } = await raw(path)
    expect([code, body.toString()]).toEqual([200, '<!doctype html><title>Console</title>'])
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toContain('text/html')
  })

  it('R21 a file with a hash in its name is kept for ever, others are asked for again', async () => {
    expect((await raw('/assets/app-AbCd1234.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await raw('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('sends the brotli file that stands beside, to who takes it', async () => {
    const small = await raw('/assets/app-AbCd1234.js', { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(String(small.headers['content-type'])).toContain('javascript')
    expect(small.headers['cache-control']).toContain('immutable')
    const plain = await raw('/assets/app-AbCd1234.js')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(small.body.length).toBeLessThan(plain.body.length / 10)
    expect((await raw('/sim-detail', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  })

  it('an unchanged page is 304', async () => {
    const { headers } = await raw('/')
    expect((await raw('/', { 'if-none-match': String(headers.etag) })).code).toBe(304)
  })

  it.each([
    '/assets/app-0000.js',
    '/assets/sub/app.js',
    '/missing.png',
    '/favicon.ico?x=1',
    '/assets/',
    '/assets',
    '/.secret',
    '/.well-known/security.txt',
  ])('R21 unknown asset %s is 404, never the page', async (path) => {
    const { code, body } = await raw(path)
    expect(code).toBe(404)
    expect(body.toString()).not.toContain('<title>')
  })

  it.each([
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%5c..%5cx.js',
  ])('R28 %s does not leave the folder', async (path) => {
    const { body } = await raw(path)
    expect(body.toString()).not.toMatch(/root:|"name"/)
  })

  it('R23 a page takes GET and HEAD alone', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
      const { code, headers } = await raw('/', {}, method)
      expect([method, code]).toEqual([method, 405])
      expect(headers.allow).toBe('GET, HEAD')
    }
    expect((await raw('/', {}, 'HEAD')).code).toBe(200)
  })

  it('a console that is not built says so', async () => {
    const bare = await startTestApp({ database, keys })
    const { code, text } = await bare.call('GET', '/')
    expect([code, text]).toEqual([503, expect.stringContaining('npm run build')])
    await bare.close()
  })
})

describe('R20 to R23 headers', () => {
  it('R20 pages: a policy made from the configuration, without unsafe-inline or unsafe-eval', async () => {
    const { headers } = await raw('/sim-detail')
    const provider = new URL(keys.issuer).origin
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      `connect-src 'self' ${provider}`,
      `frame-src ${provider}`,
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split('; ')).toContain(part)
    expect(policy).not.toContain('unsafe')
  })

  it('R21 the API: nothing may run, nothing is stored', async () => {
    for (const path of [
      '/api/configuration/v1/runtime',
      '/api/nothing',
      '/api/openapi.json',
      '/api/session/v1/access',
    ]) {
      const { headers } = await raw(path)
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  it.each(['/', '/api/configuration/v1/runtime', '/api/nothing', '/missing.png', '/healthz'])(
    'R22 %s carries the rest, and no word of what runs here',
    async (path) => {
      const { headers } = await raw(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers.server).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    },
  )

  it('R22 no HSTS where the console is served over plain http', async () => {
    const plain = await startTestApp({ database, keys })
    expect((await plain.call('GET', '/healthz')).headers.get('strict-transport-security')).toBeNull()
    await plain.close()
  })

  it('what is not HTTP gets 400 and the end of the connection', async () => {
    const { port } = new URL(server.url)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
      let text = ''
      socket.on('data', (part) => {
        text += part.toString()
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/)
    expect(answer).toContain('"status":"Invalid"')
  })

  it('R29 the server itself has time-outs', () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout } = server.app.api.server
    expect([requestTimeout, headersTimeout, keepAliveTimeout].every((ms) => ms > 0 && ms < 120_000)).toBe(
      true,
    )
  })
})

describe('R33 X-Forwarded-For', () => {
  const addressWith = async (app: TestApp) => {
    await app.call('GET', '/api/session/v1/access', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    // It is written once the answer has gone.
    const answered = () => app.logged().find((line) => line.msg === 'call answered')
    await expect.poll(answered).toBeDefined()
    return answered()?.remoteAddress
  }
  it('counts only from a configured proxy', async () => {
    const open = await startTestApp({ database, keys })
    expect(await addressWith(open)).toBe('127.0.0.1')
    await open.close()
    const proxied = await startTestApp({ database, keys, env: { TRUST_PROXY: '10.0.0.0/8,127.0.0.1' } })
    expect(await addressWith(proxied)).toBe('203.0.113.9')
    await proxied.close()
  })
})

describe('for operators', () => {
  it('/healthz and /readyz answer on both ports', async () => {
    for (const base of [server.url, server.operatorUrl]) {
      expect((await fetch(`${base}/healthz`)).status).toBe(200)
      await expect.poll(async () => (await fetch(`${base}/readyz`)).json()).toEqual({ status: 'ready' })
    }
  })

  it('H3 /readyz is 503 when the database is gone, and not for a moment of silence', async () => {
    const lost = await openOneDatabase()
    const clock = createTestClock()
    const app = await startTestApp({ database: lost, keys, app: { clock } })
    const ready = async () => {
      const answer = await fetch(`${app.operatorUrl}/readyz`)
      return [answer.status, await answer.json()]
    }
    const { ping } = lost
    lost.ping = () => Promise.reject(new Error('silent'))
    expect(await ready()).toEqual([200, { status: 'ready' }])
    await clock.advance(4_900)
    expect(await ready()).toEqual([200, { status: 'ready' }])
    lost.ping = ping
    expect(await ready()).toEqual([200, { status: 'ready' }])
    await lost.close()
    // PostgreSQL counts as soon as it is known to be away (D52).
    const first = await ready()
    if (lost.kind === 'pglite') expect(first).toEqual([200, { status: 'ready' }])
    await clock.advance(5_000)
    const why = expect.stringMatching(/^the database (does not answer|takes no writes)/)
    expect(await ready()).toEqual([503, { status: 'not ready', why }])
    expect((await fetch(`${app.operatorUrl}/healthz`)).status).toBe(200)
    await app.close()
  })

  it('/metrics has durations by call, the pool and the event loop, on its own port only', async () => {
    await server.call('GET', '/api/session/v1/access')
    const text = await (await fetch(`${server.operatorUrl}/metrics`)).text()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{call="getAccess",length="brief",status="200"\} \d/,
    )
    expect(text).toContain('nodejs_eventloop_lag_seconds')
    expect((await raw('/metrics')).body.toString()).toContain('<title>')
  })

  it('far behind, calls are 503 at once and say when to come back; pages and health checks still answer', async () => {
    const env = { OVERLOAD_DELAY_MS: '20' }
    const app = await startTestApp({ database, keys, env, app: { consoleFolder: dist } })
    const busy = setInterval(() => {
      const until = performance.now() + 60
      while (performance.now() < until);
    }, 1)
    try {
      const ask = () => app.call('GET', '/api/configuration/v1/runtime')
      await expect.poll(async () => (await ask()).code).toBe(503)
      const { envelope, headers } = await ask()
      expect([envelope.status, headers.get('retry-after')]).toEqual(['Unavailable', '10'])
      expect((await app.call('GET', '/healthz')).code).toBe(200)
      // What a visitor gets then waits for the server by itself (decision 17).
      for (const path of ['/sim-detail', '/assets/app-AbCd1234.js'])
        expect((await fetch(app.url + path)).status).toBe(200)
    } finally {
      clearInterval(busy)
    }
    await app.close()
  })

  it('R42 the log names route patterns, never addresses with their ids', async () => {
    const iccid = '8901170000000000054'
    await server.call('GET', `/api/things/v1/sims/${iccid}`)
    await expect.poll(() => server.lines.join('')).toContain('/api/things/v1/sims/:id')
    await server.call('GET', `/api/siminformation/v1/simdetail/${iccid}`, { token: null })
    expect(server.lines.join('')).not.toContain(iccid)
  })
})

describe('OpenAPI 3.1', () => {
  it('holds every call of the contract, with its schemas, parameters and errors', async () => {
    const { envelope } = await server.call('GET', '/api/openapi.json', { token: null })
    const document = envelope as unknown as {
      openapi: string
      paths: Record<
        string,
        Record<string, { operationId: string; parameters: { name: string; in: string }[]; responses: object }>
      >
    }
    expect(document.openapi).toBe('3.1.0')
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        `${method.toUpperCase()} ${path}`,
      ]),
    )
    const declared = Object.entries(calls).map(([name, call]) => [name, `${call.method} /api${call.path}`])
    expect(listed.sort()).toEqual(declared.sort())
    const detail = document.paths['/api/siminformation/v1/simdetail/{simId}']?.get
    expect(detail?.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
      'path simId',
      'query source',
      'header X-Transaction-Id',
    ])
    expect(Object.keys(detail?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '502', '503']),
    )
  })
})
