import type { UserActionItem } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { AuditEntry } from '../platform/audit/append-audit.ts'
import type { Database } from '../platform/database/open-database.ts'
import { appendEntries, auditEntry } from './audit-entries.ts'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { logSearch } from './log-search.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export const userActionsPath = '/api/useractiondetail/v1/details'

let people = 0
/** A person for each test, so that tests do not find each other's actions. */
export const newPerson = () => `person-${++people}@example.com`

/** What tests of User Action Detail do; inside describeOnEachDatabase. The months of 2026 take entries. */
export function auditTrailStage(database: { get(): Database }) {
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys })
    await sql`
      select make_month('user_action', month)
      from generate_series(timestamptz '2026-01-01', timestamptz '2026-12-01', interval '1 month') as month`.execute(
      database.get().db,
    )
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  /** An entry of the server at this time, which its description says; resolves with its transaction. */
  async function enter(email: string, at: string, more: Partial<AuditEntry> = {}): Promise<string> {
    const entry = auditEntry({
      activity: 'SIM Management',
      message: at,
      object: '',
      at: new Date(at),
      ...more,
    })
    await appendEntries(database.get().db, { ...entry, user: more.user ?? { ...entry.user, email } })
    return entry.transactionId
  }

  const { search, found } = logSearch<UserActionItem>(() => server, userActionsPath)
  return { enter, search, found, keys: () => keys, server: () => server }
}
