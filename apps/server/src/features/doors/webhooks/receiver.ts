import { lookup as ask } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { type DeliveryProblem, longestWebhookAnswer, madePlain } from '@support-console/contract'
import ipaddr from 'ipaddr.js'
import { Agent } from 'undici'
import { type Clock, timeLimit } from '../../../platform/clock.ts'

export interface Address {
  address: string
  family: number
}
/** All addresses of a name; rejects where it has none. */
export type Lookup = (hostname: string) => Promise<readonly Address[]>

export const systemLookup: Lookup = (hostname) => ask(hostname, { all: true, verbatim: true })

/** How long an attempt may take in all. */
const attemptMs = 15_000
/** More of an answer is not read. */
const mostReadBytes = 4096
/** All of IPv6 that was ever given out. */
const global = ipaddr.IPv6.parseCIDR('2000::/3')
const local: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether an address is one of the Internet: not of this machine, a network inside, or a way round to one. */
export function isOutside(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  // One that is mapped into IPv6 counts as itself.
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(global[0], global[1])
}

/** Why an address may not be a webhook's, as it stands; undefined: it may. */
export function faultOf(url: string, allowsLocal: boolean): string | undefined {
  const { protocol, hostname } = new URL(url)
  const isLocal = local.includes(hostname)
  if (isLocal && allowsLocal) return undefined
  if (protocol !== 'https:')
    return allowsLocal ? 'must be an https address, or http to localhost' : 'must be an https address'
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isLocal || (ipaddr.isValid(literal) && !isOutside(literal)))
    return 'must lead to the Internet, not to this machine or a network inside'
  return undefined
}

/** What came of an attempt. */
export interface Outcome {
  /** Null: no answer came. */
  status: number | null
  /** Null: it was delivered. */
  problem: DeliveryProblem | null
  answer: string
  /** The receiver asks for a pause of so many milliseconds. */
  pauseMs?: number | undefined
}

interface Post {
  url: string
  headers: Record<string, string>
  body: string
}

interface Parts {
  clock: Clock
  lookup: Lookup
  allowsLocal: boolean
}

/**
 * One attempt. The name is looked up and each of its addresses is checked; the connection goes to those that were checked and
 * nowhere else, whatever the name says a moment later. Redirects are not followed.
 * @throws the signal's reason
 */
export async function post(
  { url, headers, body }: Post,
  parts: Parts,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock } = parts
  const failed = (problem: DeliveryProblem): Outcome => ({ status: null, problem, answer: '' })
  if (faultOf(url, parts.allowsLocal)) return failed('inside')
  const { origin, pathname, search, hostname } = new URL(url)
  const timeUp = timeLimit(clock, attemptMs)
  const agent = { close: async () => {} }
  try {
    const found = await resolve(hostname, parts, timeUp.signal)
    if (found === 'inside' || found === 'no-address') return failed(found)
    const pinned: LookupFunction = (_name, { all }, tell) =>
      all ? tell(null, [...found]) : tell(null, found[0]?.address ?? '', found[0]?.family)
    const way = new Agent({ connect: { lookup: pinned, timeout: attemptMs }, allowH2: false, connections: 1 })
    agent.close = () => way.destroy()
    const response = await way.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'support-console-webhooks', ...headers },
      body,
      signal: AbortSignal.any([signal, timeUp.signal]),
    })
    const retryAfter = String(response.headers['retry-after'] ?? '')
    return { ...judged(response.statusCode, retryAfter, clock), answer: await beginningOf(response.body) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    return failed(timeUp.signal.aborted ? 'timeout' : problemOf(error))
  } finally {
    timeUp.stop()
    await agent.close()
  }
}

function judged(status: number, retryAfter: string, clock: Clock): Omit<Outcome, 'answer'> {
  if (status >= 200 && status < 300) return { status, problem: null }
  if (status >= 300 && status < 400) return { status, problem: 'redirect' }
  const mayPause = [429, 502, 503, 504].includes(status)
  return { status, problem: 'status', pauseMs: mayPause ? pauseOf(retryAfter, clock) : undefined }
}

async function resolve(hostname: string, { lookup, allowsLocal }: Parts, timeUp: AbortSignal) {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal))
    return [{ address: literal, family: ipaddr.parse(literal).kind() === 'ipv6' ? 6 : 4 }]
  const isOver = new Promise<never>((_, reject) => {
    timeUp.addEventListener('abort', () => reject(timeUp.reason), { once: true })
  })
  const found = await Promise.race([lookup(hostname).catch(() => []), isOver])
  if (found.length === 0) return 'no-address'
  if (allowsLocal && hostname === 'localhost') return found
  // One inside is enough: which of them would be taken is not ours to say.
  return found.every(({ address }) => isOutside(address)) ? found : 'inside'
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body) {
    parts.push(part)
    bytes += part.length
    if (bytes >= mostReadBytes) break
  }
  return madePlain(Buffer.concat(parts).toString('utf8')).slice(0, longestWebhookAnswer).toWellFormed()
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3), in milliseconds. */
function pauseOf(header: string, clock: Clock): number | undefined {
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - clock.now().getTime())
}

function problemOf(error: unknown): DeliveryProblem {
  const { code, isConnecting } = originOf(error)
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) return 'certificate'
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout'
  return isConnecting || code === 'ECONNREFUSED' ? 'unreachable' : 'cut'
}

/** The code of the error that all began with, and whether it came while the connection was being made. */
function originOf(error: unknown): { code: string; isConnecting: boolean } {
  if (typeof error !== 'object' || error === null) return { code: '', isConnecting: false }
  const { code, cause, syscall } = error as { code?: unknown; cause?: unknown; syscall?: unknown }
  return typeof code === 'string' ? { code, isConnecting: syscall === 'connect' } : originOf(cause)
}
