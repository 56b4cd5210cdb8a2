import { randomUUID } from 'node:crypto'
import {
  type Call,
  calls,
  isOpenToTokens,
  type Permission,
  type PersonalToken,
  permissions,
  permissionsOf,
  type Role,
  readingOf,
  roles,
  tokenScopes,
} from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../../demo/seed.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../../testing/key-server.ts'
import { makePersonalToken, signOnOf } from '../../../testing/personal-tokens.ts'
import { simWorld } from '../../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { makeSecret } from './secret.ts'
import { purgeTokens } from './tokens.store.ts'

const dayMs = 86_400_000
const readSims = '/api/companymanager/v1/companies/1/sims'
const listUsers = '/api/usermanagement/v1/usermanagement/pat@example.com'

describeOnOneDatabase('D58 personal tokens', (database) => {
  let keys: KeyServer
  let clock: TestClock
  let console: TestApp
  let last = 0
  beforeAll(async () => {
    keys = await startKeyServer()
    clock = createTestClock()
    await seed(database.get().db, simWorld)
    console = await startTestApp({ database: database.get(), keys, app: { clock } })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })
  const db = () => database.get().db
  /** Someone whom no other test knows, signed in with these roles. */
  async function someone(...had: Role[]) {
    const subject = `person-${++last}`
    const signOn = (...now: Role[]) => {
      const iat = Math.floor(clock.now().getTime() / 1000)
      return signOnOf(keys, subject, now, { iat, exp: iat + 3600 })
    }
    return { subject, signOn, token: await signOn(...had) }
  }
  const ask = (token: string, path = readSims, method = 'GET', body?: unknown) =>
    console.call(method, path, { token, ...(body !== undefined && { body }) })
  const codeOf = async (token: string, path?: string) => (await ask(token, path)).code
  const listed = async (token: string) =>
    (await ask(token, '/api/tokens/v1/mine')).envelope.data as PersonalToken[]

  it('reads what its scope names, and nothing else of what its person may', async () => {
    const { token } = await someone('support')
    const { secret } = await makePersonalToken(console, token, ['sim-information.read'])
    expect([await codeOf(secret), await codeOf(secret, listUsers), await codeOf(token, listUsers)]).toEqual([
      200, 403, 200,
    ])
  })

  it('is shown once: the list has how it begins, the database a hash', async () => {
    const { token } = await someone('support')
    const made = await makePersonalToken(console, token, ['sim-information.read'], { name: 'Nightly' })
    expect(made.secret.startsWith(made.token.beginning)).toBe(true)
    const answer = await ask(token, '/api/tokens/v1/mine')
    expect(answer.text).not.toContain(made.secret)
    expect(answer.envelope.data).toEqual([
      expect.objectContaining({
        name: 'Nightly',
        state: 'live',
        usedAt: null,
        scopes: ['sim-information.read'],
      }),
    ])
    const { rows } = await sql<{ row: string }>`
      select row_to_json(personal_token)::text as row from personal_token
      union all select row_to_json(user_action)::text from user_action
      union all select row_to_json(call_once)::text from call_once`.execute(db())
    expect(rows.filter(({ row }) => row.includes(made.secret.slice(8, 30)))).toEqual([])
    expect(console.lines.filter((line) => line.includes(made.secret.slice(8, 30)))).toEqual([])
  })

  it.each([
    ['no scope', { scopes: [] }, /scopes: must name at least one right/],
    ['an unknown scope', { scopes: ['sims.own'] }, /scopes.0: is no right that a token can have/],
    ['a right that no token has', { scopes: ['sign-ons.end'] }, /scopes.0: is no right/],
    ['a right that its person lacks', { scopes: ['users.read'] }, /you do not have users\.read/],
    ['a change without its reading', { scopes: ['fleet.change'] }, /fleet\.change/],
    ['an end that is too far', { days: 91 }, /days: must be from 1 to 90/],
    ['no end', { days: undefined }, /days/],
    ['no name', { name: ' ' }, /name: must not be empty/],
  ])('is not made with %s, and is told so at the field', async (_, part, sentence) => {
    const { token } = await someone('auditor')
    const body = { name: 'x', scopes: ['sim-information.read'], days: 1, ...part }
    const { code, envelope } = await ask(token, '/api/tokens/v1/mine', 'POST', body)
    expect([code, envelope.message]).toEqual([400, expect.stringMatching(sentence)])
    expect(await listed(token)).toEqual([])
  })

  it('ten live ones are enough, also where they are made at once; one that is over makes room', async () => {
    const { token } = await someone('support')
    const body = { name: 'x', scopes: ['sim-information.read'], days: 1 }
    const make = () => ask(token, '/api/tokens/v1/mine', 'POST', body)
    const answers = await Promise.all(Array.from({ length: 12 }, make))
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array(10).fill(200), 409, 409])
    const [first] = await listed(token)
    await ask(token, `/api/tokens/v1/mine/${first?.tokenId}`, 'DELETE')
    expect([(await make()).code, (await make()).code]).toEqual([200, 409])
  })

  it('56.1 guessed and altered tokens are not known, and are a stranger’s', async () => {
    const { token } = await someone('support')
    const { secret } = await makePersonalToken(console, token, ['sim-information.read'])
    const altered = `${secret.slice(0, 20)}${secret[20] === 'a' ? 'b' : 'a'}${secret.slice(21)}`
    for (const guessed of [makeSecret(), altered, `${secret}0`, 'isc_'])
      expect(await ask(guessed)).toMatchObject({
        code: 401,
        envelope: { message: 'This token is not known here. Check that it is whole.' },
      })
  })

  it('ends by itself, and says so', async () => {
    const { token, signOn } = await someone('support')
    const { secret } = await makePersonalToken(console, token, ['sim-information.read'], { days: 2 })
    clock.jump(2 * dayMs - 1000)
    expect(await codeOf(secret)).toBe(200)
    clock.jump(1000)
    expect(await ask(secret)).toMatchObject({
      code: 401,
      envelope: { message: expect.stringMatching(/^This token has ended/) },
    })
    const later = await signOn('support')
    // The provider's keys are too old after two days, and are asked for again.
    await expect.poll(() => listed(later)).toMatchObject([{ state: 'ended' }])
  })

  it('is revoked at once by its person, by no colleague, and ends its streams', async () => {
    const [{ token }, other] = [await someone('support'), await someone('support')]
    const made = await makePersonalToken(console, token, ['sim-information.read'])
    const stream = await fetch(`${console.url}/api/news/v1/stream`, {
      headers: { authorization: `Bearer ${made.secret}` },
    })
    expect(stream.status).toBe(200)
    const own = `/api/tokens/v1/mine/${made.token.tokenId}`
    expect((await ask(other.token, own, 'DELETE')).code).toBe(404)
    expect((await ask(other.token, own.replace('mine', 'everyones'), 'DELETE')).code).toBe(403)
    expect(await codeOf(made.secret)).toBe(200)
    expect((await ask(token, own, 'DELETE')).code).toBe(200)
    expect(await ask(made.secret)).toMatchObject({
      code: 401,
      envelope: { message: expect.stringMatching(/^This token was revoked/) },
    })
    // It comes to its end: a stream that goes on has none.
    for await (const _ of stream.body ?? []);
    expect((await ask(token, own, 'DELETE')).code).toBe(409)
  })

  it('engineers see everyone’s and revoke them', async () => {
    const [{ token, subject }, engineer] = [await someone('support'), await someone('eng-admin')]
    const made = await makePersonalToken(console, token, ['sim-information.read'])
    const all = '/api/tokens/v1/everyones'
    expect((await ask(token, all)).code).toBe(403)
    expect((await ask(engineer.token, all)).envelope.data).toContainEqual(
      expect.objectContaining({
        tokenId: made.token.tokenId,
        email: `${subject}@example.com`,
        state: 'live',
      }),
    )
    const { envelope } = await ask(engineer.token, `${all}/${made.token.tokenId}`, 'DELETE')
    expect(envelope.data).toMatchObject({ state: 'revoked', revokedBy: `${engineer.subject}@example.com` })
    expect(await codeOf(made.secret)).toBe(401)
  })

  it('56.1 a role that its person lost is lost at their next sign-on, and comes back with it', async () => {
    const { token, signOn } = await someone('support')
    const { secret } = await makePersonalToken(console, token, ['sim-information.read', 'users.read'])
    const signIn = async (...now: Role[]) => codeOf(await signOn(...now), '/api/session/v1/access')
    expect([await codeOf(secret), await codeOf(secret, listUsers)]).toEqual([200, 200])
    await signIn('auditor')
    expect([await codeOf(secret), await codeOf(secret, listUsers)]).toEqual([200, 403])
    await signIn()
    expect([await codeOf(secret), await codeOf(secret, listUsers)]).toEqual([403, 403])
    clock.jump(1000)
    await signIn('support')
    expect(await codeOf(secret, listUsers)).toBe(200)
  })

  it('56.1 an older token of the browser does not bring a lost role back', async () => {
    const { token, signOn } = await someone('support')
    const { secret } = await makePersonalToken(console, token, ['sim-information.read'])
    clock.jump(1000)
    await codeOf(await signOn(), '/api/session/v1/access')
    await codeOf(token, '/api/session/v1/access')
    expect(await codeOf(secret)).toBe(403)
  })

  it('ends with the sign-ons of its person, for good', async () => {
    const [{ token, subject, signOn }, engineer] = [await someone('support'), await someone('eng-admin')]
    const { secret } = await makePersonalToken(console, token, ['sim-information.read'])
    const path = `/api/usermanagement/v1/signons/${subject}@example.com/end`
    expect((await ask(engineer.token, path, 'POST', { alsoMyOwn: false })).code).toBe(200)
    const told = { code: 401, envelope: { message: expect.stringMatching(/^This token was ended together/) } }
    expect(await ask(secret)).toMatchObject(told)
    clock.jump(5000)
    const later = await signOn('support')
    await codeOf(later, '/api/session/v1/access')
    expect(await ask(secret)).toMatchObject(told)
    expect(await listed(later)).toMatchObject([{ state: 'sign-ons-ended' }])
  })

  it('rests while its person has not signed in for 30 days', async () => {
    const { token, signOn } = await someone('support')
    const { secret } = await makePersonalToken(console, token, ['sim-information.read'], { days: 90 })
    await sql`update known_rights set at = at - interval '31 days'`.execute(db())
    expect(await ask(secret)).toMatchObject({
      code: 401,
      envelope: { message: expect.stringMatching(/has not signed in for 30 days/) },
    })
    await codeOf(await signOn('support'), '/api/session/v1/access')
    expect(await codeOf(secret)).toBe(200)
  })

  it('says when it was last used, written at most once a minute', async () => {
    const { token } = await someone('support')
    const { secret } = await makePersonalToken(console, token, ['sim-information.read'])
    const used = async () => (await listed(token))[0]?.usedAt
    await codeOf(secret)
    const first = await used()
    clock.jump(59_000)
    await codeOf(secret)
    expect(await used()).toBe(first)
    clock.jump(1000)
    await codeOf(secret)
    expect(Date.parse((await used()) ?? '') - Date.parse(first ?? '')).toBe(60_000)
  })

  it('its entries name person and token; what it is refused is on record, too', async () => {
    const { token, subject } = await someone('support')
    const scopes = ['csr.read', 'csr.change'] as const
    const made = await makePersonalToken(console, token, scopes, { name: 'Night shift' })
    const post = (path: string, body: unknown) => ask(made.secret, path, 'POST', body)
    expect((await post('/api/csrmanagement/v1/csrs/127.0.99.99/desc', { description: 'x' })).code).not.toBe(
      200,
    )
    expect((await post('/api/activity/v1/activitylog', {})).code).toBe(403)
    const entries = await db()
      .selectFrom('user_action')
      .select(['email', 'detail', 'result', 'route'])
      .where('token_id', '=', made.token.tokenId)
      .where('subject', '=', subject)
      .where('session_id', '=', `token-${made.token.tokenId}`)
      .orderBy('id')
      .execute()
    expect(entries.map(({ route }) => route)).toEqual([
      'POST /csrmanagement/v1/csrs/{ip}/desc',
      'POST /activity/v1/activitylog',
    ])
    for (const { detail } of entries)
      expect(detail).toContain(`By the personal token “Night shift” (${made.token.beginning}…).`)
  })

  it('is forgotten 30 days after its end', async () => {
    const { token } = await someone('support')
    await makePersonalToken(console, token, ['sim-information.read'], { days: 1 })
    const count = async () => (await listed(token)).length
    await purgeTokens(db(), new Date(clock.now().getTime() + 30 * dayMs))
    expect(await count()).toBe(1)
    await purgeTokens(db(), new Date(clock.now().getTime() + 32 * dayMs))
    expect(await count()).toBe(0)
  })
})

vi.setConfig({ testTimeout: 60_000 })
/** An answer that says that the caller may, whatever else is wrong with what was asked. */
const mayNot = (code: number) => code === 401 || code === 403

describeOnOneDatabase('56.1 the matrix of permissions, for tokens', (database) => {
  let keys: KeyServer
  let console: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(database.get().db, simWorld)
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })

  const every = Object.values(calls as Record<string, Call>).filter(
    ({ access }) => access !== 'public' && access !== 'neighbour',
  )
  const made = async (role: Role | undefined, scopes: readonly Permission[]) => {
    const subject = randomUUID()
    const engineer = await signOnOf(keys, subject, ['eng-admin'], { iat: 1 })
    const { secret } = await makePersonalToken(console, engineer, scopes)
    await console.call('GET', '/api/session/v1/access', {
      token: await signOnOf(keys, subject, role ? [role] : []),
    })
    return secret
  }
  /** What may not be parsed is refused after it was asked who may: nothing is changed by this. */
  const ask = (call: Call, token: string) =>
    console.call(call.method, `/api${call.path.replace(/\{\w+\}/g, '%20')}?x-unknown=1`, {
      token,
      ...(call.method !== 'GET' && { body: { unknown: 1 } }),
    })

  const isRight = (access: Call['access']): access is Permission => permissions.includes(access as Permission)
  const scopesFor = (right: Permission) => [...new Set([readingOf(right), right])]
  const withoutScope = (right: Permission) =>
    tokenScopes.filter((scope) => readingOf(scope) !== right && scope !== right)

  it('a call is open where its person has the right now, and the token the scope: all four ways', async () => {
    const wrong: string[] = []
    const rights = new Set(every.map(({ access }) => access).filter(isRight))
    for (const right of rights) {
      const canHave = (tokenScopes as Permission[]).includes(right)
      const of = every.filter(({ access }) => access === right)
      for (const role of ['eng-admin', undefined] as const)
        for (const isInScope of canHave ? [true, false] : [false]) {
          const token = await made(role, isInScope ? scopesFor(right) : withoutScope(right))
          const isOpen = role === 'eng-admin' && isInScope
          for (const call of of)
            if (isOpen === mayNot((await ask(call, token)).code))
              wrong.push(`${role}, ${isInScope}: ${call.method} ${call.path}`)
        }
    }
    expect(wrong).toEqual([])
  })

  it.each([...roles, undefined])(
    'role %s opens to a token with all scopes what it opens to the role',
    async (role) => {
      const may = permissionsOf(role ? [role] : [], 'test')
      const token = await made(role, tokenScopes)
      const wrong: string[] = []
      for (const call of every) {
        const { access } = call
        const has = isRight(access) ? may.has(access) : access === 'signed-in' || may.size > 0
        if ((has && isOpenToTokens(call)) === mayNot((await ask(call, token)).code))
          wrong.push(`${call.method} ${call.path}`)
      }
      expect(wrong).toEqual([])
    },
  )

  it('opens no call of the session, sign-ons or tokens, nor a change without a scope', () => {
    const closed = every
      .filter((call) => !isOpenToTokens(call))
      .map(({ method, path }) => `${method} ${path}`)
    expect(closed.sort()).toEqual([
      'DELETE /doors/v1/webhooks/{webhookId}',
      'DELETE /tokens/v1/everyones/{tokenId}',
      'DELETE /tokens/v1/mine/{tokenId}',
      'DELETE /views/v1/views/{viewId}',
      'GET /doors/v1/webhooks',
      'GET /doors/v1/webhooks/{webhookId}/deliveries',
      'GET /session/v1/access',
      'GET /tokens/v1/everyones',
      'GET /tokens/v1/mine',
      'GET /usermanagement/v1/signons/{email}',
      'POST /activity/v1/activitylog',
      'POST /doors/v1/webhooks',
      'POST /doors/v1/webhooks/{webhookId}/deliveries/{messageId}/again',
      'POST /doors/v1/webhooks/{webhookId}/secret',
      'POST /doors/v1/webhooks/{webhookId}/test',
      'POST /notes/v1/notes/{noteId}/end',
      'POST /notes/v1/things/{thing}',
      'POST /search/v1/recent',
      'POST /session/v1/end',
      'POST /tokens/v1/device/answer',
      'POST /tokens/v1/device/look',
      'POST /tokens/v1/mine',
      'POST /undertakings/v1/notices/read',
      'POST /usermanagement/v1/signons/{email}/end',
      'POST /views/v1/views',
      'PUT /doors/v1/webhooks/{webhookId}',
      'PUT /doors/v1/webhooks/{webhookId}/state',
      'PUT /views/v1/defaults/{list}',
    ])
  })
})
