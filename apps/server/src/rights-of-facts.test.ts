import { randomUUID } from 'node:crypto'
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
import { isThorough } from '../../../scripts/testing/thorough.ts'
import { seed } from './demo/seed.ts'
import type { Asked } from './testing/action-samples.ts'
import { addressOf, type Change, changesOf } from './testing/changes.ts'
import { companyCalls } from './testing/company-calls.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { plantFacts, plantFactsAgain } from './testing/plant-facts.ts'
import { type PlantedFact, at as planted, plantedFacts } from './testing/planted-facts.ts'
import { quiet } from './testing/quiet.ts'
import { readingsOf } from './testing/readings.ts'
import { scopedTokens } from './testing/scoped-tokens.ts'
import { simWorld } from './testing/sim-world.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { startField, type TestField } from './testing/test-field.ts'

vi.setConfig({ testTimeout: 300_000 })

const all = Object.entries(calls as Record<string, Call>)
const readings = all.filter(([, call]) => isReading(call) && !call.streams && call.access !== 'public')
const changes = all.filter(([, call]) => !isReading(call))
/** Rights of facts: a token may lack each of them alone. */
const rightsOfFacts = [
  ...new Set<Permission>([...Object.values(factRights), 'sign-ons.end', 'webhooks.manage']),
].sort()

interface Caller {
  host: 'test' | 'prod'
  role: Role
  without?: Permission
}
const hiddenFrom = ({ host, role, without }: Caller) => {
  const may = permissionsOf([role], host)
  return plantedFacts.filter(({ right }) => [right].flat().some((each) => each === without || !may.has(each)))
}
const callers = [
  ...roles.flatMap((role) => (['test', 'prod'] as const).map((host): Caller => ({ host, role }))),
  ...rightsOfFacts.map((without): Caller => ({ host: 'test', role: 'eng-admin', without })),
].filter((caller) => hiddenFrom(caller).length > 0)
/** In the check each role, and one of those who lack a right alone, make a change in all ways; others in the first. */
const makesAll = ({ without }: Caller) => isThorough || without === undefined || without === rightsOfFacts[0]
const nameOf = ({ host, role, without }: Caller) =>
  `${role} on ${host}${without ? ` without ${without}` : ''}`

interface Told {
  path: string
  text: string
}

/** What was asked, said again, tells nothing. */
const withoutEcho = (text: string) => text.replaceAll(/"given":"[^"]*"/g, '')
const withoutWordsOf = ({ params, body }: Asked, text: string) =>
  textsIn([params, body])
    .filter((each) => each.length > 3)
    .reduce((left, each) => left.replaceAll(each, ''), text)
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : typeof value === 'string'
      ? [value]
      : []

describeOnOneDatabase('D45 no one learns by one answer what another call refuses', (database) => {
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
          env: {
            ENVIRONMENT: host,
            FIELD_URL: field.url,
            ATT_CALLS_PER_SECOND: '1000',
            CSR_LOOK_MS: '10',
            DEACTIVATION_LOOK_MS: '10',
            SWEEP_RATES: 'ATT=0.1,VZN=0.1,AERIS=0.1,WYLESS=0.1',
          },
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
  const tokenOf = ({ role, without }: Caller, person?: string) =>
    scoped.token(
      role,
      permissions.filter((each) => each !== without),
      person,
    )

  /** What must be hidden of what a call told. */
  const learned = (hidden: readonly PlantedFact[], name: string, told: readonly Told[]) =>
    told.flatMap(({ path, text }) =>
      hidden.flatMap(({ shows, exempt, name: fact }) => {
        const found = exempt?.includes(name) ? -1 : text.search(shows)
        return found < 0 ? [] : [`${fact} by ${path}: …${text.slice(Math.max(0, found - 60), found + 60)}…`]
      }),
    )
  const everyCaller = callers.map((caller) => [nameOf(caller), caller] as const)

  /** All is as it was before a change. */
  async function plantAgain(): Promise<void> {
    const { db } = database.get()
    await quiet(db, planted.worker)
    await plantFactsAgain(db)
  }

  /** Makes a change. What is told are body and headers, without the words of the asking. */
  async function make(caller: Caller, call: Call, change: Change, token: string | null, id: string) {
    const path = addressOf(call, change)
    const answer = await serverOf(caller).call(call.method, path, { ...change, token, transactionId: id })
    const { code, headers, text } = answer
    const all = [...headers, [text]].map((line) => line.join(': ')).join('\n')
    return { path: `${call.method} ${path}`, code, text: withoutWordsOf(change, all) }
  }

  /** Makes a changing call in every way, each twice under one transaction (D9), upon what is planted. */
  async function makeAll(caller: Caller, name: string, call: Call, tokens: Tokens) {
    const { db } = database.get()
    const { load } = companyCalls(() => serverOf(caller))
    const told: (Told & { code: number })[] = []
    let isPlanted = false
    const once = async (at: number, token: string | null, id: string) => {
      if (!isPlanted) await plantAgain()
      const ways = await changesOf(name, () => load(planted.companyId), makesAll(caller))
      const change = ways[at] as Change
      await change.given?.(db, scoped.personOf(token ?? tokens.own))
      const answer = await make(caller, call, change, token, id)
      isPlanted = !change.given && answer.code >= 400 && answer.code < 500
      // Who is refused the call is told so whatever comes with it.
      return {
        ...answer,
        isLast: answer.code === 403 || !makesAll(caller) || at + 1 === ways.length,
        repeat: () => make(caller, call, change, tokens.own, id),
      }
    }
    // The same person made it before with all rights.
    if (tokens.before) told.push(await (await once(0, tokens.before, randomUUID())).repeat())
    for (let at = 0, isLast = false; !isLast; at++) {
      const answer = await once(at, tokens.own, randomUUID())
      told.push(answer, await answer.repeat())
      isLast = answer.isLast
    }
    return told
  }

  const engineer: Caller = { host: 'test', role: 'eng-admin' }
  const everyFact = plantedFacts.map(({ name }) => name).sort()
  /** What of all that is planted someone is told who may read all. */
  async function allTold(): Promise<string[]> {
    const token = tokenOf(engineer)
    const told = new Set<string>()
    for (const [name, call] of readings) {
      const answers = await ask(engineer, token, name, call)
      expect([name, answers.filter(({ code }) => code !== 200)]).toEqual([name, []])
      for (const { text } of answers)
        for (const fact of plantedFacts) if (fact.shows.test(text)) told.add(fact.name)
    }
    return [...told].sort()
  }

  it('every fact is told to who may read all, and every reading call is asked', async () => {
    expect(await allTold()).toEqual(everyFact)
  })

  it.each(everyCaller)('D45 %s', async (_name, caller) => {
    const token = tokenOf(caller)
    const hidden = hiddenFrom(caller)
    const found: string[] = []
    for (const [name, call] of readings)
      found.push(...learned(hidden, name, await ask(caller, token, name, call)))
    expect(found).toEqual([])
  })

  it('every changing call works, and tells facts, where all rights are there', async () => {
    const news = await listen(serverOf(engineer), tokenOf(engineer))
    const told = new Set<string>()
    for (const [name, call] of changes) {
      const isNeighbours = call.access === 'neighbour'
      const answers = await makeAll(engineer, name, call, { own: isNeighbours ? null : tokenOf(engineer) })
      const [first] = answers
      expect([name, first?.code, first?.text]).toEqual([
        name,
        expect.toBeOneOf([200, 202]),
        expect.any(String),
      ])
      // A neighbour has no right but to make its call.
      if (isNeighbours) expect(learned(plantedFacts, name, answers)).toEqual([])
      for (const { text } of answers)
        for (const fact of plantedFacts) if (fact.shows.test(text)) told.add(fact.name)
    }
    expect(news.end()).toMatch(/^data: /m)
    expect([...told].sort()).toEqual([
      'SIMs of a company',
      'a company',
      'deactivations',
      'panels of a company',
      'servers and what is deployed on them',
      'the environment of a panel',
      'tokens of others',
      'usability',
      'users of a company',
      'webhooks',
      'what a look at many found',
    ])
    await plantAgain()
    expect(await allTold()).toEqual(everyFact)
  })

  it.each(everyCaller)('D9 D45 changes by %s', async (_name, caller) => {
    const hidden = hiddenFrom(caller)
    const news = await listen(serverOf(caller), tokenOf(caller))
    const found: string[] = []
    for (const [name, call] of changes.filter(([, { access }]) => access !== 'neighbour')) {
      const person = randomUUID()
      const before = scoped.token(caller.role, permissions, person)
      const told = await makeAll(caller, name, call, { own: tokenOf(caller, person), before })
      found.push(...learned(hidden, name, told))
    }
    found.push(...learned(hidden, 'streamNews', [{ path: 'the news', text: news.end() }]))
    expect(found).toEqual([])
  })
})

interface Tokens {
  own: string | null
  before?: string
}

/** All that the news tell until the end. */
async function listen(server: TestApp, token: string) {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await fetch(`${server.url}/api/news/v1/stream`, { headers, signal: leaving.signal })
  let heard = ''
  const hear = async () => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part
  }
  void hear().catch(() => {})
  return {
    end() {
      leaving.abort()
      return heard
    },
  }
}
