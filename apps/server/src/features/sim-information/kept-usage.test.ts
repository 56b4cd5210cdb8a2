import { describe, expect, it } from 'vitest'
import type { CarrierUsage } from '../../systems/carriers/carrier.ts'
import { fieldsOfUsage, knownDays, usageOf, withEarlierDays } from './kept-usage.ts'

const usage = (change: Partial<CarrierUsage> = {}): CarrierUsage => ({
  from: '2026-11-01',
  to: '2026-11-30',
  usedBytes: 900,
  plan: 'Alarm 5MB',
  days: [],
  ...change,
})
const kept = (change: Partial<CarrierUsage>) => ({
  ...{ id: '1', source: 'AT&T usage', firstAt: null, askedAt: new Date(), tookMs: 1, unanswered: null },
  fields: fieldsOfUsage(usage(change), null),
})

describe('D51 usage as it is kept', () => {
  it('is read as it was told, days that are not known apart', () => {
    const told = usage({ days: [100, null, 900] })
    expect(usageOf(fieldsOfUsage(told, null))).toEqual(told)
    expect(knownDays(told)).toEqual([
      { day: '2026-11-01', usedBytes: 100 },
      { day: '2026-11-03', usedBytes: 900 },
    ])
    expect(fieldsOfUsage(told, 1000).usedPercent).toBe('90')
    expect(usageOf(null)).toBeNull()
    expect(usageOf({ deviceStatus: 'Active' })).toBeNull()
  })

  it('leaves days out that are too long to keep, and keeps the whole', () => {
    const days = Array.from({ length: 31 }, () => 2 ** 50)
    expect(usageOf(fieldsOfUsage(usage({ days }), null))).toMatchObject({ usedBytes: 900, days: [] })
  })

  it('grows by each day on which a carrier told the whole', () => {
    const second = withEarlierDays(
      usage({ usedBytes: 300 }),
      kept({ usedBytes: 100, days: [100] }),
      new Date('2026-11-02T09:00:00Z'),
    )
    expect(second.days).toEqual([100, 300])
    const fifth = withEarlierDays(usage(), kept({ days: [100, 300] }), new Date('2026-11-05T09:00:00Z'))
    expect(fifth.days).toEqual([100, 300, null, null, 900])
  })

  it('begins again with a period, drops what was taken back, and ends with the period', () => {
    const now = new Date('2026-11-02T09:00:00Z')
    expect(
      withEarlierDays(usage(), kept({ from: '2026-10-01', to: '2026-10-31', days: [5] }), now).days,
    ).toEqual([null, 900])
    expect(withEarlierDays(usage({ usedBytes: 40 }), kept({ days: [100] }), now).days).toEqual([null, 40])
    expect(withEarlierDays(usage(), undefined, new Date('2026-12-01T03:00:00Z')).days).toHaveLength(30)
  })

  it('leaves a carrier’s own days as they are', () => {
    const own = usage({ days: [1, 900] })
    expect(withEarlierDays(own, kept({ days: [7] }), new Date('2026-11-02T09:00:00Z'))).toBe(own)
  })
})
