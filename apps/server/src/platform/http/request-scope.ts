import { AsyncLocalStorage } from 'node:async_hooks'
import { identifierForms } from '@support-console/contract'

/** What belongs to the call being answered; log lines and calls to neighbours read it (D8). */
interface RequestScope {
  transactionId: string
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

/** The id that came with a request in `X-Transaction-Id`, if it is a UUID (R33). */
export const givenTransactionId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? identifierForms.transactionId(header) : undefined
