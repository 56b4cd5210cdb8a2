import { type Planned, permissions } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'

vi.setConfig({ testTimeout: 120_000 })

const path = '/api/outages/v1/planned'
const minuteMs = 60_000

describeOnOneDatabase('issue 52, 6 planned work', (database) => {
  const scoped = scopedTokens()
  let keys: KeyServer
  let clock: TestClock
  let server: TestApp
  const db = () => database.get().db
  beforeAll(async () => {
    keys = await startKeyServer()
    clock = createTestClock()
    server = await startTestApp({
      database: database.get(),
      keys,
      app: { clock, furtherTokens: [scoped.authenticator] },
    })
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (9101, 'Planned', '9100001', 'us', 'us', 'TIER2_STANDARD')`.execute(db())
    await sql`insert into webconnect_container (container_name, said_at, checked_at) values ('wc-1', now(), now()), ('wc-2', now(), now())`.execute(
      db(),
    )
    for (const n of [1, 2, 3])
      await sql`insert into panel (cloud_id, company_id, receiver, panel_info) values (${`CBS920000${n}`}, 9101, ${`csr-${n}`}, '{"serviceStates": []}')`.execute(
        db(),
      )
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })
  beforeEach(async () => {
    await sql`delete from planned_outage`.execute(db())
  })
  const token = (without: readonly string[] = []) =>
    scoped.token(
      'eng-admin',
      permissions.filter((right) => !without.includes(right)),
    )
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * minuteMs)
  const local = (minutes: number) => at(minutes).toISOString().slice(0, 16).replace('T', ' ')
  const asked = (of: Planned['of'], more: Partial<Planned> = {}) => ({
    ...{
      of,
      from: local(-10),
      to: local(60),
      timeZone: 'UTC',
      isWeekly: false,
      until: null,
      reason: 'New disks',
    },
    ...more,
  })
  const plan = (of: Planned['of'], more: Partial<Planned> = {}, without?: readonly string[]) =>
    server.call('POST', path, { body: asked(of, more), token: token(without) })
  const planned = async (without?: readonly string[]) =>
    (await server.call('GET', path, { token: token(without) })).envelope?.data as Planned[]
  const end = (planId: string | undefined, without?: readonly string[]) =>
    server.call('POST', `${path}/${planId}/end`, { token: token(without) })
  const wc1 = { kind: 'container', id: 'wc-1' } as const

  it('D45 is planned and told by those alone who may read its scope', async () => {
    expect((await plan({ kind: 'company', id: '9101' }, {}, ['companies.read'])).code).toBe(403)
    expect((await plan({ kind: 'csr', id: 'csr-1' }, {}, ['csr.read'])).code).toBe(403)
    expect((await plan(wc1, {}, ['fleet.change'])).code).toBe(403)
    await plan({ kind: 'company', id: '9101' })
    expect(await planned(['companies.read'])).toEqual([])
    const [own] = await planned()
    expect((await end(own?.planId, ['companies.read'])).code).toBe(404)
    expect(await planned(['user-actions.read'])).toHaveLength(1)
  })

  it.each([
    [{ of: { kind: 'container', id: 'none' } }, 'of'],
    [{ to: '2020-01-01 00:00' }, 'to'],
    [{ timeZone: 'Mars' }, 'timeZone'],
    [{ isWeekly: true }, 'until'],
  ] as const)('of %o it says what is wrong at %s', async (change, field) => {
    const { code, envelope } = await plan(wc1, change as Partial<Planned>)
    expect([code, (envelope.data as { issues: { field: string }[] }).issues[0]?.field]).toEqual([400, field])
  })
})
