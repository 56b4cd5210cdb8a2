import type { ResolvedLine, SearchHit } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { companySettingsSeed } from '../../demo/company-settings.ts'
import { csrSeed } from '../../demo/csr.ts'
import { panelsSeed } from '../../demo/panels.ts'
import { seed } from '../../demo/seed.ts'
import { simsSeed } from '../../demo/sims.ts'
import { usersSeed } from '../../demo/users.ts'
import { systemClock } from '../../platform/clock.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import type { TestDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testSecrets } from '../../testing/test-secrets.ts'

export const harborSim = '8901170000000000013'
export const transaction = 'a2bf7919-1111-4222-8333-444455556666'
export const part = 'b3c07919-1111-4222-8333-444455556666'

export const shown = ({ kind, id, matched }: SearchHit) => `${kind} ${id} ${matched.field} ${matched.how}`

/** A server over the demo world with a little more, for the tests of a file, and how these search in it. */
export function searchStage(database: TestDatabase) {
  const db = () => database.get().db
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(db(), [
      companiesSeed(testSecrets),
      simsSeed(testSecrets),
      companySettingsSeed,
      panelsSeed,
      usersSeed,
      csrSeed,
    ])
    await appendEntries(db(), {
      message: 'Deactivate SIM',
      user: { issuer: 'i', subject: 's', email: 'Dana.Scully@example.com', sessionId: 's', tokenId: 't' },
      transactionId: transaction,
      subTransactionId: part,
    })
    await db()
      .insertInto('webconnect_container')
      .values({ container_name: 'webconnect-3', said_at: null, checked_at: new Date() })
      .execute()
    await db()
      .insertInto('panel_id')
      .values({ physical_id: '0a0a0a0a-0000-4000-8000-00000000000a', cloud_id: 'CBS0000004' })
      .execute()
    await sql`update panel set panel_info = panel_info || '{"deviceId": "DEV-77:01", "productId": "P-9004"}'
      where cloud_id = 'CBS0000002'`.execute(db())
    await sql`analyze`.execute(db())
    // How long a call may take is a fact of other tests: 500 lines may take half a minute of a busy machine (R29).
    const clock = { ...systemClock, after: () => ({ stop: () => {} }) }
    server = await startTestApp({ database: database.get(), keys, app: { clock } })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  const call: TestApp['call'] = (...asked) => server.call(...asked)
  /** Someone with these roles, a new person where nothing else is said. */
  const tokenOf = (roles: readonly string[], sub = `of ${roles}`) =>
    keys.token({ sub, resource_access: { 'support-console': { roles } } })
  async function find(q: string, { limit = 20, token }: { limit?: number; token?: string } = {}) {
    const address = `/api/search/v1/find?q=${encodeURIComponent(q)}&limit=${limit}`
    const { code, envelope } = await call('GET', address, token ? { token } : {})
    expect(code, envelope.message).toBe(200)
    return envelope.data as { hits: SearchHit[]; hasMore: boolean; kinds: string[] }
  }
  const best = async (q: string) => {
    const [first] = (await find(q)).hits
    return first && shown(first)
  }
  async function resolve(text: string, token?: string) {
    const { code, envelope } = await call('POST', '/api/search/v1/resolve', {
      body: { text },
      ...(token && { token }),
    })
    return { code, envelope, items: (envelope.data as { items: ResolvedLine[] } | null)?.items ?? [] }
  }
  return { db, call, tokenOf, find, best, resolve }
}
