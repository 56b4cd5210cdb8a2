import { AsyncLocalStorage } from 'node:async_hooks'
import { identifierForms } from '@support-console/contract'
import { traceIdOf } from './traces/trace-context.ts'
import type { Span } from './traces/tracer.ts'

/** What belongs to the call being answered; log lines and calls to neighbours read it (D8). */
export interface RequestScope {
  transactionId: string
  /** The trace that it belongs to; of its own where no one says. */
  traceId?: string | undefined
  /** Whose call it is, once that is known. */
  email?: string | undefined
  /** What is under way in it, where traces are kept. */
  span?: Span | undefined
  /** No one waits for it: at neighbours, people go first (D30, D50). */
  isPatient?: boolean | undefined
  /** Who asks slows down by itself where a neighbour says that it is too much, so no call is repeated for that. */
  slowsDown?: boolean | undefined
}

const storage = new AsyncLocalStorage<RequestScope>()

/** Runs `work` so that everything it starts belongs to this transaction; jobs use it as calls do. */
export function inScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work)
}

/** The transaction id of the present call, or undefined outside of one. */
export function currentTransactionId(): string | undefined {
  return storage.getStore()?.transactionId
}

/** Who asks for what is being done, and in which transaction; undefined outside of one. */
export function currentLook(): { transactionId: string; email: string } | undefined {
  const scope = storage.getStore()
  return scope && { transactionId: scope.transactionId, email: scope.email ?? '' }
}

/** The trace of the present call, which its log lines name. */
export function currentTraceId(): string | undefined {
  const scope = storage.getStore()
  return scope && (scope.traceId ?? traceIdOf(scope.transactionId))
}

/** Whether people go first at whatever is asked now. */
export const isPatientNow = (): boolean => storage.getStore()?.isPatient ?? false

export const slowsDownNow = (): boolean => storage.getStore()?.slowsDown ?? false

/** Runs `work` in the present scope, on someone's behalf, and lets people go first at every neighbour. */
export function patiently<T>(email: string, work: () => T, { slowsDown = false } = {}): T {
  const scope = storage.getStore()
  if (!scope) throw new Error('what is done patiently belongs to a transaction')
  return inScope({ ...scope, email, isPatient: true, slowsDown }, work)
}

export const currentSpan = (): Span | undefined => storage.getStore()?.span

/** Of a request; of one that failed before the first hook there is no more than its id. */
export const scopeOf = ({ id, scope }: { id: string; scope: RequestScope | undefined }): RequestScope =>
  scope ?? { transactionId: id }

/** The id that came with a request in `X-Transaction-Id`, if it is a UUID (R33). */
export const givenTransactionId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? identifierForms.transactionId(header) : undefined
