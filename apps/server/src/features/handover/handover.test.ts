import type { Shift } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()

describeOnOneDatabase('D46 what happened in a shift', (database) => {
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
  async function call<Data>(who: string, method: 'GET' | 'POST', path: string, body?: object) {
    // 'ann@example.com#2' is the second account of that e-mail.
    const [subject = '', role = 'support'] = who.split(' ')
    const [email] = subject.split('#')
    const token = await keys.token({
      sub: subject,
      email,
      resource_access: { 'support-console': { roles: [role] } },
    })
    const { code, envelope } = await console.call(method, `/api${path}`, { token, ...(body && { body }) })
    return { code, message: envelope.message, data: envelope.data as Data }
  }
  const shift = (who: string, asked: { from?: string; to?: string; who?: string } = {}) =>
    call<Shift>(
      who,
      'GET',
      `/handover/v1/shift?${new URLSearchParams({ from: inHours(-8), to: inHours(0.1), ...asked })}`,
    )
  const thing = (name: string) => encodeURIComponent(name)

  it('D18 D45 tells changes, failures, watches and notes of the reader, and of others', async () => {
    const ann = 'ann@example.com'
    const sim = '8901170000000000013'
    expect((await call(ann, 'POST', `/simmanagement/v1/simusability/${sim}`)).code).toBe(200)
    await call(ann, 'POST', '/simmanagement/v1/simusability/8901170000000999990')
    expect((await call(ann, 'POST', '/watches/v1/panels/CBS0000001', { hours: 8 })).code).toBe(200)
    const note = { text: 'Calls back at 5', until: inHours(3) }
    await call(ann, 'POST', `/notes/v1/things/${thing('panel CBS0000001')}`, note)
    await call('ben@example.com', 'POST', `/notes/v1/things/${thing(`sim ${sim}`)}`, note)

    const { data: own } = await shift(ann)
    expect(own.changes).toMatchObject([
      { what: `Mark SIM ${sim} unusable`, object: `sim ${sim}`, by: ann, outcome: 'done', failed: 0 },
      { outcome: 'failed', failed: 1, object: 'sim 8901170000000999990' },
    ])
    expect(own.changes[1]?.reason).not.toBe('')
    expect(own.watches).toMatchObject([{ cloudId: 'CBS0000001', state: 'running', by: ann, endedAt: null }])
    expect(own.notes).toMatchObject([{ text: 'Calls back at 5', by: ann, thing: { id: 'CBS0000001' } }])
    expect(own).toMatchObject({ who: ann, hasMore: false, withheld: [] })

    const { data: ben } = await shift('ben@example.com')
    expect([ben.changes, ben.watches, ben.notes.length]).toEqual([[], [], 1])
    const { accounts, ...asOthersSee } = (await shift('ben@example.com', { who: ann })).data
    expect({ ...asOthersSee, accounts: own.accounts }).toEqual(own)
    expect([accounts, own.accounts]).toMatchObject([[{ isReader: false }], [{ isReader: true }]])
    expect((await shift('ben@example.com', { who: 'all' })).data).toMatchObject({ who: '', notes: [{}, {}] })
    // Before all of it.
    const before = await shift(ann, { from: inHours(-9), to: inHours(-8) })
    expect([before.data.changes, before.data.watches, before.data.notes]).toEqual([[], [], []])
    // An auditor may read neither panels nor sessions.
    const { data: audited } = await shift('aud@example.com auditor', { who: ann })
    expect(audited).toMatchObject({
      watches: [],
      notes: [],
      withheld: ['changes', 'watches', 'notes', 'outages'],
      scans: { count: 0, missed: [] },
      silent: null,
    })
    expect(audited.changes).toEqual(own.changes)
  })

  const usability = '/simmanagement/v1/simusability'
  it('U5 finds own and others’ work by one key, and the past of an earlier account', async () => {
    const eve = 'eve@example.com'
    await call(eve, 'POST', `${usability}/8901170000000000021`)
    await call(`${eve}#2`, 'POST', `${usability}/8901170000000000039`)
    const objects = ({ changes }: Shift) => changes.map(({ object }) => object)
    const both = ['sim 8901170000000000021', 'sim 8901170000000000039']
    const { data: own } = await shift(`${eve}#2`)
    expect([objects(own), own.accounts]).toMatchObject([both, [{ isReader: false }, { isReader: true }]])
    for (const [reader, who] of [
      ['ben@example.com', eve],
      ['ben@example.com', 'EVE@example.com'],
      [eve, eve],
    ] as const)
      expect(objects((await shift(reader, { who })).data)).toEqual(both)
    expect((await shift('ben@example.com', { who: 'no-one@example.com' })).data).toMatchObject({
      accounts: [],
      changes: [],
    })
  })

  it('U6 counts reports of Verizon and the robot’s changes, and has no row for a saved view', async () => {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(distinct transaction_id)::integer as count from user_action
        where source = 'server' and route not like 'GET %' and route not like '%/views/%' and route not like '%/notes/%'
          and route not like '%/watches/%'`.execute(database.get().db)
      return rows[0]?.count
    }
    const { code } = await console.call('POST', '/api/simmanagement/v1/carriers/verizon/callback', {
      token: null,
      body: {
        username: 'verizon-callback',
        password: 'demo-callback-password',
        requestId: 'r-1',
        status: 'Success',
      },
    })
    expect(code).toBe(200)
    await call('robot@example.com', 'POST', `${usability}/8901170000000000047`)
    const view = { list: 'users', name: 'Mine', address: 'sort=role', isShared: false }
    await call('ann@example.com', 'POST', '/views/v1/views', view)
    const { data } = await shift('ben@example.com', { who: 'all' })
    expect(data.folded).toEqual({ callbacks: 1, answersOfNone: 1, robot: 1 })
    expect(data.changes.map(({ what }) => what).filter((what) => /Verizon|view|0047/.test(what))).toEqual([])
    expect(data.changes.length + 2).toBe(await count())
    // The robot's own shift has its rows.
    expect((await shift('ben@example.com', { who: 'robot@example.com' })).data.changes).toHaveLength(1)
  })

  it('43.7 a failure says what failed, not why it was begun', async () => {
    await call(
      'dan@example.com',
      'POST',
      '/panelmanagement/v1/devicemigration/CBS9999999?reason=Moved&ticket=INC-1',
    )
    const { data } = await shift('dan@example.com')
    expect(data.changes).toMatchObject([{ outcome: 'failed', reason: expect.stringMatching(/^not found: /) }])
  })

  it.each([
    ['from: must be before the end', { from: inHours(-1), to: inHours(-2) }],
    ['from: must be at most 7 days before the end', { from: inHours(-8 * 24), to: inHours(0) }],
    ['from: must be a date and a time in UTC', { from: 'today' }],
  ])('5 refuses a time whose %s', async (sentence, asked) => {
    const { code, message } = await shift('ann@example.com', asked)
    expect([code, message]).toEqual([400, `Please correct the input: ${sentence}.`])
  })
})
