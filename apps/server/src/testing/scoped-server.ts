import { permissions } from '@support-console/contract'
import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../platform/database/open-database.ts'
import type { TestDatabase } from './databases.ts'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { scopedTokens } from './scoped-tokens.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/**
 * A server for the tests of one block, with a clock that they move, whose callers have all rights but those that a test names.
 * @param plant what stands in the database before the first of them
 */
export function scopedServer(database: TestDatabase, plant: (db: Db) => Promise<unknown>) {
  const scoped = scopedTokens()
  let keys: KeyServer
  let clock: TestClock
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    clock = createTestClock()
    const app = { clock, furtherTokens: [scoped.authenticator] }
    server = await startTestApp({ database: database.get(), keys, app })
    await plant(database.get().db)
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })
  const token = (without: readonly string[] = []) =>
    scoped.token(
      'eng-admin',
      permissions.filter((right) => !without.includes(right)),
    )
  return {
    db: () => database.get().db,
    clock: () => clock,
    token,
    /** So many minutes from now. */
    at: (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000),
    call: (
      method: string,
      path: string,
      { without, body }: { without?: readonly string[] | undefined; body?: unknown } = {},
    ) => server.call(method, path, { token: token(without), ...(body !== undefined && { body }) }),
  }
}
