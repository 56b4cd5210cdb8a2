import { addressOfView, type View, viewLists } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { purgeViews } from './views.store.ts'

describeOnEachDatabase('D38 issue 43 views of lists', (database) => {
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
