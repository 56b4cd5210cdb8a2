import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from '../../../demo/seed.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../../testing/key-server.ts'
import { simWorld } from '../../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { fastField, startField, type TestField } from '../../../testing/test-field.ts'

vi.setConfig({ testTimeout: 120_000 })

const sim = '8901170000000000013'
/** Whose panel the next is. */
const panel = 'CBS0000001'
const elsewhere = '6f9619ff-8b86-d011-b42d-00c04fc964ff'

describeOnOneDatabase('fleet 2 what neither a list nor a state tells', (database) => {
  const db = () => database.get().db
  let keys: KeyServer
  let field: TestField
  let console: TestApp
  beforeAll(async () => {
    ;[keys, field] = await Promise.all([startKeyServer(), startField(fastField)])
    await seed(db(), simWorld)
    await sql`delete from sim where iccid <> ${sim}`.execute(db())
    await sql`update company set usage_monitoring_enabled = true, warning_threshold_percent = 60`.execute(
      db(),
    )
    console = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url, SWEEP_RATES: 'ATT=100,VZN=100,AERIS=100,WYLESS=100' },
    })
  })
  afterAll(async () => {
    await console.close()
    await Promise.all([field.stop(), keys.close()])
  })
  const found = async () => {
    const rows = await db()
      .selectFrom('fleet_finding')
      .select(['finding', 'thing_id', 'readings'])
      .where('finding', 'in', ['over-threshold', 'other-environment'])
      .orderBy('finding')
      .execute()
    return rows.map(({ finding, thing_id: id, readings }) => [finding, id, readings])
  }

  it('counts after a second reading, which the sweep makes', async () => {
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString()
    const zone = { ratePlan: 'Alarm 5MB', ratePlanVersion: '1', zone: 'US' }
    await field.fault({
      system: 'att',
      fault: 'answer',
      operation: '/usageInZone',
      body: JSON.stringify({
        iccid: sim,
        cycleStartDate: day(20),
        cycleEndDate: day(-9),
        deviceCycleUsageInZones: {
          'Alarm 5MB, 1': [{ ...zone, dataUsage: 4_900_000, dataUsageUnit: 'bytes' }],
        },
      }),
    })
    for (const path of [
      `/api/siminformation/v1/simusage/${sim}?look=now`,
      `/api/panelenvironment/v1/${elsewhere}/pathfinder`,
    ])
      expect((await console.call('GET', path)).code, path).toBe(200)
    const begun = await console.call('POST', '/api/fleet/v1/sweeps', { body: { of: 'all' } })
    expect(begun.code, begun.text).toBe(202)
    await expect.poll(found, { timeout: 60_000 }).toEqual([
      ['other-environment', panel, 2],
      ['over-threshold', sim, 2],
    ])
  })
})
