import { permissions, type SimUsage } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { scopedTokens } from '../../testing/scoped-tokens.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { fastField, startField, type TestField } from '../../testing/test-field.ts'

const att = '8901170000000000013'
const attOther = '8901170000000000021'
const verizon = '8914800000000000014'
const aeris = '8932300000000000011'
const wyless = '8946200000000000012'

describeOnEachDatabase('D51 usage of a SIM', (database) => {
  let keys: KeyServer
  let field: TestField
  let console: TestApp
  let clock: TestClock
  const scoped = scopedTokens()
  beforeAll(async () => {
    ;[keys, field] = await Promise.all([startKeyServer(), startField(fastField)])
    await seed(database.get().db, simWorld)
    clock = createTestClock({ passing: true })
    console = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url, ATT_CALLS_PER_SECOND: '1000' },
      app: { clock, furtherTokens: [scoped.authenticator] },
    })
  })
  afterEach(() => field.heal())
  afterAll(async () => {
    await console.close()
    await Promise.all([field.stop(), keys.close()])
  })

  const read = async (simId: string, look?: 'now' | 'if-old', token?: string): Promise<SimUsage> => {
    const path = `/api/siminformation/v1/simusage/${simId}${look ? `?look=${look}` : ''}`
    const { code, envelope } = await console.call('GET', path, token ? { token } : {})
    expect(code).toBe(200)
    return envelope.data
  }
  const asked = async (system: string, iccid: string) =>
    (await field.counts()).find(
      (each) => each.system === system && each.action === 'usage' && each.iccid === iccid,
    )?.count ?? 0
  const monitor = (isOn: boolean) =>
    sql`update company set usage_monitoring_enabled = ${isOn}, warning_threshold_percent = 60, alert_threshold_percent = 90`.execute(
      database.get().db,
    )
  /** What AT&T says it was instead. */
  const tell = (iccid: string, dataUsage: number) => {
    const day = (back: number) => new Date(clock.now().getTime() - back * 86_400_000).toISOString()
    const zone = {
      ratePlan: 'Alarm 5MB',
      ratePlanVersion: '1',
      zone: 'US',
      dataUsage,
      dataUsageUnit: 'bytes',
    }
    return field.fault({
      system: 'att',
      fault: 'answer',
      operation: '/usageInZone',
      body: JSON.stringify({
        iccid,
        cycleStartDate: day(20),
        cycleEndDate: day(-9),
        deviceCycleUsageInZones: { 'Alarm 5MB, 1': [zone] },
      }),
    })
  }

  it('tells what is kept at once, and asks the carrier only where that is old', async () => {
    expect(await read(att)).toMatchObject({ carrier: 'AT&T', isTold: true, told: null, unanswered: null })
    expect(await asked('att', att)).toBe(0)
    const { told } = await read(att, 'if-old')
    expect(told).toMatchObject({ plan: 'Alarm 5MB', usedBytes: expect.any(Number) })
    await expect.poll(async () => (await read(att)).told).toEqual(told)
    expect((await read(att, 'if-old')).told).toEqual(told)
    expect(await asked('att', att)).toBe(1)
    await read(att, 'now')
    expect(await asked('att', att)).toBe(2)
    await clock.advance(31 * 60_000)
    await read(att, 'if-old')
    expect(await asked('att', att)).toBe(3)
  })

  it('tells each day where the carrier does, and the month of Aeris', async () => {
    const { told } = await read(verizon, 'now')
    expect(told?.from.slice(8)).toBe('10')
    expect(told?.days.at(-1)?.usedBytes).toBe(told?.usedBytes)
    expect((await read(aeris, 'now')).told).toMatchObject({ plan: 'Alarm 2MB', days: [expect.anything()] })
  })

  it('tells the bills of a SIM whose carrier tells no usage, the newest last', async () => {
    const usage = await read(wyless, 'now')
    expect(usage).toMatchObject({ carrier: 'Wyless', isTold: false, told: null, unanswered: null })
    expect(usage.billed).toHaveLength(12)
    expect(usage.billed.at(-1)).toMatchObject({ year: 2021, month: 12, plan: 'M2M Flex' })
  })

  it('says why there is no answer, and keeps what was told before', async () => {
    // Of two answers of one moment the first is kept.
    await clock.advance(1_000)
    const { told } = await read(att, 'now')
    await expect.poll(async () => (await read(att)).told).toEqual(told)
    await field.fault({ system: 'att', fault: '500', operation: '/usageInZone' })
    expect(await read(att, 'now')).toMatchObject({
      told,
      unanswered: {
        status: 'CarrierError',
        message: expect.stringMatching(/^AT&T reports a fault of its own/),
      },
    })
    await field.heal()
    await tell(att, -4)
    expect((await read(att, 'now')).unanswered?.message).toContain('the console cannot read')
    await field.heal()
    await expect.poll(async () => (await read(att)).unanswered).not.toBeNull()
    expect((await read(att, 'now')).unanswered).toBeNull()
  })

  it('says not found of a SIM that its carrier does not know', async () => {
    expect((await read('8914800000000000030', 'now')).unanswered).toMatchObject({ status: 'NotFound' })
  })

  describe('against the thresholds of its company', () => {
    it.each([
      [2_900_000, 'below'],
      [3_000_000, 'warning'],
      [4_500_000, 'alert'],
    ])('%i bytes of 5 MB: %s', async (bytes, level) => {
      await monitor(true)
      await tell(attOther, bytes)
      expect(await read(attOther, 'now')).toMatchObject({
        includedBytes: 5_000_000,
        thresholds: { isMonitored: true, warningPercent: 60, alertPercent: 90 },
        level,
      })
      await monitor(false)
      expect(await read(attOther, 'now')).toMatchObject({ thresholds: { isMonitored: false }, level: null })
    })

    it('knows none of a plan that does not say its size, nor of a SIM without a company', async () => {
      await monitor(true)
      expect(await read(verizon, 'now')).toMatchObject({ includedBytes: null, level: null })
      expect(await read('8901170000000000039', 'now')).toMatchObject({ thresholds: null, level: null })
    })

    it('D45 tells neither thresholds nor level to readers of SIMs who may not read companies', async () => {
      await monitor(true)
      await tell(attOther, 4_900_000)
      const token = scoped.token(
        'eng-admin',
        permissions.filter((each) => each !== 'companies.read'),
      )
      expect(await read(attOther, 'now', token)).toMatchObject({
        told: { usedBytes: 4_900_000 },
        thresholds: null,
        level: null,
      })
    })
  })

  it('is no entry of the timeline while it only goes on', async () => {
    for (const bytes of [1000, 2000]) {
      await tell(attOther, bytes)
      await read(attOther, 'now')
      await expect.poll(async () => (await read(attOther)).told?.usedBytes).toBe(bytes)
      await field.heal()
    }
    const { envelope } = await console.call('GET', `/api/timeline/v1/sims/${attOther}`)
    expect(JSON.stringify(envelope.data)).not.toContain('usedBytes')
  })
})
