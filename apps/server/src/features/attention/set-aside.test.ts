import { type Attention, type Planned, permissions } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { keepNeeded } from './attention.store.ts'

vi.setConfig({ testTimeout: 120_000 })

const path = '/api/outages/v1/planned'
const minuteMs = 60_000

describeOnOneDatabase(
  'issue 52, 6 rows that planned work expects, and that someone has in hand',
  (database) => {
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
      await keepNeeded(db(), [], clock.now())
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
    const told = async (without?: readonly string[]) =>
      (await server.call('GET', '/api/attention/v1/current', { token: token(without) })).envelope?.data as {
        rows: Attention[]
        setAside: Attention[]
      }
    type Kind = Attention['of']['kind']
    const needed = (kind: Kind, id: string, minutes = -5) => ({
      ...{
        key: `outage ${kind} ${id}`,
        rights: ['webconnect.read'] as const,
        since: at(minutes).toISOString(),
      },
      ...{
        panels: 9,
        what: { code: 'outage' as const, of: { kind, id }, name: id, figures: { members: 9 }, note: '' },
      },
    })
    const wc1 = { kind: 'container', id: 'wc-1' } as const
    const lastEntry = () =>
      db()
        .selectFrom('user_action')
        .select(['message', 'object', 'detail'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()

    it('sets aside rows of its scope while it goes on, and tells them when it is over', async () => {
      await keepNeeded(
        db(),
        [needed('container', 'wc-1'), needed('container', 'wc-2'), needed('company', '9101', -90)],
        clock.now(),
      )
      expect((await plan(wc1)).code).toBe(200)
      expect(await lastEntry()).toMatchObject({
        message: `Plan work on wc-1 from ${local(-10)} to ${local(60)} (UTC)`,
        ...{ object: 'container wc-1', detail: 'New disks' },
      })
      await plan({ kind: 'company', id: '9101' })
      const { rows, setAside } = await told()
      // What began long before the work is not of it.
      expect(rows.map(({ of }) => of.id).toSorted()).toEqual(['9101', 'wc-2'])
      expect(setAside).toMatchObject([{ of: wc1, planned: { reason: 'New disks' } }])
      const own = (await planned()).find(({ of }) => of.kind === 'container')
      expect(own).toMatchObject({ of: wc1, name: 'wc-1', isNow: true, by: expect.stringContaining('@') })
      await sql`update planned_outage set to_local = ${local(-1)}, over_at = ${at(-1)}`.execute(db())
      expect((await told()).setAside).toEqual([])
      expect(await planned()).toEqual([])
    })

    it('work on WebConnect sets aside all of it, work on a carrier its failing', async () => {
      const failing = (system: string) => ({ ...needed('neighbour', system), key: `failing ${system}` })
      await keepNeeded(
        db(),
        [needed('container', 'wc-1'), failing('AT&T'), failing('Verizon'), needed('batch', '1')],
        clock.now(),
      )
      await plan({ kind: 'webconnect', id: '' })
      await plan({ kind: 'carrier', id: 'VZN' })
      expect((await told()).rows.map(({ key }) => key).toSorted()).toEqual(['failing AT&T', 'outage batch 1'])
    })

    it('who has a row in hand is told with it, until they give it back or it is over', async () => {
      const taken = '/api/attention/v1/taken'
      const key = 'outage container wc-1'
      const take = (word: string, without?: readonly string[]) =>
        server.call('POST', taken, { body: { key, word }, token: token(without) })
      const giveBack = () => server.call('POST', `${taken}/end`, { body: { key }, token: token() })
      expect((await take('')).code).toBe(404)
      await keepNeeded(db(), [needed('container', 'wc-1')], clock.now())
      expect((await take('', ['webconnect.read'])).code).toBe(404)
      expect((await take('Called them')).code).toBe(200)
      expect(await lastEntry()).toMatchObject({
        ...{
          message: 'Take in hand: outage of container wc-1',
          object: 'container wc-1',
          detail: 'Called them',
        },
      })
      const own = async () => (await told()).rows[0]?.taken
      expect(await own()).toMatchObject({ word: 'Called them', at: clock.now().toISOString() })
      // The next look leaves it.
      await keepNeeded(db(), [needed('container', 'wc-1'), needed('container', 'wc-2')], clock.now())
      await take('Called them twice')
      expect(await own()).toMatchObject({ word: 'Called them twice' })
      expect((await giveBack()).code).toBe(200)
      expect(await own()).toBeNull()
      expect((await giveBack()).code).toBe(409)
      await take('')
      await keepNeeded(db(), [], clock.now())
      await keepNeeded(db(), [needed('container', 'wc-1')], clock.now())
      expect(await own()).toBeNull()
    })
  },
)
