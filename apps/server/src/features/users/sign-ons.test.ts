import type { SignOns } from '@support-console/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endSignOnsCommand } from '../../programs/end-sign-ons-command.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { runCommand } from '../../testing/run-program.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describeOnOneDatabase("R14 18.3 ending a person's sign-ons", (database) => {
  let keys: KeyServer
  /** Two servers on one database. */
  let [here, there]: TestApp[] = []
  beforeAll(async () => {
    keys = await startKeyServer()
    here = await startTestApp({ database: database.get(), keys })
    there = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await here?.close()
    await there?.close()
    await keys.close()
  })
  const roles = (...names: string[]) => ({ 'support-console': { roles: names } })
  const engineer = () =>
    keys.token({ sub: 'engineer', email: 'engineer@example.com', resource_access: roles('eng-admin') })
  const seconds = () => Math.floor(Date.now() / 1000)
  /** Signs someone in half a minute ago: their token, and the entry that this leaves. */
  async function signIn(sub: string, email: string, more = {}): Promise<string> {
    const token = await keys.token({ sub, email, iat: seconds() - 30, ...more })
    const body = { SessionId: '', Email: '', Activity: 'Login', ActionMessage: 'UserLogIn', Detailinfo: '' }
    expect((await here?.call('POST', '/api/activity/v1/activitylog', { token, body }))?.code).toBe(200)
    return token
  }
  const codeAt = async (server: TestApp | undefined, token: string) =>
    (await server?.call('GET', '/api/session/v1/access', { token }))?.code
  const path = (email: string) => `/api/usermanagement/v1/signons/${encodeURIComponent(email)}`
  async function end(email: string, alsoMyOwn = false, token?: string) {
    const answer = await here?.call('POST', `${path(email)}/end`, {
      token: token ?? (await engineer()),
      body: { alsoMyOwn },
    })
    if (!answer) throw new Error('no server')
    return answer
  }
  const entriesAbout = (thing: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .select(['email', 'issuer', 'message', 'result', 'route'])
      .where('object', '=', thing)
      .orderBy('id')
      .execute()

  it('by eng-admin: refused on every server, on record, and no one else is touched', async () => {
    const out = await signIn('u-former', 'Former@example.com')
    const other = await signIn('u-other', 'other@example.com')
    const known = await here?.call('GET', path('former@example.com'), { token: await engineer() })
    expect(known?.envelope.data).toEqual({
      people: 1,
      lastSeenAt: expect.any(String),
      endedAt: null,
      isYou: false,
    })
    // A token has whole seconds: of this very second it may be from before.
    const justNow = await keys.token({ sub: 'u-former', iat: seconds() })
    const { code, envelope } = await end('former@EXAMPLE.com')
    expect([code, envelope.message]).toEqual([200, expect.stringContaining('were ended')])
    expect((envelope.data as SignOns).endedAt).not.toBeNull()
    expect([await codeAt(here, out), await codeAt(here, justNow)]).toEqual([401, 401])
    await expect.poll(() => codeAt(there, out)).toBe(401)
    expect([await codeAt(here, other), await codeAt(there, other)]).toEqual([200, 200])
    // Anyone whom the provider still lets in comes in again.
    const renewed = await keys.token({ sub: 'u-former', iat: seconds() + 5 })
    expect([await codeAt(here, renewed), await codeAt(there, renewed)]).toEqual([200, 200])
    expect(await entriesAbout('user former@example.com')).toEqual([
      expect.objectContaining({
        email: 'engineer@example.com',
        message: 'End the sign-ons of former@EXAMPLE.com',
        result: 'Success',
      }),
    ])
  })

  it('not by others, not of no one, and not of oneself without a word for it', async () => {
    const mine = await signIn('u-me', 'me@example.com', { resource_access: roles('eng-admin') })
    expect((await end('me@example.com', false, await signIn('s', 'support@example.com'))).code).toBe(403)
    const unknown = await end('nobody@example.com')
    expect([unknown.code, unknown.envelope.message]).toEqual([404, expect.stringContaining('nothing to end')])
    const unsaid = await end('me@example.com', false, mine)
    expect([unsaid.code, unsaid.envelope.message]).toEqual([400, expect.stringContaining('your own sign-on')])
    expect(await codeAt(here, mine)).toBe(200)
    expect((await end('me@example.com', true, mine)).code).toBe(200)
    expect(await codeAt(here, mine)).toBe(401)
  })

  it('by the command: as by the screen, entered as the operator of the machine', async ({ skip }) => {
    if (database.kind === 'pglite') return skip('a server has the folder')
    // Done before, an hour ago: since then they have signed in again.
    const before = { issuer: keys.issuer, subject: 'u-left', not_before: new Date(Date.now() - 3_600_000) }
    await database.get().db.insertInto('user_not_before').values(before).execute()
    const out = await signIn('u-left', 'left@example.com')
    const env = { DATABASE_URL: database.url(), DEMO: 'off' }
    const run = (...args: string[]) => runCommand(endSignOnsCommand, args, env)
    expect(await run('left@example.com')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^The sign-ons of left@example\.com were ended \(u-left\): every server/),
    })
    await expect.poll(async () => [await codeAt(here, out), await codeAt(there, out)]).toEqual([401, 401])
    expect(await entriesAbout('user left@example.com')).toEqual([
      expect.objectContaining({ issuer: 'operating-system', route: 'end-sign-ons', result: 'Success' }),
    ])
    const other = await keys.token({ sub: 'u-silent', iat: seconds() - 30 })
    expect((await run('--issuer', keys.issuer, '--subject', 'u-silent')).code).toBe(0)
    await expect.poll(() => codeAt(here, other)).toBe(401)
    for (const args of [['gone@example.com'], [], ['a@b.example', 'c@d.example'], ['--issuer', 'x']])
      expect((await run(...args)).code).toBe(1)
  })
})
