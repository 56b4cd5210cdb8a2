import type { Attention } from '@support-console/contract'
import { sql } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { planningServer } from '../../testing/planning.ts'
import { keepNeeded } from './attention.store.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase(
  'issue 52, 6 rows that planned work expects, and that someone has in hand',
  (database) => {
    const { db, clock, plan, planned, call, at, local } = planningServer(database)
    beforeEach(async () => {
      await sql`delete from planned_outage`.execute(db())
      await keepNeeded(db(), [], clock().now())
    })
    const told = async (without?: readonly string[]) =>
      (await call('GET', '/api/attention/v1/current', { without })).envelope?.data as {
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
        clock().now(),
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
        clock().now(),
      )
      await plan({ kind: 'webconnect', id: '' })
      await plan({ kind: 'carrier', id: 'VZN' })
      expect((await told()).rows.map(({ key }) => key).toSorted()).toEqual(['failing AT&T', 'outage batch 1'])
    })

    it('who has a row in hand is told with it, until they give it back or it is over', async () => {
      const taken = '/api/attention/v1/taken'
      const key = 'outage container wc-1'
      const take = (word: string, without?: readonly string[]) =>
        call('POST', taken, { body: { key, word }, without })
      const giveBack = () => call('POST', `${taken}/end`, { body: { key } })
      expect((await take('')).code).toBe(404)
      await keepNeeded(db(), [needed('container', 'wc-1')], clock().now())
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
      expect(await own()).toMatchObject({ word: 'Called them', at: clock().now().toISOString() })
      // The next look leaves it.
      await keepNeeded(db(), [needed('container', 'wc-1'), needed('container', 'wc-2')], clock().now())
      await take('Called them twice')
      expect(await own()).toMatchObject({ word: 'Called them twice' })
      expect((await giveBack()).code).toBe(200)
      expect(await own()).toBeNull()
      expect((await giveBack()).code).toBe(409)
      await take('')
      await keepNeeded(db(), [], clock().now())
      await keepNeeded(db(), [needed('container', 'wc-1')], clock().now())
      expect(await own()).toBeNull()
    })
  },
)
