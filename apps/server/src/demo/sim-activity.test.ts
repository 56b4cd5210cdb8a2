import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { beforeAll, expect, it } from 'vitest'
import { activityOfSim } from '../features/sim-activity/sim-activity.store.ts'
import { describeOnOneDatabase } from '../testing/databases.ts'
import { demoSimCount } from '../testing/demo-sims.ts'
import { simWorld } from '../testing/sim-world.ts'
import { seed } from './seed.ts'
import { demoEvents, simActivitySeed } from './sim-activity.ts'

const week = 7 * 86_400_000

describeOnOneDatabase('D1 the demo world of SIM activity', (database) => {
  beforeAll(async () => {
    // As a first start does: the panels' SIMs come after it.
    const before = simWorld.filter(({ name }) => name !== 'panel-sims')
    await seed(database.get().db, [...before, simActivitySeed])
  })

  it('has 50,000 events of the last 90 days, of all statuses, errors and sub rows among them', async () => {
    const rows = await database.get().db.selectFrom('sim_activity').selectAll().execute()
    expect(rows).toHaveLength(50_000)
    const times = rows.map((row) => row.at.getTime())
    expect(times.reduce((a, b) => Math.min(a, b))).toBeGreaterThan(Date.now() - 91 * 86_400_000)
    expect(times.reduce((a, b) => Math.max(a, b))).toBeLessThan(Date.now())
    expect(new Set(rows.map((row) => row.status)).size).toBe(5)
    const sizes = new Map<string, number>()
    for (const { transaction_id: id } of rows) sizes.set(id, (sizes.get(id) ?? 0) + 1)
    expect(new Set(sizes.values())).toEqual(new Set([1, 2, 3, 4, 5]))
    expect(rows.filter((row) => row.status === 'Error').length).toBeGreaterThan(1000)
  })

  it('leaves no SIM of the inventory without something in its last 7 days', async () => {
    const { db } = database.get()
    const rows = await db
      .selectFrom('sim_activity')
      .select('iccid')
      .where('at', '>', new Date(Date.now() - week))
      .where('sub_transaction_id', 'is', null)
      .distinct()
      .execute()
    expect(rows).toHaveLength(demoSimCount)
  })

  it('ends for each named SIM as the inventory has it, and fills more than one page', async () => {
    for (const { iccid, usable } of world.sims) {
      const all = await activityOfSim(database.get().db, iccid, { from: null, before: null }, 10_000)
      expect(all.length).toBeGreaterThan(100)
      expect(all[0]?.first.status).toBe(usable ? 'Activated' : 'Deactivated')
    }
  })

  it('is the same each time', () => {
    const sims = [{ iccid: '8901170000000000013', vendor_code: 'ATT' as const, usable: true }]
    expect(demoEvents(sims, 1_800_000_000_000)).toEqual(demoEvents(sims, 1_800_000_000_000))
  })
})
