import type { BatchRow } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { secondsLeft } from './time-left.ts'

const begin = Date.parse('2026-11-21T14:00:00Z')
const row = (vendorCode: 'ATT' | 'VZN', settledAfter?: number, state?: BatchRow['state']): BatchRow => ({
  iccid: '8901170000000000013',
  status: '',
  vendorCode,
  carrierName: '',
  companyName: null,
  cannotUndo: '',
  otherCells: [],
  subTransactionId: '',
  state: state ?? (settledAfter === undefined ? 'ready' : 'done'),
  askedAt: settledAfter === undefined ? null : new Date(begin).toISOString(),
  settledAt: settledAfter === undefined ? null : new Date(begin + settledAfter * 1000).toISOString(),
})
const ready = (vendorCode: 'ATT' | 'VZN', count: number) =>
  Array.from({ length: count }, () => row(vendorCode))
const every = (vendorCode: 'ATT' | 'VZN', seconds: number, count: number) =>
  Array.from({ length: count }, (_, at) => row(vendorCode, (at + 1) * seconds))

describe('2.4, D6 the time left of a batch', () => {
  it('is not said before three rows are done', () => {
    expect(secondsLeft([...every('ATT', 30, 2), ...ready('ATT', 8)])).toBeUndefined()
    expect(secondsLeft([...every('ATT', 30, 3), ...ready('ATT', 8)])).toBe(240)
  })

  it('comes from the last ten rows, not from what was slow before', () => {
    const slowThenQuick = [row('ATT', 1000), row('ATT', 2000), ...every('ATT', 5, 10).map(later(3000))]
    expect(secondsLeft([...slowThenQuick, ...ready('ATT', 6)])).toBe(30)
  })

  it('is that of the slowest carrier, since they work side by side', () => {
    const rows = [...every('ATT', 30, 4), ...ready('ATT', 10), ...every('VZN', 1, 40), ...ready('VZN', 5)]
    expect(secondsLeft(rows)).toBe(300)
  })

  it('is not said while a slow carrier has not done three, however many others have', () => {
    expect(secondsLeft([...every('VZN', 1, 40), row('ATT', 30), ...ready('ATT', 10)])).toBeUndefined()
  })

  it('uses the pace of all for a carrier that has too few rows', () => {
    expect(secondsLeft([...every('ATT', 10, 5), row('VZN')])).toBe(10)
  })

  it('is not said while the answer of a row is lost', () => {
    expect(secondsLeft([...every('ATT', 10, 5), row('ATT', undefined, 'settling')])).toBeUndefined()
  })

  it('is nothing when no row is open, and leaves out rows that no carrier was asked about', () => {
    expect(secondsLeft(every('ATT', 30, 5))).toBe(0)
    const invalid = { ...row('ATT', 0, 'invalid'), askedAt: null }
    expect(
      secondsLeft([invalid, invalid, invalid, ...every('ATT', 30, 2), ...ready('ATT', 1)]),
    ).toBeUndefined()
  })
})

const later = (seconds: number) => (one: BatchRow) => ({
  ...one,
  settledAt: new Date(Date.parse(one.settledAt ?? '') + seconds * 1000).toISOString(),
})
