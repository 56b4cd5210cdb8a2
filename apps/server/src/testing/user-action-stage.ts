import type { UserActionItem } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { AuditEntry } from '../platform/audit/append-audit.ts'
import type { Database } from '../platform/database/open-database.ts'
import { appendEntries, auditEntry } from './audit-entries.ts'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export const userActionsPath = '/api/useractiondetail/v1/details'

let people = 0
/** Somebody of his own for each test, so that tests do not find each other's actions. */
export const newPerson = () => `person-${++people}@example.com`

/** What tests of User Action Detail do; inside describeOnEachDatabase. The months of 2026 take entries. */
export function userActionStage(database: { get(): Database }) {
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys })
    await sql`
      select user_action_make_month(month)
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

  async function search(query: Record<string, string | number>) {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const { code, envelope } = await server.call('GET', `${userActionsPath}?${text}`)
    return { code, ...envelope, data: envelope.data as { items: UserActionItem[]; hasMore: boolean } }
  }

  /** The descriptions of what a search finds. */
  async function found(query: Record<string, string | number>) {
    const { data } = await search(query)
    return data.items.map((item) => item.statusDesc)
  }

  return { enter, search, found, keys: () => keys, server: () => server }
}
