import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { planningServer } from '../../testing/planning.ts'
import { expectPlanned } from './expect-planned.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase('issue 52, 6 silence that planned work expects', (database) => {
  const { db, clock, plan, planned, end, at } = planningServer(database)
  beforeEach(async () => {
    await sql`delete from planned_outage`.execute(db())
    await sql`delete from fleet_finding`.execute(db())
    await sql`delete from fleet_expected`.execute(db())
  })
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
          await expectPlanned(db(), clock().now())
          await expectPlanned(db(), clock().now())
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
          await expectPlanned(db(), clock().now())
          expect(await expected()).toEqual([])
          expect((await end(own?.planId)).code).toBe(404)
        },
      ),
      { numRuns: 20 },
    )
  })
})
