import type { Expected } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { passOnExpected } from './expected.ts'

const path = '/api/fleet/v1/expected'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const there = [0, 1, 2].map((n) => `8901170000000000${String(n).padStart(3, '0')}`)
const asked = { of: 'things', reason: 'Spare', until: inDays(3) }

describeOnOneDatabase('fleet 5 what is known for good', (database) => {
  let keys: KeyServer
  let server: TestApp
  const db = () => database.get().db
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys })
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (7, 'Harbor', '1000001', 'us', 'us', 'TIER2_STANDARD')`.execute(db())
    for (const id of there)
      await sql`insert into fleet_finding (finding, thing_kind, thing_id, company_id, carrier, since, at, source, now, before, readings)
        values ('no-panel', 'sim', ${id}, 7, 'ATT', now(), now(), 'AT&T', 'ACTIVATED', '', 2)`.execute(db())
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })
  const lastEntry = async () => {
    const entry = db().selectFrom('user_action').select(['message', 'detail', 'result'])
    return entry.orderBy('id', 'desc').limit(1).executeTakeFirst()
  }
  const listed = async () => (await server.call('GET', path)).envelope.data as Expected[]

  it('R38 the answer, the entry and the list name the same findings, whatever was chosen', async () => {
    const named = fc.tuple(
      fc.constantFrom('no-panel', 'still-billed'),
      fc.constantFrom('sim', 'panel', 'csr'),
      fc.constantFrom(...there, '8901170000000000999'),
    )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(named, { minLength: 1, selector: String }), async (parts) => {
        const ids = parts.map((part) => part.join(' '))
        const right = ids.filter((id) => there.some((each) => id === `no-panel sim ${each}`)).toSorted()
        const { code, envelope } = await server.call('POST', path, { body: { ...asked, ids } })
        if (right.length === 0) {
          expect(code).toBe(404)
          return
        }
        expect([code, envelope.data]).toEqual([200, { expected: right.length }])
        expect(await lastEntry()).toMatchObject({ detail: `Spare: ${right.join(', ')}`, result: 'Success' })
        if (right.length < ids.length)
          expect(envelope.message).toContain(`${right.length} of ${ids.length}. The others are already over.`)
        expect((await listed()).map(({ thing }) => `no-panel sim ${thing?.id}`)).toEqual(
          expect.arrayContaining(right),
        )
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['until: must be in the future', { until: inDays(-1) }],
    ['until: must be within a year', { until: inDays(400) }],
    ['until: must be a date and a time in UTC', { until: '2026-11-27' }],
    ['ids: must name each finding once', { ids: [there[0], there[0]].map((id) => `no-panel sim ${id}`) }],
    ['ids: must name one at least', { ids: [] }],
  ])('5 refuses at the field: %s', async (sentence, more) => {
    const body = { ...asked, ids: [`no-panel sim ${there[0]}`], ...more }
    const { code, envelope } = await server.call('POST', path, { body })
    expect([code, envelope.message]).toEqual([400, `Please correct the input: ${sentence}.`])
    expect((envelope.data as { issues: { field: string }[] }).issues[0]?.field).toBe(sentence.split(':')[0])
  })

  it('fleet 5 is there once however many expect it at once, and ends once', async () => {
    const body = { of: 'company', companyId: 7, finding: 'silent', reason: 'Season', until: inDays(3) }
    const together = async (call: () => ReturnType<TestApp['call']>) =>
      (await Promise.all(Array.from({ length: 6 }, call))).map(({ code }) => code).toSorted()
    expect(new Set(await together(() => server.call('POST', path, { body })))).toEqual(new Set([200]))
    const own = (await listed()).filter(({ company }) => company !== null)
    expect(own).toHaveLength(1)
    const ended = await together(() => server.call('POST', `${path}/${own[0]?.expectedId}/end`))
    expect(ended).toEqual([200, 404, 404, 404, 404, 404])
  })

  it('fleet 5 a finding is expected while its thing or its company is, in any order', async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constantFrom('expect', 'end', 'time is over'), whose: fc.constantFrom(0, 1, 2) }),
      fc.record({ does: fc.constantFrom('expect', 'end', 'time is over'), whose: fc.constant('company') }),
    )
    const running = async (whose: number | 'company') => {
      const { rows } = await sql<{ id: string }>`select expected_id as id from fleet_expected
        where thing_id = ${whose === 'company' ? '7' : there[whose]} and finding = 'no-panel' and ended_at is null
          and until > now() order by created_at desc`.execute(db())
      return rows.map(({ id }) => id)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        await sql`update fleet_finding set expected_id = null`.execute(db())
        await sql`delete from fleet_expected`.execute(db())
        const holds = new Set<number | 'company'>()
        for (const { does, whose } of steps) {
          const [of] = await running(whose)
          if (does === 'expect') {
            const what =
              whose === 'company'
                ? { of: 'company', companyId: 7, finding: 'no-panel' }
                : { of: 'things', ids: [`no-panel sim ${there[whose]}`] }
            await server.call('POST', path, { body: { reason: 'Spare', until: inDays(3), ...what } })
            holds.add(whose)
          } else if (does === 'end' && of) {
            expect((await server.call('POST', `${path}/${of}/end`)).code).toBe(200)
            holds.delete(whose)
          } else if (does === 'time is over') {
            await sql`update fleet_expected set until = now() where expected_id = any(${await running(whose)}::uuid[])`.execute(
              db(),
            )
            await passOnExpected(db(), new Date(Date.now() + 1_000))
            holds.delete(whose)
          }
        }
        const { rows } = await sql<{ id: string }>`
          select it.thing_id as id from fleet_finding as it join fleet_expected as known using (expected_id)
          where known.ended_at is null and known.until > now()`.execute(db())
        const expected = there.filter((_, at) => holds.has(at) || holds.has('company'))
        expect(rows.map(({ id }) => id).toSorted()).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })
})
