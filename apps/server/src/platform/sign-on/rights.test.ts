import type {
  CompanyState,
  CompanyThing,
  Diagnosis,
  Notice,
  SearchKind,
  Timeline,
} from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { behalfOf } from '../undertakings/behalf.ts'
import { withRights } from './rights.ts'
import { neighbourUser } from './user.ts'

const scoped = scopedTokens()
const sim = '8901170000000000013'

it('D45 a caller may what both their roles and their scopes give, on this kind of host', () => {
  const bearer = { ...neighbourUser('x'), roles: ['support'] }
  const scopes = ['panels.read', 'panel-environment.read', 'sign-ons.end'] as const
  const mayOf = (environment: 'test' | 'prod') =>
    scopes.filter(withRights({ ...bearer, scopes }, environment).may)
  expect([mayOf('test'), mayOf('prod')]).toEqual([['panels.read', 'panel-environment.read'], ['panels.read']])
  expect(withRights({ ...bearer, scopes: [] }, 'test').may('panels.read')).toBe(false)
  expect(withRights(bearer, 'test').may('csr.read')).toBe(true)
})

it('D45 who may not be told of a thing may not change it: the answer of a change tells of it', () => {
  const scopes = ['panels.change', 'csr.change', 'csr.read', 'sign-ons.end'] as const
  const { may } = withRights({ ...neighbourUser('x'), roles: ['eng-admin'], scopes }, 'test')
  expect(scopes.filter(may)).toEqual(['csr.change', 'csr.read', 'sign-ons.end'])
})

it('D45 an undertaking goes on for no one who may not begin it', () => {
  const kind = { name: 'deactivation', permission: 'sim-management.change', activity: '' } as const
  const beginner = { transactionId: '', remoteAddress: '' }
  const user = { ...neighbourUser('x'), roles: ['support'], scopes: ['sim-management.read'] } as const
  const narrowed = withRights(user, 'test')
  expect(() => behalfOf(kind, { ...beginner, user: narrowed })).toThrow(/don't have access/)
  const whole = { ...narrowed, may: () => true }
  expect(behalfOf(kind, { ...beginner, user: whole })).toMatchObject({ subject: 'x' })
})

describeOnOneDatabase('D45 a caller with a part of their rights', (database) => {
  let keys: KeyServer
  let console: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(database.get().db, simWorld)
    console = await startTestApp({
      database: database.get(),
      keys,
      app: { furtherTokens: [scoped.authenticator] },
    })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })
  const token = scoped.token('eng-admin', ['companies.read', 'sim-information.read'])
  async function read<Data>(path: string): Promise<Data> {
    const { code, envelope } = await console.call('GET', `/api/${path}`, { token })
    expect(code, envelope.message).toBe(200)
    return envelope.data
  }

  it('is refused by the guard, and told so by the session', async () => {
    const codeOf = async (path: string) => (await console.call('GET', `/api/${path}`, { token })).code
    expect(await codeOf('usermanagement/v1/usermanagement/pat@example.com')).toBe(403)
    expect(await codeOf('observations/v1/panel/CBS0000001')).toBe(403)
    expect(await read('session/v1/access')).toMatchObject({
      roles: ['eng-admin'],
      permissions: ['sim-information.read', 'companies.read'],
    })
  })

  it('finds and remembers nothing else', async () => {
    const { kinds } = await read<{ kinds: SearchKind[] }>('search/v1/find?q=CBS0000001')
    expect(kinds).toEqual(['sim', 'company'])
    const visit = { kind: 'panel', id: 'CBS0000001' }
    expect((await console.call('POST', '/api/search/v1/recent', { token, body: visit })).code).toBe(403)
  })

  it('is told no count, history or verdict of what they may not read', async () => {
    expect(await read<CompanyThing>('things/v1/companies/1')).toMatchObject({ users: null })
    const { withheld } = await read<Timeline>(`timeline/v1/sims/${sim}`)
    expect(withheld).toEqual(['action', 'sim-activity', 'deactivation'])
    const { state } = await read<{ state: CompanyState }>('companymanager/v1/companies/1/state')
    expect(state.counts).toMatchObject({ sims: { notAsked: expect.any(Number) }, panels: null })
    const diagnosis = await read<Diagnosis>(`diagnosis/v1/sims/${sim}?within=0`)
    const vpn = diagnosis.findings.find(({ code }) => code === 'sim-vpn-account')
    expect(vpn?.sentence).toMatch(/^Not shown to you/)
  })

  it('hears no other news', async () => {
    const leaving = new AbortController()
    const { body } = await fetch(`${console.url}/api/news/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    })
    let heard = ''
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    const listen = async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        heard += next.value
    }
    void listen().catch(() => {})
    await vi.waitFor(() => expect(heard).toContain(':\n\n'))
    await sql`update panel set flagged = not flagged where cloud_id = 'CBS0000001'`.execute(database.get().db)
    await sql`update sim set usable = not usable where iccid = ${sim}`.execute(database.get().db)
    const notices = () =>
      [...heard.matchAll(/^data: (.*)$/gm)].flatMap(([, list = '']) => JSON.parse(list) as Notice[])
    await vi.waitFor(() => expect(notices()).toEqual([{ kind: 'sim', id: sim }]))
    leaving.abort()
  })
})
