import type { UserRow } from '@support-console/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { seed } from '../../demo/seed.ts'
import { usersSeed } from '../../demo/users.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testSecrets } from '../../testing/test-secrets.ts'

describeOnOneDatabase('2.11 User Management', (database) => {
  let keys: KeyServer
  let console: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(database.get().db, [companiesSeed(testSecrets), usersSeed])
    console = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })
  const ask = (email: string) =>
    console.call('GET', `/api/usermanagement/v1/usermanagement/${encodeURIComponent(email)}`)
  async function rows(email: string): Promise<UserRow[]> {
    const { code, envelope } = await ask(email)
    expect(code).toBe(200)
    return envelope.data
  }

  it('demo world: installer@harbor.example has two companies and roles, by company, in any case', async () => {
    const expected = [
      {
        companyName: 'Harbor Security',
        companySapNumber: '1000001',
        remoteId: 'RU-000001',
        role: 'Installer',
      },
      {
        companyName: 'Prairie Alarm',
        companySapNumber: '1000002',
        remoteId: 'RU-000002',
        role: 'Administrator',
      },
    ]
    expect(await rows('installer@harbor.example')).toEqual(expected)
    expect(await rows('INSTALLER@Harbor.Example')).toEqual(expected)
  })

  it('demo world: 501 users, whom the screen can all search (decision 009)', async () => {
    const { db } = database.get()
    const all = await db.selectFrom('remote_user').select('email').distinct().execute()
    expect(all).toHaveLength(501)
    for (const { email } of all.slice(0, 20)) expect(await rows(email)).not.toEqual([])
    expect(await rows('user500@1000006.example')).toHaveLength(1)
  })

  it('within a company sorts by Remote ID', async () => {
    const { db } = database.get()
    const values = ['RU-9', 'RU-1'].map((remote_id) => ({
      email: 'twice@example.com',
      company_id: 1,
      remote_id,
      role: 'Viewer',
    }))
    await db.insertInto('remote_user').values(values).execute()
    expect((await rows('twice@example.com')).map((row) => row.remoteId)).toEqual(['RU-1', 'RU-9'])
  })

  it('answers an empty list where no one has the e-mail', async () => {
    expect(await rows('nobody@example.com')).toEqual([])
  })

  it.each([
    'alerts@prairie-alarm',
    'installer',
    '@harbor.example',
    'a b@example.com',
    "x'@example.com",
    'a@b@example.com',
    'a@example.c',
    'a@example.c0m1',
    `${'a'.repeat(260)}@example.com`,
  ])('5 refuses %j: Email is invalid', async (email) => {
    const { code, envelope } = await ask(email)
    expect([code, envelope.message]).toEqual([400, 'Please correct the input: email: Email is invalid.'])
  })
})
