import { addressOfView, type View, viewLists } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { purgeViews } from './views.store.ts'

describeOnOneDatabase('D38 issue 43 views of lists', (database) => {
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })
  const tokenOf = (email: string, role = 'support') =>
    keys.token({ sub: email, email, resource_access: { 'support-console': { roles: [role] } } })
  const as = async (email: string, method: string, path: string, body?: unknown, role?: string) =>
    server.call(method, `/api/views/v1${path}`, { token: await tokenOf(email, role), body })
  const save = (email: string, more: object = {}) =>
    as(email, 'POST', '/views', {
      list: 'panels',
      name: 'Harbor',
      query: 'sort=name&by=sapNumber&ids=1000001',
      isShared: false,
      ...more,
    })
  const viewsOf = async (email: string, role?: string): Promise<View[]> =>
    (await as(email, 'GET', '/views', undefined, role)).envelope.data

  it('keeps filters, order and columns for their person; another sees only what is for all', async () => {
    const own = (await save('ann@example.com', { query: 'by=sapNumber&without=name+info&sort=name' }))
      .envelope.data as View
    const { viewId } = (await save('ann@example.com', { name: 'All of Harbor', isShared: true })).envelope
      .data as View
    expect(addressOfView(own)).toBe(
      `${viewLists.panels.at()}?by=sapNumber&without=name+info&sort=name&view=${own.viewId}`,
    )
    expect((await viewsOf('ann@example.com')).map(({ name }) => name)).toEqual(['All of Harbor', 'Harbor'])
    expect(await viewsOf('bob@example.com')).toMatchObject([
      { viewId, name: 'All of Harbor', isMine: false, by: 'ann@example.com', lost: [] },
    ])
    expect((await as('bob@example.com', 'POST', `/views/${own.viewId}/open`, {})).code).toBe(404)
    expect((await as('bob@example.com', 'DELETE', `/views/${viewId}`)).code).toBe(403)
    expect(await viewsOf('eve@example.com', 'auditor')).toEqual([])
    const entries = await database
      .get()
      .db.selectFrom('user_action')
      .select('message')
      .where('email', '=', 'ann@example.com')
      .orderBy('id')
      .execute()
    expect(entries.map(({ message }) => message)).toEqual([
      'Save a view',
      'Save the view “All of Harbor” for all',
    ])
  })

  it.each([
    ['one’s own', false],
    ['one for all', true],
  ])('says at the field that a name is there: %s', async (_, isShared) => {
    expect((await save('cat@example.com', { name: `Twice ${isShared}`, isShared })).code).toBe(200)
    const { code, envelope } = await save('cat@example.com', { name: `TWICE ${isShared}`, isShared })
    expect([code, (envelope.data as { issues: { field: string }[] }).issues[0]?.field]).toEqual([400, 'name'])
  })

  it.each(['Er\u200brors', 'E\u0433rors', '\u0415RR\u041eRS', 'E\u0301rrors\u2060'])(
    'issue 54 the name %j looks like another one, and is that one',
    async (name) => {
      await save('fay@example.com', { name: 'Errors' })
      expect((await save('fay@example.com', { name })).code).toBe(400)
    },
  )

  it('a save in place of a view keeps its id and its default; the default is a person’s', async () => {
    const { viewId } = (await save('dan@example.com', { name: 'Before' })).envelope.data as View
    expect((await as('dan@example.com', 'PUT', '/defaults/panels', { viewId })).code).toBe(200)
    expect((await as('dan@example.com', 'PUT', '/defaults/csr', { viewId })).code).toBe(400)
    await save('dan@example.com', { name: 'After', replaces: viewId })
    expect((await viewsOf('dan@example.com')).filter(({ isMine }) => isMine)).toMatchObject([
      { viewId, name: 'After', isDefault: true },
    ])
    await as('dan@example.com', 'PUT', '/defaults/panels', { viewId: null })
    expect((await viewsOf('dan@example.com')).some(({ isDefault }) => isDefault)).toBe(false)
  })

  it('names the filter that a list has lost, and gives what is left; none is taken any more', async () => {
    const { viewId } = (await save('fay@example.com', { name: 'Old' })).envelope.data as View
    await sql`update saved_view set query = 'colour=red&by=sapNumber' where view_id = ${viewId}`.execute(
      database.get().db,
    )
    const { envelope } = await as('fay@example.com', 'POST', `/views/${viewId}/open`, {})
    expect(envelope.data).toMatchObject({ query: 'by=sapNumber', lost: ['colour'] })
    expect((await save('fay@example.com', { name: 'New', query: 'colour=red' })).code).toBe(400)
  })

  it('R38 an entry says it when a view for all takes another name, or is for all no longer', async () => {
    const email = 'hal@example.com'
    const { viewId } = (await save(email, { name: 'For us', isShared: true })).envelope.data as View
    await save(email, { name: 'For all of us', isShared: true, replaces: viewId })
    await save(email, { name: 'Secret', replaces: viewId })
    const entries = await database
      .get()
      .db.selectFrom('user_action')
      .select('message')
      .where('email', '=', email)
      .orderBy('id')
      .execute()
    expect(entries.map(({ message }) => message)).toEqual([
      'Save the view “For us” for all',
      'Save the view “For all of us” for all in place of “For us”',
      'Keep the view “For all of us” no longer for all',
    ])
  })

  it('D38 takes the place of no view of another list, whose default it would be', async () => {
    const { viewId } = (await save('ida@example.com', { name: 'Here' })).envelope.data as View
    await as('ida@example.com', 'PUT', '/defaults/panels', { viewId })
    const answer = await save('ida@example.com', { name: 'There', list: 'csr', query: '', replaces: viewId })
    expect(answer.envelope.message).toContain('replaces: must be a view of this list')
    expect(await viewsOf('ida@example.com')).toEqual(
      expect.arrayContaining([expect.objectContaining({ viewId, list: 'panels', isDefault: true })]),
    )
  })

  it('D38 the same press several times at once does it once, and the others are told', async () => {
    const email = 'joy@example.com'
    const together = async (call: (n: number) => ReturnType<typeof save>) =>
      (await Promise.all(Array.from({ length: 8 }, (_, n) => call(n)))).map(({ code }) => code).toSorted()
    const [ok, ...others] = await together(() => save(email, { name: 'At once' }))
    expect([ok, new Set(others)]).toEqual([200, new Set([400])])
    const [{ viewId } = { viewId: '' }] = (await viewsOf(email)).filter(({ isMine }) => isMine)
    const chosen = await together(() => as(email, 'PUT', '/defaults/panels', { viewId }))
    expect(new Set(chosen)).toEqual(new Set([200]))
    const renamed = await together((n) => save(email, { name: `Renamed ${n}`, replaces: viewId }))
    expect(renamed.filter((code) => code !== 200 && code !== 404)).toEqual([])
    const dropped = await together(() => as(email, 'DELETE', `/views/${viewId}`))
    expect(dropped).toEqual([200, ...Array.from({ length: 7 }, () => 404)])
  })

  it('D38 a view goes after 180 days without use', async () => {
    const kept = (await save('gus@example.com', { name: 'Used' })).envelope.data as View
    await save('gus@example.com', { name: 'Left' })
    const { db } = database.get()
    await sql`update saved_view set used_at = now() - interval '181 days'`.execute(db)
    await as('gus@example.com', 'POST', `/views/${kept.viewId}/open`, {})
    await purgeViews(db, new Date())
    const left = await db.selectFrom('saved_view').select('name').execute()
    expect(left).toEqual([{ name: 'Used' }])
  })
})
