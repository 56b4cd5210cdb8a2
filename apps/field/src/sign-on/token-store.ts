import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Store } from '../store/store.ts'
import { IDLE_SECONDS } from './settings.ts'

interface Row {
  payload: string
  consumed: number | null
}

const seconds = () => Math.floor(Date.now() / 1000)

/** Ids are secrets (a refresh token is its own id), so only their hashes are stored. */
const hashed = (id: string) => createHash('sha256').update(id).digest('base64url')

export interface TokenStore {
  adapterFor(model: string): Adapter
  /** Whether a login still lives. */
  lives(sessionUid: string): boolean
  /** A login was used: its idle time begins again. */
  touch(sessionUid: string): void
  /** Ends a login with all its tokens. */
  end(sessionUid: string): void
  dropExpired(): void
}

/** Everything that the provider remembers, in the field's store. A Session row lives at most IDLE_SECONDS after its last use. */
export function openTokenStore(store: Store, reuseSeconds: number): TokenStore {
  store.define(`
    CREATE TABLE IF NOT EXISTS sign_on (
      model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, user_code TEXT,
      session_uid TEXT, expires INTEGER, idle_until INTEGER, consumed INTEGER, reused INTEGER, PRIMARY KEY (model, id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS sign_on_grant ON sign_on (grant_id);
    CREATE INDEX IF NOT EXISTS sign_on_session ON sign_on (session_uid);
    CREATE INDEX IF NOT EXISTS sign_on_uid ON sign_on (uid)`)
  // A folder of an earlier version.
  const columns = store.all<{ name: string }>("SELECT name FROM pragma_table_info('sign_on')")
  if (!columns.some(({ name }) => name === 'reused'))
    store.define('ALTER TABLE sign_on ADD COLUMN reused INTEGER')

  /**
   * Its answer may have been lost, with the page that asked (Keycloak: Refresh Token Max Reuse 1): once more, soon, and
   * not when a later token of the login was used, since then someone had the answer.
   */
  const mayBeReused = `model = 'RefreshToken' AND consumed > ? AND reused IS NULL AND NOT EXISTS (
    SELECT 1 FROM sign_on AS later WHERE later.model = 'RefreshToken' AND later.consumed IS NOT NULL
      AND later.session_uid = sign_on.session_uid AND later.rowid > sign_on.rowid)`

  const alive = '(expires IS NULL OR expires > ?) AND (idle_until IS NULL OR idle_until > ?)'
  const find = (model: string, column: 'id' | 'uid' | 'user_code', value: string) => {
    const now = seconds()
    const row = store.get<Row>(
      `SELECT payload, CASE WHEN ${mayBeReused} THEN NULL ELSE consumed END AS consumed
       FROM sign_on WHERE model = ? AND ${column} = ? AND ${alive}`,
      now - reuseSeconds,
      model,
      value,
      now,
      now,
    )
    if (!row) return undefined
    const payload = JSON.parse(row.payload) as AdapterPayload
    return row.consumed === null ? payload : { ...payload, consumed: row.consumed }
  }
  const end = (sessionUid: string) => {
    store.run("DELETE FROM sign_on WHERE model = 'Session' AND uid = ?", sessionUid)
    store.run('DELETE FROM sign_on WHERE session_uid = ?', sessionUid)
  }

  const adapterFor = (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      store.run(
        `INSERT OR REPLACE INTO sign_on
         (model, id, payload, grant_id, uid, user_code, session_uid, expires, idle_until, consumed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        model,
        hashed(id),
        // a session is also looked for by its uid and must then know its id
        JSON.stringify(model === 'Session' ? payload : { ...payload, jti: undefined }),
        payload.grantId ?? null,
        payload.uid ?? null,
        payload.userCode ?? null,
        payload.sessionUid ?? null,
        expiresIn ? seconds() + expiresIn : null,
        model === 'Session' ? seconds() + IDLE_SECONDS : null,
        typeof payload.consumed === 'number' ? payload.consumed : null,
      )
    },
    async find(id) {
      const payload = find(model, 'id', hashed(id))
      return payload && { ...payload, jti: id }
    },
    findByUid: async (uid) => find(model, 'uid', uid),
    findByUserCode: async (code) => find(model, 'user_code', code),
    async consume(id) {
      // one conditional statement: of several that come at once exactly one wins
      const won = store.run(
        'UPDATE sign_on SET consumed = ? WHERE model = ? AND id = ? AND consumed IS NULL',
        seconds(),
        model,
        hashed(id),
      )
      if (won === 1) return
      const again = store.run(
        `UPDATE sign_on SET reused = 1 WHERE model = ? AND id = ? AND ${mayBeReused}`,
        model,
        hashed(id),
        seconds() - reuseSeconds,
      )
      if (again === 1) return
      const row = store.get<{ session_uid: string | null }>(
        'SELECT session_uid FROM sign_on WHERE model = ? AND id = ?',
        model,
        hashed(id),
      )
      if (row?.session_uid) end(row.session_uid)
      throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      store.run('DELETE FROM sign_on WHERE model = ? AND id = ?', model, hashed(id))
    },
    async revokeByGrantId(grantId) {
      store.run('DELETE FROM sign_on WHERE model = ? AND grant_id = ?', model, grantId)
    },
  })

  return {
    adapterFor,
    lives: (sessionUid) => find('Session', 'uid', sessionUid) !== undefined,
    touch: (sessionUid) =>
      void store.run(
        "UPDATE sign_on SET idle_until = ? WHERE model = 'Session' AND uid = ?",
        seconds() + IDLE_SECONDS,
        sessionUid,
      ),
    end,
    dropExpired: () =>
      void store.run('DELETE FROM sign_on WHERE expires < ? OR idle_until < ?', seconds(), seconds()),
  }
}
