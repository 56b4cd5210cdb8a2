import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { contentOf, genesis, hashOf } from '../platform/audit/chain.ts'
import { describeOnOneDatabase } from '../testing/databases.ts'
import { testSecrets } from '../testing/test-secrets.ts'
import { demoDays } from './days.ts'
import { seed } from './seed.ts'
import { seedParts } from './seed-parts.ts'

const dayLength = 86_400_000
const parts = ['companies', 'sims', 'sim-activity', 'user-actions']

describeOnOneDatabase('D1 the demo world of user actions', (database) => {
  beforeAll(async () => {
    await seed(
      database.get().db,
      seedParts(testSecrets).filter(({ name }) => parts.includes(name)),
    )
  })
  const entries = () => database.get().db.selectFrom('user_action').selectAll().orderBy('id').execute()

  it('has 20,000 entries of the last 90 days in the order of time, the last 7 days among them', async () => {
    const times = (await entries()).map(({ at }) => at.getTime())
    expect(times).toHaveLength(20_000)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times[0]).toBeGreaterThan(Date.now() - 91 * dayLength)
    expect(times.at(-1)).toBeLessThan(Date.now())
    expect(times.filter((time) => time > Date.now() - 7 * dayLength).length).toBeGreaterThan(500)
  })

  it('has sub rows, refusals and failures, the automation operator, and more sub rows than are shown', async () => {
    const all = await entries()
    const of = Map.groupBy(all, (entry) => entry.transaction_id)
    const sizes = new Set([...of.values()].map((each) => each.length))
    expect([1, 2, 3, 4, 131].every((size) => sizes.has(size))).toBe(true)
    const results = new Set(all.map(({ result }) => result))
    for (const result of ['Success', 'Intent', 'Conflict', 'CarrierError', 'Error'])
      expect(results).toContain(result)
    const people = new Set(all.map(({ email }) => email))
    for (const name of ['support', 'engineer', 'auditor', 'newcomer', 'robot'])
      expect(people).toContain(`${name}@example.com`)
  })

  it('2.12 has transactions of SIM activity, with the same SIM at the same time', async () => {
    const { rows } = await sql<{ both: number; apart: number }>`
      select count(*) as both, count(*) filter (where object <> 'sim ' || iccid or abs(extract(epoch from gap)) > 600) as apart
      from (select object, iccid, user_action.at - sim_activity.at as gap from user_action
        join sim_activity using (transaction_id)
        where source = 'server' and sim_activity.sub_transaction_id is null) as pair`.execute(
      database.get().db,
    )
    expect(rows[0]?.both).toBeGreaterThan(1000)
    expect(rows[0]?.apart).toBe(0)
  })

  it('D19 is proven by the chain as every other entry', async () => {
    const links = await database
      .get()
      .db.selectFrom('audit_chain')
      .select(['number', 'at', 'entry_at', 'entry_id'])
      .select([
        sql<string>`encode(content, 'hex')`.as('content'),
        sql<string>`encode(hash, 'hex')`.as('hash'),
      ])
      .orderBy('number')
      .execute()
    const byId = new Map((await entries()).map((entry) => [entry.id, entry]))
    let previous = genesis
    const wrong = links.filter((link) => {
      const entry = byId.get(link.entry_id)
      const isRight = entry && contentOf(entry) === link.content && hashOf(link, previous) === link.hash
      previous = link.hash
      return !isRight
    })
    expect([links.length, wrong]).toEqual([20_000, []])
  })
})

it('D1 the demo world is the same each time, and full at any hour of the week', () => {
  const things = {
    iccids: ['8901170000000000013'],
    companies: [{ id: 1, name: 'Harbor Security', sapCompanyId: '1000001' }],
  }
  for (let hour = 0; hour < 168; hour += 12) {
    const end = Date.UTC(2026, 10, 2, hour, 17)
    const deeds = demoDays(things, { end, days: 90, count: 900 })
    expect(deeds.reduce((sum, { action }) => sum + action.entries.length, 0)).toBe(900)
    const begins = deeds.map(({ begin }) => begin)
    expect(begins.every((begin) => begin > end - 90 * dayLength && begin < end)).toBe(true)
    expect(new Set(deeds.map(({ transactionId }) => transactionId)).size).toBe(deeds.length)
    expect(demoDays(things, { end, days: 90, count: 900 })).toEqual(deeds)
  }
})
