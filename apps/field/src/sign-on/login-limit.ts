import type { Store } from '../store/store.ts'

const FAILURES = 10
const WINDOW_MS = 5 * 60_000

export interface LoginLimit {
  /** Seconds until this address may try this account again; 0: now. */
  waitFor(email: string, address: string): number
  failed(email: string, address: string): void
  succeeded(email: string, address: string): void
}

/** Ten failures per account and address in five minutes (R19). */
export function openLoginLimit(store: Store): LoginLimit {
  store.define('CREATE TABLE IF NOT EXISTS login_failures (who TEXT NOT NULL, at INTEGER NOT NULL) STRICT')
  const who = (email: string, address: string) => `${email.trim().toLowerCase().slice(0, 254)} ${address}`
  return {
    waitFor(email, address) {
      const now = Date.now()
      store.run('DELETE FROM login_failures WHERE at <= ?', now - WINDOW_MS)
      const row = store.get<{ count: number; oldest: number }>(
        `SELECT count(*) AS count, coalesce(min(at), 0) AS oldest FROM
         (SELECT at FROM login_failures WHERE who = ? ORDER BY at DESC LIMIT ${FAILURES})`,
        who(email, address),
      )
      if (!row || row.count < FAILURES) return 0
      return Math.max(1, Math.ceil((row.oldest + WINDOW_MS - now) / 1000))
    },
    failed: (email, address) =>
      void store.run('INSERT INTO login_failures (who, at) VALUES (?, ?)', who(email, address), Date.now()),
    succeeded: (email, address) =>
      void store.run('DELETE FROM login_failures WHERE who = ?', who(email, address)),
  }
}
