import { randomUUID } from 'node:crypto'
import { sameSecret } from '../credentials.ts'
import type { Store } from '../store/store.ts'

const USERNAME = 'console'
const PASSWORD = 'demo-vzn-password'
const API_TOKEN_MS = 3_600_000
const IDLE_MS = 20 * 60_000
const LOGINS_BEFORE_LOCK = 5
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type SessionState = 'good' | 'missing' | 'invalid' | 'expired'

export interface VerizonSessions {
  /** The API token: the same one for an hour from its first issue (V8). */
  apiToken(): { token: string; expiresIn: number }
  isApiToken(token: string): boolean
  /** A session token; or why there is none. Five wrong logins in a row lock the user (V7). */
  logIn(username: string, password: string): { token: string } | 'refused' | 'locked'
  /** Looks at a session token; a good one's twenty minutes begin again. */
  use(token: string | undefined): SessionState
  logOut(token: string): void
  /** For tests: all sessions end as if idle, or the lock is opened as Verizon's support would. */
  expireAll(): void
  unlock(): void
}

/** Verizon's two tokens, kept in the store. */
export function openSessions(store: Store): VerizonSessions {
  store.define(`
    CREATE TABLE IF NOT EXISTS verizon_api_tokens (token TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS verizon_sessions (token TEXT PRIMARY KEY, last_used INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS verizon_logins (failures INTEGER NOT NULL) STRICT`)
  const failures = () => store.get<{ failures: number }>('SELECT failures FROM verizon_logins')?.failures ?? 0
  const setFailures = (count: number) => {
    if (store.run('UPDATE verizon_logins SET failures = ?', count) === 0) {
      store.run('INSERT INTO verizon_logins (failures) VALUES (?)', count)
    }
  }
  return {
    apiToken() {
      const now = Date.now()
      store.run('DELETE FROM verizon_api_tokens WHERE expires <= ?', now)
      const known = store.get<{ token: string; expires: number }>(
        'SELECT token, expires FROM verizon_api_tokens',
      )
      if (known) return { token: known.token, expiresIn: Math.ceil((known.expires - now) / 1000) }
      const token = randomUUID()
      store.run('INSERT INTO verizon_api_tokens (token, expires) VALUES (?, ?)', token, now + API_TOKEN_MS)
      return { token, expiresIn: API_TOKEN_MS / 1000 }
    },
    isApiToken: (token) =>
      store.get('SELECT 1 FROM verizon_api_tokens WHERE token = ? AND expires > ?', token, Date.now()) !==
      undefined,
    logIn(username, password) {
      if (failures() >= LOGINS_BEFORE_LOCK) return 'locked'
      if (!sameSecret(`${username}:${password}`, `${USERNAME}:${PASSWORD}`)) {
        setFailures(failures() + 1)
        return 'refused'
      }
      setFailures(0)
      const token = randomUUID()
      store.run('DELETE FROM verizon_sessions WHERE last_used < ?', Date.now() - 86_400_000)
      store.run('INSERT INTO verizon_sessions (token, last_used) VALUES (?, ?)', token, Date.now())
      return { token }
    },
    use(token) {
      if (!token) return 'missing'
      if (!GUID.test(token)) return 'invalid'
      const now = Date.now()
      const alive = 'UPDATE verizon_sessions SET last_used = ? WHERE token = ? AND last_used > ?'
      return store.run(alive, now, token, now - IDLE_MS) === 1 ? 'good' : 'expired'
    },
    logOut: (token) => void store.run('DELETE FROM verizon_sessions WHERE token = ?', token),
    expireAll: () => void store.run('UPDATE verizon_sessions SET last_used = 0'),
    unlock: () => setFailures(0),
  }
}
