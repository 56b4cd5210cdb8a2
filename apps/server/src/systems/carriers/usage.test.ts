import { describe, expect, it } from 'vitest'
import { openHttpStage } from '../../testing/http-stage.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { aerisUsage } from './aeris/aeris.mapping.ts'
import { AerisUsage } from './aeris/aeris.wire.ts'
import { sample } from './answers-stage.ts'
import { attUsage } from './att/att.mapping.ts'
import { AttUsage } from './att/att.wire.ts'
import { monthIn } from './usage.ts'
import { createVerizon } from './verizon/verizon.adapter.ts'
import { VerizonClient } from './verizon/verizon.client.ts'
import { cycleOf, verizonUsage } from './verizon/verizon.mapping.ts'
import { UsageHistory, VerizonDevice } from './verizon/verizon.wire.ts'

const of = (path: string) => JSON.parse(sample(path))

describe('D51 usage at AT&T', () => {
  const told = (change: object = {}) =>
    attUsage(AttUsage.parse({ ...of('att/usage-in-zone.json'), ...change }))
  const zone = (change: object) => ({
    ...of('att/usage-in-zone.json').deviceCycleUsageInZones['Alarm 5MB, 1'][0],
    ...change,
  })
  const zones = (...changes: object[]) =>
    told({ deviceCycleUsageInZones: { 'Alarm 5MB, 1': changes.map(zone) } })

  it('sums up plans and zones of a cycle, whose days are those of the account’s zone', () => {
    expect(told()).toEqual({
      from: '2025-11-01',
      to: '2025-11-30',
      usedBytes: 1_258_291 + 4096,
      plan: 'Alarm 5MB',
      days: [],
    })
    // The sample of a public client, in China: a cycle that begins at midnight of UTC+8.
    expect(
      told({ cycleStartDate: '2018-08-26T16:00:00.000Z', cycleEndDate: '2018-09-26T15:59:59.000Z' }),
    ).toMatchObject({
      from: '2018-08-27',
      to: '2018-09-26',
    })
    expect(
      told({ cycleStartDate: '2025-11-01 00:00:00.000-0500', cycleEndDate: '2025-11-30 23:59:59.000-0500' }),
    ).toMatchObject({
      from: '2025-11-01',
      to: '2025-11-30',
    })
  })

  it.each([
    ['bytes', 3, 3],
    ['KB', 1.5, 1536],
    ['mb', 2, 2_097_152],
    ['GB', 1, 1_073_741_824],
    [null, 7, 7],
  ])('reads %s', (dataUsageUnit, dataUsage, bytes) => {
    expect(zones({ dataUsageUnit, dataUsage })?.usedBytes).toBe(bytes)
  })

  it('refuses a unit that no one knows, and a cycle that ends before it begins or has no time', () => {
    expect(zones({ dataUsageUnit: 'furlongs' })).toBeUndefined()
    expect(told({ cycleEndDate: '2025-10-01T00:00:00.000Z' })).toBeUndefined()
    expect(told({ cycleStartDate: 'in spring' })).toBeUndefined()
  })

  it('counts a zone that comes twice once, other plans all, and what is null as nothing', () => {
    expect(zones({ dataUsage: 5 }, { dataUsage: 5 })?.usedBytes).toBe(5)
    expect(zones({ dataUsage: 5 }, { dataUsage: 6, ratePlan: 'Alarm 20MB' })).toMatchObject({
      usedBytes: 11,
      plan: 'Alarm 5MB, Alarm 20MB',
    })
    expect(zones({ dataUsage: null })?.usedBytes).toBe(0)
    expect(told({ deviceCycleUsageInZones: {} })).toMatchObject({ usedBytes: 0, plan: '' })
  })
})

describe('D51 usage at Verizon', () => {
  const period = { from: '2025-11-10', to: '2025-12-09' }
  const day = (timestamp: string, bytesUsed: number | null, more: object = {}) => ({
    ...of('verizon/usage-history.json').usageHistory[0],
    timestamp,
    bytesUsed,
    ...more,
  })
  const told = (...usageHistory: object[]) =>
    verizonUsage(UsageHistory.parse({ usageHistory }).usageHistory, period)
  const device = (billingCycleEndDate?: string) => VerizonDevice.parse({ billingCycleEndDate })

  it('sums up the days; one that is missing is not told, and days of other cycles are left out', () => {
    const usage = told(
      day('2025-11-09T00:00:00Z', 1000),
      day('2025-11-10T00:00:00Z', 10),
      day('2025-11-12T00:00:00Z', 30),
      day('2025-11-13T00:00:00Z', null),
      day('2025-12-10T00:00:00Z', 1000),
    )
    expect(usage).toMatchObject({ ...period, usedBytes: 40, plan: 'm2m4G' })
    expect(usage?.days).toHaveLength(30)
    expect(usage?.days.slice(0, 5)).toEqual([10, null, 40, null, null])
  })

  it('counts a day once that comes twice or from two sources, and the plans of one day all', () => {
    expect(told(day('2025-11-10T00:00:00Z', 10), day('2025-11-10T00:00:00Z', 10))?.usedBytes).toBe(10)
    expect(
      told(day('2025-11-10T00:00:00Z', 10), day('2025-11-10T00:00:00Z', 12, { source: 'Rated Usage' }))
        ?.usedBytes,
    ).toBe(12)
    expect(
      told(day('2025-11-10T00:00:00Z', 10), day('2025-11-10T00:00:00Z', 5, { servicePlan: 'other' })),
    ).toMatchObject({
      usedBytes: 15,
      plan: 'm2m4G, other',
    })
  })

  it('refuses a day that no one can read', () => {
    expect(told(day('the tenth', 10))).toBeUndefined()
  })

  it.each([
    ['2025-12-09T20:00:00-05:00', '2025-11-20T00:00:00Z', '2025-11-10', '2025-12-09'],
    ['2020-05-09T20:00:00-04:00', '2020-04-20T00:00:00Z', '2020-04-10', '2020-05-09'],
    // What the device names has ended: the cycle that runs now counts, in the last minute and the first one.
    ['2025-11-09T19:00:00-05:00', '2025-11-09T23:59:00Z', '2025-10-10', '2025-11-09'],
    ['2025-11-09T19:00:00-05:00', '2025-11-10T00:00:00Z', '2025-11-10', '2025-12-09'],
    ['2026-01-31T00:00:00Z', '2026-02-10T00:00:00Z', '2026-01-31', '2026-02-27'],
    // Without one, the calendar month of New York.
    [undefined, '2025-12-01T04:59:00Z', '2025-11-01', '2025-11-30'],
    [undefined, '2025-12-01T05:00:00Z', '2025-12-01', '2025-12-31'],
    ['soon', '2025-12-05T00:00:00Z', '2025-12-01', '2025-12-31'],
  ])('a cycle that ends %s is at %s that of %s to %s', (end, at, from, to) => {
    expect(cycleOf(device(end), new Date(at))).toEqual({ from, to })
  })

  it('asks for the rest where an answer does not hold all days, and ends where nothing more comes', async () => {
    const page = (hasMoreData: boolean, ...days: string[]) =>
      JSON.stringify({ hasMoreData, usageHistory: days.map((each) => day(each, 10)) })
    const today = new Date().toISOString().slice(0, 10)
    const before = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const pages = [
      page(true, `${before}T00:00:00Z`),
      page(true, `${before}T00:00:00Z`, `${today}T00:00:00Z`),
      page(true, `${today}T00:00:00Z`),
    ]
    const stage = await openHttpStage(({ path, body }) => {
      if (path === '/token') return { body: sample('verizon/api-token.json') }
      if (path.endsWith('/login')) return { body: sample('verizon/session.json') }
      if (path.endsWith('/usage/actions/list')) return { status: 202, body: pages.shift() ?? body }
      return { body: sample('verizon/device.json') }
    })
    const outbound = createTestOutbound()
    const settings = {
      key: 'k',
      secret: 's',
      username: 'u',
      password: 'p',
      account: '',
      descriptionField: '',
    }
    const at = { ...settings, baseUrl: stage.url, tokenUrl: `${stage.url}/token` }
    const usage = await createVerizon(outbound, at, new VerizonClient(outbound, 'Verizon', at)).readUsage?.(
      '89148000000000001231',
    )
    const asked = stage.seen
      .filter(({ path }) => path.endsWith('/usage/actions/list'))
      .map(({ body }) => JSON.parse(body).earliest)
    await stage.close()
    await outbound.close()
    expect(asked.slice(1)).toEqual([`${before}T00:00:00Z`, `${today}T00:00:00Z`])
    expect([10, 20]).toContain(usage?.usedBytes)
  })
})

describe('D51 usage at Aeris', () => {
  const month = { from: '2025-11-01', to: '2025-11-30' }
  const iccid = '8932300000000000011'
  const told = (...lines: object[]) =>
    aerisUsage(
      AerisUsage.parse({
        data: lines.map((each) => ({ ...of('aeris/usage-monthly.json').data[0], ...each })),
      }),
      iccid,
      month,
    )

  it('tells the SIM’s own line, wherever it stands, or the only one where it names none', () => {
    expect(told({ iccid: '8932300000000000029', total_bytes_transferred: 1 }, {})).toEqual({
      ...month,
      usedBytes: 1_310_720,
      plan: 'Alarm 2MB',
      days: [],
    })
    expect(told({ iccid: null, rate_plan_label: null })).toMatchObject({ usedBytes: 1_310_720, plan: '' })
    expect(told({ iccid: '8932300000000000029' })).toBeUndefined()
    expect(told({ iccid: null }, { iccid: null })).toBeUndefined()
  })

  it('has months of GMT', () => {
    expect(monthIn('UTC', new Date('2025-11-30T23:59:59Z'))).toEqual(month)
    expect(monthIn('UTC', new Date('2025-12-01T00:00:00Z'))).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  })
})
