import type { Store } from '../store/store.ts'

const FAILURES = 10
/** Of an address over all accounts, so that no one tries one password with each. */
const FAILURES_OF_ADDRESS = 30
const WINDOW_MS = 5 * 60_000

export interface LoginLimit {
  /** Seconds until this address may try this account again; 0: now. */
  waitFor(email: string, address: string): number
  failed(email: string, address: string): void
  succeeded(email: string, address: string): void
}

/** Ten failures per account and address in five minutes, and thirty per address (R19, F8). */
export function openLoginLimit(store: Store): LoginLimit {
  store.define('CREATE TABLE IF NOT EXISTS login_failures (who TEXT NOT NULL, at INTEGER NOT NULL) STRICT')
  const who = (email: string, address: string) => `${email.trim().toLowerCase().slice(0, 254)} ${address}`
  const anybody = (address: string) => `\n${address}`
  const note = (key: string) =>
    store.run('INSERT INTO login_failures (who, at) VALUES (?, ?)', key, Date.now())

  /** Seconds until the oldest of so many failures is too old to count. */
  function waitAfter(most: number, key: string, now: number): number {
    const row = store.get<{ count: number; oldest: number }>(
      `SELECT count(*) AS count, coalesce(min(at), 0) AS oldest FROM
       (SELECT at FROM login_failures WHERE who = ? ORDER BY at DESC LIMIT ${most})`,
      key,
    )
    if (!row || row.count < most) return 0
    return Math.max(1, Math.ceil((row.oldest + WINDOW_MS - now) / 1000))
  }

  return {
    waitFor(email, address) {
      const now = Date.now()
      store.run('DELETE FROM login_failures WHERE at <= ?', now - WINDOW_MS)
      return Math.max(
        waitAfter(FAILURES, who(email, address), now),
        waitAfter(FAILURES_OF_ADDRESS, anybody(address), now),
      )
    },
    failed(email, address) {
      note(who(email, address))
      note(anybody(address))
    },
    succeeded: (email, address) =>
      void store.run('DELETE FROM login_failures WHERE who = ?', who(email, address)),
  }
}
