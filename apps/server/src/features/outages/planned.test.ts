import type { Planned } from '@support-console/contract'
import { sql } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { planningServer } from '../../testing/planning.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase('issue 52, 6 planned work', (database) => {
  const { db, plan, planned, end } = planningServer(database)
  beforeEach(async () => {
    await sql`delete from planned_outage`.execute(db())
  })
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
