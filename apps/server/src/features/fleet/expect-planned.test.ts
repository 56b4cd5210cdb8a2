import { type Planned, permissions } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { expectPlanned } from './expect-planned.ts'

vi.setConfig({ testTimeout: 120_000 })

const path = '/api/outages/v1/planned'
const minuteMs = 60_000

describeOnOneDatabase('issue 52, 6 silence that planned work expects', (database) => {
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
    await sql`delete from fleet_finding`.execute(db())
    await sql`delete from fleet_expected`.execute(db())
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

  it('new silence of its scope is expected until the work ends', async () => {
    const scopes = [wc1, { kind: 'company', id: '9101' }, { kind: 'carrier', id: 'ATT' }] as const
    const finding = fc.record({
      n: fc.constantFrom(1, 2, 3),
      finding: fc.constantFrom('silent', 'not-connected', 'flapping'),
      minutes: fc.constantFrom(-120, -12, -2),
      container: fc.constantFrom('wc-1', 'wc-2'),
      carrier: fc.constantFrom('ATT', 'VZN'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(finding, { selector: ({ n, finding }) => `${n} ${finding}` }),
        fc.constantFrom(...scopes),
        async (drawn, of) => {
          await sql`delete from planned_outage`.execute(db())
          await sql`delete from fleet_finding`.execute(db())
          await sql`delete from fleet_expected`.execute(db())
          for (const { n, finding: name, minutes, container, carrier } of drawn)
            await sql`insert into fleet_finding (finding, thing_kind, thing_id, company_id, carrier, since, at, source, now, before, readings)
              values (${name}, 'panel', ${`CBS920000${n}`}, 9101, ${carrier}, ${at(minutes)}, now(), 'WebConnect', ${container}, '', 2)`.execute(
              db(),
            )
          await plan(of)
          await expectPlanned(db(), clock.now())
          await expectPlanned(db(), clock.now())
          const isOf = ({ container, carrier }: (typeof drawn)[number]) =>
            of.kind === 'company' || (of.kind === 'container' ? container === of.id : carrier === of.id)
          const wanted = drawn
            .filter((each) => each.finding !== 'flapping' && each.minutes > -100 && isOf(each))
            .map(({ n, finding: name }) => `${name} ${n}`)
          const expected = async () => {
            const { rows } = await sql<{ id: string }>`select it.finding || ' ' || right(it.thing_id, 1) as id
              from fleet_finding as it join fleet_expected as known using (expected_id) where known.ended_at is null`.execute(
              db(),
            )
            return rows.map(({ id }) => id).toSorted()
          }
          expect(await expected()).toEqual(wanted.toSorted())
          const [own] = await planned()
          expect((await end(own?.planId)).code).toBe(200)
          await expectPlanned(db(), clock.now())
          expect(await expected()).toEqual([])
          expect((await end(own?.planId)).code).toBe(404)
        },
      ),
      { numRuns: 20 },
    )
  })
})
