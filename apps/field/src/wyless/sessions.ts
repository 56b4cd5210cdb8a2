import { randomUUID } from 'node:crypto'
import { sameSecret } from '../credentials.ts'
import { textOf } from '../json.ts'
import type { Store } from '../store/store.ts'

const LOGIN = 'console'
const PASSWORD = 'demo-wyless-password'
const PARTNER = '1000'
const SESSION_MS = 3_600_000

interface WylessSessions {
  /** A new session key for a good login, else ''. */
  authenticate(credential: unknown): string
  /** Whether a credential is good: login and password, or a session key; always with the partner. */
  accepts(credential: unknown): boolean
  logOut(credential: unknown): void
}

/** Both ways of Porthos to say who asks (W1, W3). */
export function openWylessSessions(store: Store): WylessSessions {
  store.define(
    'CREATE TABLE IF NOT EXISTS wyless_sessions (key TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT',
  )
  const partnerFits = (credential: unknown) => textOf(credential, 'PartnerId') === PARTNER
  const loginFits = (credential: unknown) =>
    sameSecret(`${textOf(credential, 'Login')}:${textOf(credential, 'Password')}`, `${LOGIN}:${PASSWORD}`)
  return {
    authenticate(credential) {
      if (!partnerFits(credential) || !loginFits(credential)) return ''
      const key = randomUUID()
      store.run('DELETE FROM wyless_sessions WHERE expires <= ?', Date.now())
      store.run('INSERT INTO wyless_sessions (key, expires) VALUES (?, ?)', key, Date.now() + SESSION_MS)
      return key
    },
    accepts(credential) {
      if (!partnerFits(credential)) return false
      const key = textOf(credential, 'SessionKey')
      if (!key) return loginFits(credential)
      const alive = 'SELECT 1 FROM wyless_sessions WHERE key = ? AND expires > ?'
      return store.get(alive, key, Date.now()) !== undefined
    },
    logOut: (credential) =>
      void store.run('DELETE FROM wyless_sessions WHERE key = ?', textOf(credential, 'SessionKey')),
  }
}
