/**
 * What others hang on the session without the session knowing them: the activity log, the query cache.
 */
export interface SessionEvents {
  /** A new sign-on (not a reload, not another tab's). */
  signedOn: () => void
  /**
   * A deliberate sign-out begins; the token still works. Waited for, but not longer than `SIGN_OUT_WAIT`. What is
   * recorded of it goes under this transaction id (D8).
   */
  beforeSignOut: (transactionId: string) => Promise<void>
  /** No one is signed in any more in this tab. Drop everything that belongs to a user. */
  signedOut: () => void
  /** A token is offered again after a time without. */
  tokenOffered: () => void
}

/** How long a sign-out waits for others, in milliseconds. */
export const SIGN_OUT_WAIT = 3000

const listeners: { [Name in keyof SessionEvents]: Set<SessionEvents[Name]> } = {
  signedOn: new Set(),
  beforeSignOut: new Set(),
  signedOut: new Set(),
  tokenOffered: new Set(),
}

/** Registers for an event until the returned function is called. */
export function onSession<Name extends keyof SessionEvents>(
  name: Name,
  listener: SessionEvents[Name],
): () => void {
  listeners[name].add(listener)
  return () => listeners[name].delete(listener)
}

export function emit(name: 'signedOn' | 'signedOut' | 'tokenOffered'): void {
  for (const listener of listeners[name]) listener()
}

export async function emitBeforeSignOut(transactionId: string): Promise<void> {
  const all = Promise.allSettled([...listeners.beforeSignOut].map((listener) => listener(transactionId)))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_WAIT))])
}
