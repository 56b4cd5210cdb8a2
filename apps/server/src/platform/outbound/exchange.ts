import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { madePlain } from '@support-console/contract'
import { type Dispatcher, EnvHttpProxyAgent, setGlobalDispatcher } from 'undici'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import { type NeighbourError, neighbourErrors } from './neighbour-error.ts'

/** The most that a neighbour may answer (R35). */
const ANSWER_LIMIT_BYTES = 2 * 1024 * 1024

/**
 * One pool of connections for all neighbours. TLS is verified (undici's default, and there is no setting to turn it
 * off); redirects are not followed, because nothing here asks for it (R34). Through a proxy where HTTP_PROXY, HTTPS_PROXY and
 * NO_PROXY say so.
 * @param options.proxy instead of what the environment says
 */
export function createAgent({
  connectTimeoutMs = 5000,
  proxy = {},
}: {
  connectTimeoutMs?: number
  proxy?: { httpProxy?: string; httpsProxy?: string; noProxy?: string }
} = {}): Dispatcher {
  return new EnvHttpProxyAgent({
    ...proxy,
    connect: { timeout: connectTimeoutMs },
    maxResponseSize: ANSWER_LIMIT_BYTES,
    // Each call has a time-out of its own, over everything; these would only cut it short.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  })
}

/** The same way out for what is asked by `fetch`: the sign-on provider, time-stamps, traces. */
export const allGoOutAlike = (): void => setGlobalDispatcher(new EnvHttpProxyAgent())

/** What a neighbour answered, in full. Its text never goes into a log: it may hold secrets. */
export interface Answer {
  status: number
  contentType: string
  text: string
  retryAfterMs: number | undefined
  /** The answer as this shape, or `malformed`. */
  json<Shape extends z.ZodType>(shape: Shape): z.output<Shape>
  /** The same where it is only of help, for example the body of an error: undefined when it does not fit. */
  tryJson<Shape extends z.ZodType>(shape: Shape): z.output<Shape> | undefined
  /** An error for an answer that came but does not fit. */
  malformed(why: string): NeighbourError
}

interface Exchange {
  agent: Dispatcher
  clock: Clock
  system: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string | undefined
  /** Aborted when the caller went away or the time is over. */
  signal: AbortSignal
}

/**
 * One request and its whole answer. Rejects with a NeighbourError when no answer came, or with the signal's reason
 * when the signal ended it.
 */
export async function exchange(request: Exchange): Promise<Answer> {
  const { agent, clock, system, method, url, headers, body, signal } = request
  try {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
      signal,
    })
    const contentType = String(response.headers['content-type'] ?? '')
    const packed = Buffer.from(await response.body.arrayBuffer())
    const text = (await unpacked(packed, response.headers['content-encoding'])).toString('utf8')
    return answerOf(
      system,
      response.statusCode,
      contentType,
      text,
      retryAfter(String(response.headers['retry-after'] ?? ''), clock),
    )
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw whyNoAnswer(system, error)
  }
}

const unpackers = { gzip: promisify(gunzip), br: promisify(brotliDecompress), deflate: promisify(inflate) }

/** We ask for nothing packed; a proxy may pack all the same (RFC 9110, 12.5.3). */
async function unpacked(body: Buffer, encoding: string | string[] | undefined): Promise<Buffer> {
  const name = String(encoding ?? '')
    .trim()
    .toLowerCase()
    .replace(/^x-/, '')
  if (name === '' || name === 'identity') return body
  if (!Object.hasOwn(unpackers, name))
    throw Object.assign(new Error('unknown encoding'), { code: 'UNREADABLE' })
  return unpackers[name as keyof typeof unpackers](body, { maxOutputLength: ANSWER_LIMIT_BYTES })
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

function whyNoAnswer(system: string, error: unknown): NeighbourError {
  const { code, isConnecting } = originOf(error)
  const detail = code || (error instanceof Error ? error.name : 'unknown error')
  const facts = { detail, cause: error }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_BUFFER_TOO_LARGE') {
    return neighbourErrors.malformed(system, {
      ...facts,
      detail: `answer larger than ${ANSWER_LIMIT_BYTES} bytes`,
    })
  }
  if (/^(HPE_|Z_|ERR_BROTLI|ERR__ERROR|UNREADABLE)/.test(code))
    return neighbourErrors.malformed(system, facts)
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return neighbourErrors.unreachable(system, {
      ...facts,
      sent: false,
      sentence: `${system} shows a certificate that the console does not trust. Tell the administrator.`,
    })
  }
  // These can also end a connection that stood already.
  if (neverSent.has(code) || (isConnecting && /^E(HOST|NET)UNREACH$/.test(code)))
    return neighbourErrors.unreachable(system, { ...facts, sent: false })
  return neighbourErrors.cut(system, facts)
}

/** The code of the error that all began with, and whether it came while the connection was being made. */
function originOf(error: unknown): { code: string; isConnecting: boolean } {
  if (typeof error !== 'object' || error === null) return { code: '', isConnecting: false }
  const { code, cause, syscall } = error as { code?: unknown; cause?: unknown; syscall?: unknown }
  return typeof code === 'string' ? { code, isConnecting: syscall === 'connect' } : originOf(cause)
}

/** What can be in a text that is not plain; most answers have nothing of it, and are read as they are. */
const mayBeOdd = /[\u007f-\u009f\p{Cs}\u202a-\u202e\u2066-\u2069]|\\[ubfnrt]/u

/** A neighbour's texts are plain, whatever it sends: one odd character must not cost the rest of its answer. */
function parseJson(given: string): unknown {
  // RFC 8259, 8.1: no one should send a byte order mark, and anyone who reads may pass over it.
  const text = given.replace(/^\ufeff/, '')
  return mayBeOdd.test(text)
    ? JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? madePlain(value) : value))
    : JSON.parse(text)
}

function answerOf(
  system: string,
  status: number,
  contentType: string,
  text: string,
  retryAfterMs: number | undefined,
): Answer {
  const shapeOf = `HTTP ${status}, ${contentType || 'no content type'}, ${text.length} characters`
  const malformed = (why: string) => neighbourErrors.malformed(system, { detail: `${why} (${shapeOf})` })
  return {
    status,
    contentType,
    text,
    retryAfterMs,
    malformed,
    json(shape) {
      let value: unknown
      try {
        value = parseJson(text)
      } catch {
        throw malformed('not JSON')
      }
      const parsed = shape.safeParse(value)
      if (parsed.success) return parsed.data
      const places = parsed.error.issues
        .slice(0, 5)
        .map((issue) => `${issue.path.join('.') || '(top)'} ${issue.code}`)
      throw malformed(`unexpected shape: ${places.join(', ')}`)
    },
    tryJson(shape) {
      try {
        return shape.safeParse(parseJson(text)).data
      } catch {
        return undefined
      }
    },
  }
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3), in milliseconds. */
function retryAfter(header: string, clock: Clock): number | undefined {
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - clock.now().getTime())
}
