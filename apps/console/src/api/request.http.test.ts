import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, encodeBody, fillPath, request } from './request.ts'

let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void
const server = createServer((incoming, response) => {
  let body = ''
  incoming.on('data', (chunk) => {
    body += chunk
  })
  incoming.on('end', () => answer(incoming, response, body))
})
let base = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Sends a request and gives what the server saw of it. */
async function seen(options: Partial<Parameters<typeof request>[0]>) {
  let saw: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string } | undefined
  answer = (incoming, response, body) => {
    saw = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body }
    response.end('{}')
  }
  await request({ method: 'POST', ...options, path: base + (options.path ?? '/x') })
  return saw
}

describe('7 the request helper', () => {
  it('sends X-Requested-With, JSON and Accept', async () => {
    const saw = await seen({ body: { a: [1, null] } })
    expect(saw?.headers).toMatchObject({
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      accept: 'application/json',
    })
    expect(saw?.body).toBe('{"a":[1,null]}')
  })

  it('encodes a form by its content type', async () => {
    const saw = await seen({
      body: { a: 'ä b', c: undefined },
      contentType: 'application/x-www-form-urlencoded',
    })
    expect(saw?.headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect(saw?.body).toBe('a=%C3%A4+b')
  })

  it('leaves form data and its boundary alone', async () => {
    const form = new FormData()
    form.set('file', new Blob(['text']), 'sims.txt')
    const saw = await seen({ body: form })
    expect(saw?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  })

  it('sends no content type without a body', async () => {
    expect((await seen({ method: 'POST' }))?.headers['content-type']).toBeUndefined()
  })

  it.each([
    ['', null],
    ['{"a":1}', { a: 1 }],
  ])('reads JSON, an empty body as null: %j', async (body, expected) => {
    answer = (_, response) => response.end(body)
    const { status, response, result } = await request({ method: 'GET', path: base })
    expect([status, result]).toEqual(['fulfilled', expected])
    expect([response.status, response.url]).toEqual([200, `${base}/`])
  })

  it('reads binary and text', async () => {
    answer = (_, response) => response.end('a,b')
    const binary = await request({ method: 'GET', path: base, responseType: 'binary' })
    expect(await (binary.result as Blob).text()).toBe('a,b')
    expect((await request({ method: 'GET', path: base, responseType: 'text' })).result).toBe('a,b')
  })

  it('4 is rejected on a non-ok response, with what its body says', async () => {
    answer = (_, response) => response.writeHead(404).end('{"message":"no"}')
    expect(await request({ method: 'GET', path: base, responseType: 'binary' })).toMatchObject({
      status: 'rejected',
      result: { message: 'no' },
    })
  })

  it('8 survives an error page of a proxy, but not half a document with 200', async () => {
    answer = (_, response) => response.writeHead(502).end('<html>')
    expect(await request({ method: 'GET', path: base })).toMatchObject({ status: 'rejected', result: null })
    answer = (_, response) => response.end('{"a":')
    await expect(request({ method: 'GET', path: base })).rejects.toThrow(SyntaxError)
  })

  it('4 a failed call rejects', async () => {
    answer = (incoming) => incoming.socket.destroy()
    await expect(request({ method: 'GET', path: base })).rejects.toThrow()
  })
})

describe('7 addresses', () => {
  it('encode parameters, and need all of them', () => {
    expect(fillPath('/a/{id}/b', { id: 'x/y z' })).toBe('/a/x%2Fy%20z/b')
    expect(() => fillPath('/a/{id}', {})).toThrow('needs id')
    expect(() => fillPath('/a/{constructor}', {})).toThrow('needs constructor')
    expect(() => fillPath('/a/{id}/b', { id: '..' })).toThrow("cannot be '..'")
  })

  it('leave out empty query values and repeat lists', () => {
    expect(addressOf('/a', { b: 1, c: '', d: undefined, e: null, f: false, g: ['x', 'y'] })).toBe(
      '/a?b=1&f=false&g=x&g=y',
    )
    expect(addressOf('/a')).toBe('/a')
  })

  it('encodeBody drops what is not there from a form', () => {
    expect(String(encodeBody({ a: 1, b: null }, 'application/x-www-form-urlencoded'))).toBe('a=1')
  })
})
