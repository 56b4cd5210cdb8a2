import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { type SeedPart, seed } from '../demo/seed.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-database.ts'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { startField, type TestField } from './test-field.ts'

interface ServersOnField<Name extends string> {
  keys: () => KeyServer
  field: () => TestField
  server: (name: Name) => TestApp
}

/**
 * For a `describe`: servers over one database beside a field of their own, as replicas are or as hosts of several kinds,
 * each with its settings. All of them stand while its tests run; faults of the field end with each test.
 */
export function serversOnField<Name extends string>(
  database: { get: () => Database },
  settings: Readonly<Record<Name, Record<string, string>>>,
  seeds: readonly SeedPart[] = [],
  /** Those that do not go by the system's. */
  clocks?: Readonly<Partial<Record<Name, Clock>>>,
): ServersOnField<Name> {
  let keys: KeyServer
  let field: TestField
  const servers = new Map<string, TestApp>()
  beforeAll(async () => {
    await seed(database.get().db, seeds)
    keys = await startKeyServer()
    field = await startField()
    for (const name of Object.keys(settings) as Name[]) {
      const env = { FIELD_URL: field.url, ...settings[name] }
      const clock = clocks?.[name]
      const app = clock && { clock }
      const server = await startTestApp({ database: database.get(), keys, env, ...(app && { app }) })
      servers.set(name, server)
      // A machine that stands still may make its first look at the keys fail, and the next one comes after 30 s (R12).
      await vi.waitFor(
        async () => {
          const { code, text } = await server.call('GET', '/api/session/v1/access')
          if (code !== 200) throw new Error(`the server does not let us in: ${text}`)
        },
        { timeout: 120_000, interval: 500 },
      )
    }
  })
  afterEach(() => field.heal())
  afterAll(async () => {
    await Promise.all([...servers.values()].map((server) => server.close()))
    await field?.stop()
    await keys?.close()
  })
  return {
    keys: () => keys,
    field: () => field,
    server: (name) => {
      const server = servers.get(name)
      if (!server) throw new Error(`no server is called ${name}`)
      return server
    },
  }
}
