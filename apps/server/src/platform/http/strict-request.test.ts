import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describeOnOneDatabase('F8 a request that can be read in two ways is refused', (database) => {
  let keys: KeyServer
  let server: TestApp
  let token: string
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys })
    token = await keys.token()
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  /** What comes back for these lines until the server ends the connection, or has answered and waits for more. */
  const raw = (...lines: string[]) =>
    new Promise<{ code: number; text: string; isClosed: boolean }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      let text = ''
      const done = (isClosed: boolean) => {
        socket.destroy()
        resolve({ code: Number(text.split(' ')[1]), text, isClosed })
      }
      const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
      socket.setEncoding('utf8')
      socket.on('data', (piece) => {
        text += piece
        // A body that is JSON has come whole; a server that closes says so in its headers.
        if (text.endsWith('}') && !/^connection: close/im.test(text)) done(false)
      })
      socket.on('end', () => done(true))
      socket.on('error', reject)
    })
  const access = 'GET /api/session/v1/access HTTP/1.1'
  const bearer = () => `Authorization: Bearer ${token}`

  it('two Host or two Authorization headers', async () => {
    expect((await raw(access, 'Host: a.example', bearer())).code).toBe(200)
    for (const more of ['Host: b.example', bearer(), 'authorization: Bearer other']) {
      const { code, text } = await raw(access, 'Host: a.example', bearer(), more)
      expect([code, text]).toEqual([400, expect.stringContaining('has several')])
    }
  })

  it.each([
    ['in an object', '{"Activity":"a","Activity":"b"}'],
    ['written in another way', '{"a":1,"\\u0061":2}'],
    ['deep inside', '{"a":[{"b":{"c":"\\"d\\":","c" :1}}]}'],
    ['as its prototype', '{"a":1,"__proto__":{}}'],
  ])('a name that stands twice %s', async (_where, body) => {
    const { code, envelope } = await server.call('POST', '/api/activity/v1/activitylog', { body })
    expect([code, envelope.status]).toEqual([400, 'Invalid'])
    if (!body.includes('proto')) expect(envelope.message).toMatch(/has a field twice/)
  })

  it('names in texts, and the same name in two objects, are no such thing', async () => {
    const ActionMessage = '{"a":1,"a":2} "\\'
    const body = { SessionId: '', Email: '', Activity: 'SIM Information', ActionMessage, Detailinfo: '' }
    expect((await server.call('POST', '/api/activity/v1/activitylog', { body })).code).toBe(200)
    const list = '[{"iccid":"1","status":"x"},{"iccid":"2","status":"x"}]'
    const { envelope } = await server.call('POST', '/api/simmanagement/v1/batchdeactivation', { body: list })
    expect(envelope.message).toMatch(/None of these SIMs/)
  })

  it('a body that goes down without end, or further than the deepest that may be', async () => {
    const tooDeep = expect.stringContaining('nested too deeply')
    for (const [depth, message] of [
      [200_000, tooDeep],
      [33, tooDeep],
      [32, expect.stringMatching(/^Please correct the input/)],
    ]) {
      const body = `${'['.repeat(depth)}${']'.repeat(depth)}`
      const { code, envelope } = await server.call('POST', '/api/activity/v1/activitylog', { body })
      expect([code, envelope.message]).toEqual([400, message])
    }
  })

  it.each([
    ['QUERY', '/api/session/v1/access', 'GET, HEAD'],
    ['TRACK', '/api/session/v1/access', 'GET, HEAD'],
    ['TRACE', '/api/activity/v1/activitylog', 'POST'],
    ['PROPFIND', '/', 'GET, HEAD'],
  ])('D7 R23 %s %s is 405', async (method, path, allow) => {
    const { code, text } = await raw(`${method} ${path} HTTP/1.1`, 'Host: a.example')
    expect([code, text]).toEqual([405, expect.stringMatching(new RegExp(`^allow: ${allow}\r$`, 'im'))])
  })

  it('what is no request at all is 400', async () => {
    expect((await raw('\u0016\u0003\u0001 nothing')).code).toBe(400)
  })

  describe('R29 an answer before the body was read ends the connection', () => {
    const post = 'POST /api/activity/v1/activitylog HTTP/1.1'
    const json = 'Content-Type: application/json'
    it.each([
      [401, 'Content-Length: 900000'],
      [401, 'Transfer-Encoding: chunked'],
      [413, 'Content-Length: 104857600'],
    ])('%i, %s', async (code, length) => {
      const who = code === 413 ? bearer() : 'Accept: */*'
      expect(await raw(post, 'Host: a', json, length, who)).toMatchObject({ code, isClosed: true })
    })
    it('while one that is short is read, and the connection serves on', async () => {
      expect(await raw(post, 'Host: a', json, 'Content-Length: 2')).toMatchObject({
        code: 401,
        isClosed: false,
      })
    })
  })

  it('R9 a token with anything behind its signature is none', async () => {
    for (const behind of ['=', '==', '.', '.a', '~'])
      expect((await server.call('GET', '/api/session/v1/access', { token: token + behind })).code).toBe(401)
  })

  it('F6 the description of the calls is for who is signed in, unless this is a demo', async () => {
    const document = (token: string | null) => server.call('GET', '/api/openapi.json', { token })
    expect((await document(null)).code).toBe(200)
    // Whether it is a demo is all that differs; the rest of a real console's settings is not asked for here.
    server.config.demo = false
    try {
      expect(await document(null)).toMatchObject({ code: 401, envelope: { status: 'Unauthorized' } })
      expect((await document(`${token}=`)).code).toBe(401)
      expect((await document(token)).envelope).toMatchObject({ openapi: '3.1.0' })
    } finally {
      server.config.demo = true
    }
  })

  it('F8 who does not prove to be Verizon learns nothing of what its callback holds', async () => {
    const path = '/api/simmanagement/v1/carriers/verizon/callback'
    const callback = (body: unknown) => server.call('POST', path, { body, token: null })
    for (const body of [{}, { requestId: 1 }, [], 'true', { username: 'verizon-callback', requestId: 'x' }])
      expect((await callback(body)).code).toBe(401)
    const proven = { username: 'verizon-callback', password: 'demo-callback-password' }
    expect((await callback(proven)).envelope).toMatchObject({
      status: 'Invalid',
      message: expect.stringContaining('requestId'),
    })
  })

  it('R21, F8 the operators’ port says what its answers are', async () => {
    for (const path of ['/metrics', '/readyz', '/nothing']) {
      const { headers } = await fetch(server.operatorUrl + path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })
})
