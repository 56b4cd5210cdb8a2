import { gzipSync } from 'node:zlib'
import { MockAgent } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openHttpStage, type StageAnswer } from '../../testing/http-stage.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { type Answer, createAgent, exchange } from './exchange.ts'
import { NeighbourError } from './neighbour-error.ts'

const clock = createTestClock()
const request = {
  clock,
  system: 'Northcell',
  method: 'GET',
  headers: {},
  signal: new AbortController().signal,
} as const

/** What becomes of a request that ends with this error on the way. */
async function afterError(error: Error): Promise<unknown> {
  const agent = new MockAgent()
  agent.disableNetConnect()
  onTestFinished(() => agent.close())
  agent.get('https://north.example').intercept({ path: '/', method: 'GET' }).replyWithError(error)
  const asked = exchange({ ...request, agent, url: new URL('https://north.example/') })
  return asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
}

async function answerTo(answer: StageAnswer): Promise<Answer> {
  const stage = await openHttpStage(() => answer)
  const agent = createAgent()
  onTestFinished(async () => {
    await agent.destroy()
    await stage.close()
  })
  return exchange({ ...request, agent, url: new URL(stage.url) })
}

const coded = (code: string, more: object = {}) => Object.assign(new Error('hidden'), { code, ...more })

describe('R35 what ends a request without an answer', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT'])(
    '%s: it was never sent',
    async (code) => {
      expect(await afterError(coded(code))).toMatchObject({ kind: 'unreachable', sent: false, detail: code })
    },
  )

  it.each(['EHOSTUNREACH', 'ENETUNREACH'])(
    '%s: never sent only where it met the connecting',
    async (code) => {
      expect(await afterError(coded(code, { syscall: 'connect' }))).toMatchObject({
        kind: 'unreachable',
        sent: false,
      })
      expect(await afterError(coded(code, { syscall: 'read' }))).toMatchObject({
        kind: 'unreachable',
        sent: true,
      })
      for (const other of [`X${code}`, `${code}X`])
        expect(await afterError(coded(other, { syscall: 'connect' }))).toMatchObject({ sent: true })
    },
  )

  it.each([
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('R34 %s: the certificate is to blame, and nothing was sent', async (code) => {
    expect(await afterError(coded(code))).toMatchObject({
      kind: 'unreachable',
      sent: false,
      detail: code,
      sentence: 'Northcell shows a certificate that the console does not trust. Tell the administrator.',
    })
  })

  it.each([
    'HPE_INVALID_CONSTANT',
    'Z_DATA_ERROR',
    'ERR_BROTLI_DECODER_ERROR_1',
    'ERR__ERROR_FORMAT',
    'UNREADABLE',
  ])('%s: an answer that no one can read', async (code) => {
    expect(await afterError(coded(code))).toMatchObject({ kind: 'malformed', sent: true, detail: code })
  })

  it.each(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE'])(
    '%s: the answer is too large',
    async (code) => {
      expect(await afterError(coded(code))).toMatchObject({
        kind: 'malformed',
        detail: 'answer larger than 2097152 bytes',
      })
    },
  )

  it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'NO_CERT_', 'XHPE_'])(
    '%s: it broke off, and may have been sent',
    async (code) => {
      const error = await afterError(coded(code))
      expect(error).toMatchObject({ kind: 'unreachable', sent: true, detail: code })
      expect((error as NeighbourError).sentence).toMatch(/broke off the connection/)
    },
  )

  it('the error that all began with is told, and kept as the cause', async () => {
    const outer = new Error('outer', { cause: coded('ECONNREFUSED', { syscall: 'connect' }) })
    expect(await afterError(outer)).toMatchObject({ detail: 'ECONNREFUSED', sent: false, cause: outer })
    expect(await afterError(new RangeError('x'))).toMatchObject({ detail: 'RangeError', sent: true })
    expect(await afterError(new Error('x', { cause: 'a text' }))).toMatchObject({ detail: 'Error' })
    expect(await afterError(new Error('x', { cause: null }))).toBeInstanceOf(NeighbourError)
  })
})

describe('R35 an answer', () => {
  const Shape = z.object({ a: z.object({ b: z.number() }) })

  it('is told with its HTTP code and kind, and never with its text, where it does not fit', async () => {
    const page = await answerTo({ status: 203, type: 'text/html', body: '<h1>secret</h1>' })
    const why = (work: () => unknown) => {
      try {
        work()
      } catch (error) {
        return (error as NeighbourError).detail
      }
    }
    expect(why(() => page.json(Shape))).toBe('not JSON (HTTP 203, text/html, 15 characters)')
    const other = await answerTo({ headers: { 'content-type': '' }, body: '{"a":{"b":"secret"}}' })
    expect(why(() => other.json(Shape))).toBe(
      'unexpected shape: a.b invalid_type (HTTP 200, no content type, 20 characters)',
    )
    expect(why(() => other.json(z.string()))).toMatch(/^unexpected shape: \(top\) invalid_type \(/)
    const six = z.object(Object.fromEntries([...'uvwxyz'].map((name) => [name, z.string()])))
    expect(why(() => other.json(six))?.match(/invalid_type/g)).toHaveLength(5)
    expect(other.malformed('odd')).toMatchObject({ kind: 'malformed', system: 'Northcell' })
  })

  it('is only looked at where it is of help', async () => {
    const fits = await answerTo({ body: '{"a":{"b":1}}' })
    expect([fits.json(Shape), fits.tryJson(Shape), fits.tryJson(z.string())]).toEqual([
      { a: { b: 1 } },
      { a: { b: 1 } },
      undefined,
    ])
    expect((await answerTo({ body: 'no' })).tryJson(Shape)).toBeUndefined()
  })

  it.each([
    ['3', 3000],
    ['0', 0],
    ['999999', 999_999_000],
    ['soon', undefined],
    ['3 s', undefined],
    ['1234567', undefined],
    ['Thu, 01 Jan 1970 00:00:10 GMT', 0],
  ])('says by Retry-After %j to wait for %s ms', async (header, ms) => {
    expect((await answerTo({ headers: { 'retry-after': header }, body: '' })).retryAfterMs).toBe(ms)
  })

  it('says until when to wait by a date, or nothing', async () => {
    const date = new Date(clock.now().getTime() + 90_000).toUTCString()
    const { retryAfterMs } = await answerTo({ headers: { 'retry-after': date }, body: '' })
    expect(retryAfterMs).toBe(Date.parse(date) - clock.now().getTime())
    expect((await answerTo({ body: '' })).retryAfterMs).toBeUndefined()
  })

  it.each(['identity', ' Identity ', ''])('is plain where its encoding is %j', async (encoding) => {
    expect((await answerTo({ headers: { 'content-encoding': encoding }, body: 'plain' })).text).toBe('plain')
  })

  it('keeps a mark within it, and loses one before it', async () => {
    const { json } = await answerTo({ body: '\ufeff{"a":"x\ufeffy"}' })
    expect(json(z.object({ a: z.string() }))).toEqual({ a: 'x\ufeffy' })
    const inside = await answerTo({ body: '{"a":"x\ufeffy"}' })
    expect(inside.json(z.object({ a: z.string() }))).toEqual({ a: 'x\ufeffy' })
  })

  it('unpacks to 2 MiB at most, and by no name that only ends so', async () => {
    const packed = (encoding: string, bytes: number) =>
      answerTo({ headers: { 'content-encoding': encoding }, body: gzipSync(Buffer.alloc(bytes)) })
    expect((await packed('gzip', 2 * 1024 * 1024)).text).toHaveLength(2 * 1024 * 1024)
    await expect(packed('gzip', 2 * 1024 * 1024 + 1)).rejects.toMatchObject({
      kind: 'malformed',
      detail: 'answer larger than 2097152 bytes',
    })
    await expect(packed('ax-gzip', 1)).rejects.toMatchObject({ kind: 'malformed', detail: 'UNREADABLE' })
  })

  it('is unpacked by the older names of encodings, too', async () => {
    const packed = { headers: { 'content-encoding': 'X-GZip' }, body: gzipSync('plain') }
    expect((await answerTo(packed)).text).toBe('plain')
  })
})
