import { traceparentOf } from '../traces/trace-context.ts'
import type { Span } from '../traces/tracer.ts'
import type { Answer } from './exchange.ts'

/** One call of a neighbour. */
export interface Ask<T> {
  /** What the call is for, in logs and metrics: 'read device'. No identifiers. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Segments below the base URL; each is encoded, so that no id can leave its place (R34). */
  path: readonly string[]
  query?: Record<string, string> | undefined
  headers?: Record<string, string> | undefined
  body?: { type: string; text: string } | undefined
  /** Whether it changes nothing and may be repeated. A change is never repeated, unless the system was only busy. */
  safe: boolean
  answerWithinMs?: number | undefined
  /** The user went away. */
  signal?: AbortSignal | undefined
  /** Work that lets people go first where places are few (D30). */
  isPatient?: boolean | undefined
  /** Makes the result of the answer, or throws a NeighbourError. Runs within the try, so it decides on repeating. */
  read: (answer: Answer) => T
}

/** @throws Error for a segment that no encoding keeps in its place (R34): `..` would leave it, empty would vanish */
export function urlOf(base: string, call: Pick<Ask<unknown>, 'path' | 'query'>): URL {
  if (call.path.some((segment) => /^\.{0,2}$/.test(segment)))
    throw new Error('a path segment for a neighbour is empty or made of dots')
  const url = new URL([base, ...call.path.map(encodeURIComponent)].join('/'))
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.append(name, value)
  return url
}

/** To what a call belongs: each neighbour is told. */
export interface Origin {
  transactionId: string | undefined
  span: Span | undefined
}

export function headersOf(call: Ask<unknown>, { transactionId, span }: Origin): Record<string, string> {
  return {
    accept: 'application/json',
    ...(call.body ? { 'content-type': call.body.type } : {}),
    ...(transactionId ? { 'x-transaction-id': transactionId } : {}),
    ...(span ? { traceparent: traceparentOf(span) } : {}),
    ...call.headers,
  }
}
