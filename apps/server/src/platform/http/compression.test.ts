import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Call, calls, defineCall } from '@support-console/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Database } from '../database/open-database.ts'
import { Problem } from '../problem.ts'
import type { Api } from './api.ts'
import { registerCall } from './register-call.ts'

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i} of the answer`)

const list = defineCall({
  method: 'GET',
  path: '/test/v1/lines/{count}',
  access: 'signed-in',
  spec: 'test',
  summary: 'So many lines',
  params: z.strictObject({ count: z.coerce.number() }),
  data: z.array(z.string()),
})
const secret = defineCall({ ...list, path: '/test/v1/secret-lines/{count}', carriesSecret: true })
const file = defineCall({ ...list, path: '/test/v1/files/{count}', file: 'text/csv' })
const refusal = defineCall({ ...list, path: '/test/v1/refusals/{count}' })

function registerLines(api: Api): void {
  for (const call of [list, secret])
    registerCall(api, call, async ({ params }) => ({ data: lines(params.count) }))
  registerCall(api, file, async ({ params }) => ({
    file: { name: 'lines.csv', content: lines(params.count).join('\r\n') },
  }))
  registerCall(api, refusal, async ({ params }) => {
    throw new Problem('NotFound', lines(params.count).join(', '))
  })
}

let keys: KeyServer
let database: Database
let server: TestApp
let token: string
beforeAll(async () => {
  keys = await startKeyServer()
  database = await openOneDatabase()
  server = await startTestApp({ database, keys, app: { furtherCalls: registerLines } })
  token = await keys.token()
})
afterAll(async () => {
  await server.close()
  await database.close()
  await keys.close()
})

/** As it went over the wire: fetch would decode it. */
function raw(path: string, accepted: string | undefined, method = 'GET') {
  return new Promise<{ code: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
    }
    request(`${server.url}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ code: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const whole = (count: number) => ({ status: 'Success', message: 'Operation Done.', data: lines(count) })
const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }

describe('issue 13 answers of the API over 1 kB are compressed by what the client takes', () => {
  // The larger one goes through a stream.
  describe.each([100, 20_000])('%i lines', (count) => {
    it.each([
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
    ] as const)('%s gets %s, the same content in less', async (accepted, encoding) => {
      const { code, headers, body } = await raw(`/api/test/v1/lines/${count}`, accepted)
      expect([code, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'accept-encoding'])
      expect(JSON.parse(unpacked[encoding](body).toString())).toEqual(whole(count))
      expect(body.length * 3).toBeLessThan(JSON.stringify(whole(count)).length)
      if (headers['content-length'] !== undefined) expect(Number(headers['content-length'])).toBe(body.length)
    })

    it.each([undefined, 'identity', 'zstd', 'br;q=0, gzip;q=0'])('%s gets it plain', async (accepted) => {
      const { headers, body } = await raw(`/api/test/v1/lines/${count}`, accepted)
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding'])
      expect(JSON.parse(body.toString())).toEqual(whole(count))
    })

    it('an answer that carries a secret is never compressed (BREACH)', async () => {
      const { headers, body } = await raw(`/api/test/v1/secret-lines/${count}`, 'br, gzip')
      expect(headers['content-encoding']).toBeUndefined()
      expect(JSON.parse(body.toString())).toEqual(whole(count))
    })

    it('a file goes out as it is made', async () => {
      const { headers, body } = await raw(`/api/test/v1/files/${count}`, 'br, gzip')
      expect(headers['content-encoding']).toBeUndefined()
      expect(body.toString()).toBe(lines(count).join('\r\n'))
    })

    it('HEAD has the headers of GET and no body', async () => {
      const path = `/api/test/v1/lines/${count}`
      const [get, head] = [await raw(path, 'br'), await raw(path, 'br', 'HEAD')]
      const told = ({ headers }: typeof get) =>
        ['content-type', 'content-encoding', 'content-length', 'vary', 'cache-control'].map(
          (name) => headers[name],
        )
      expect(head.code).toBe(200)
      expect(told(head)).toEqual(told(get))
      expect(head.body.length).toBe(0)
    })
  })

  it('an answer below 1 kB is left as it is', async () => {
    const { headers, body } = await raw('/api/test/v1/lines/3', 'br, gzip')
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body.toString())).toEqual(whole(3))
  })

  it('a refusal and the description of the API as well', async () => {
    const refused = await raw('/api/test/v1/refusals/100', 'gzip')
    expect([refused.code, refused.headers['content-encoding']]).toEqual([404, 'gzip'])
    expect(JSON.parse(gunzipSync(refused.body).toString())).toMatchObject({ status: 'NotFound' })
    const document = await raw('/api/openapi.json', 'br')
    expect([document.headers['content-encoding'], document.headers.vary]).toEqual(['br', 'accept-encoding'])
    expect(JSON.parse(brotliDecompressSync(document.body).toString())).toHaveProperty('openapi')
  })

  it('a packed body of a request is refused, never unpacked', async () => {
    const { code } = await server.call('POST', '/api/activity/v1/activitylog', {
      body: '{}',
      headers: { 'content-encoding': 'gzip' },
    })
    expect(code).toBe(400)
  })

  it('every call whose answer holds a secret is marked', () => {
    const named = Object.entries<Call>(calls)
      .filter(([, call]) => /password|servicekey|"secret"/i.test(JSON.stringify(z.toJSONSchema(call.data))))
      .map(([name]) => name)
    const marked = Object.entries<Call>(calls).filter(([, call]) => call.carriesSecret)
    expect(named).not.toEqual([])
    // An address that is a secret has no name of its own.
    expect(marked.map(([name]) => name).filter((name) => name !== 'makeInstallersLink')).toEqual(named)
  })
})
