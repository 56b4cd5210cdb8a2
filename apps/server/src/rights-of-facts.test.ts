import {
  type Call,
  calls,
  factRights,
  isReading,
  type Permission,
  permissions,
  permissionsOf,
  type Role,
  roles,
} from '@support-console/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from './demo/seed.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { plantedFacts, plantFacts } from './testing/planted-facts.ts'
import { readingsOf } from './testing/readings.ts'
import { scopedTokens } from './testing/scoped-tokens.ts'
import { simWorld } from './testing/sim-world.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { startField, type TestField } from './testing/test-field.ts'

vi.setConfig({ testTimeout: 300_000 })

const readings = Object.entries(calls as Record<string, Call>).filter(
  ([, call]) => isReading(call) && !call.streams && call.access !== 'public',
)
/** Rights of facts: a token may lack each of them alone. */
const rightsOfFacts = [...new Set<Permission>([...Object.values(factRights), 'sign-ons.end'])].sort()

interface Caller {
  host: 'test' | 'prod'
  role: Role
  without?: Permission
}
const hiddenFrom = ({ host, role, without }: Caller) => {
  const may = permissionsOf([role], host)
  return plantedFacts.filter(({ right }) => right === without || !may.has(right))
}
const callers = [
  ...roles.flatMap((role) => (['test', 'prod'] as const).map((host): Caller => ({ host, role }))),
  ...rightsOfFacts.map((without): Caller => ({ host: 'test', role: 'eng-admin', without })),
].filter((caller) => hiddenFrom(caller).length > 0)
const nameOf = ({ host, role, without }: Caller) =>
  `${role} on ${host}${without ? ` without ${without}` : ''}`

/** What was asked, said again, tells nothing. */
const withoutEcho = (text: string) => text.replaceAll(/"given":"[^"]*"/g, '')

describeOnOneDatabase('D45 nobody learns by one answer what another call refuses', (database) => {
  let keys: KeyServer
  let field: TestField
  const scoped = scopedTokens()
  const servers = new Map<string, TestApp>()
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField()
    await seed(database.get().db, simWorld)
    await plantFacts(database.get().db, keys.issuer)
    for (const host of ['test', 'prod'])
      servers.set(
        host,
        await startTestApp({
          database: database.get(),
          keys,
          env: { ENVIRONMENT: host, FIELD_URL: field.url, ATT_CALLS_PER_SECOND: '1000' },
          app: { furtherTokens: [scoped.authenticator] },
        }),
      )
  }, 300_000)
  afterAll(async () => {
    await Promise.all([...servers.values()].map((server) => server.close()))
    await field.stop()
    await keys.close()
  })
  const serverOf = ({ host }: Caller): TestApp => servers.get(host) as TestApp

  /** Asks a call in every way, and for its stream, too. */
  const ask = (caller: Caller, token: string, name: string, call: Call) =>
    Promise.all(
      readingsOf(name, call).flatMap(({ path, body }) =>
        ['application/json', ...(call.mayStream ? ['text/event-stream'] : [])].map(async (accept) => {
          const response = await fetch(serverOf(caller).url + path, {
            method: call.method,
            headers: { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
          return { path, code: response.status, text: withoutEcho(await response.text()) }
        }),
      ),
    )
  const tokenOf = ({ role, without }: Caller) =>
    scoped.token(
      role,
      permissions.filter((each) => each !== without),
    )

  it('every fact is told to who may read all, and every reading call is asked', async () => {
    const caller: Caller = { host: 'test', role: 'eng-admin' }
    const token = tokenOf(caller)
    const told = new Set<string>()
    for (const [name, call] of readings) {
      const answers = await ask(caller, token, name, call)
      expect([name, answers.filter(({ code }) => code !== 200)]).toEqual([name, []])
      for (const { text } of answers)
        for (const fact of plantedFacts) if (fact.shows.test(text)) told.add(fact.name)
    }
    expect([...told].sort()).toEqual(plantedFacts.map(({ name }) => name).sort())
  })

  it.each(callers.map((caller) => [nameOf(caller), caller] as const))('D45 %s', async (_name, caller) => {
    const token = tokenOf(caller)
    const hidden = hiddenFrom(caller)
    const learned: string[] = []
    for (const [name, call] of readings)
      for (const { path, text } of await ask(caller, token, name, call))
        for (const { shows, exempt, ...fact } of hidden) {
          const at = exempt?.includes(name) ? -1 : text.search(shows)
          if (at >= 0) learned.push(`${fact.name} by ${path}: …${text.slice(Math.max(0, at - 60), at + 60)}…`)
        }
    expect(learned).toEqual([])
  })
})
