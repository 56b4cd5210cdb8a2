import type { UserActionItem } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { hasError, linesFound, outcomesOf, type SubRow } from './entries.ts'

const entry = (object: string, result: string, source: 'server' | 'console' = 'server'): SubRow => ({
  result,
  detail: '',
  source,
  object,
  statusDesc: 'Deactivate',
  email: 'support@example.com',
  date: '2026-11-22T12:00:00.000Z',
  localDate: '2026-11-22T12:00:00.000+00:00',
  status: 'SIM Management',
  subtransId: '',
})

const transaction = (...entries: SubRow[]): UserActionItem => ({
  transactionId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  ...entry('', 'Success', 'console'),
  hasSimActivity: true,
  moreSubRows: 0,
  subRows: entries,
})

const [good, bad, refused] = ['8901170000000000013', '8901170000000000054', '8901170000000000070']
const batch = transaction(
  entry('batch 12', 'Accepted'),
  entry(`sim ${good}`, 'Intent'),
  entry(`sim ${bad}`, 'Intent'),
  entry(`sim ${bad}`, 'CarrierError'),
  entry(`sim ${good}`, 'Success'),
  entry(`sim ${refused}`, 'Invalid'),
)

describe('2.12, specification 15 how a transaction ended', () => {
  it('for the SIM that was searched, by its whole number or its last digits, whatever became of others of its batch', () => {
    for (const searched of [good, 'deactivate 000013', `SIM ${good}`]) {
      expect(outcomesOf(batch, searched)).toEqual(['Success'])
      expect(hasError(batch, searched)).toBe(false)
    }
    expect(outcomesOf(batch, bad)).toEqual(['CarrierError'])
    expect(hasError(batch, bad)).toBe(true)
  })

  it('of the whole batch otherwise: what ended well is named beside the errors', () => {
    for (const searched of ['', 'deactivate', '8901179999999999999']) {
      expect(outcomesOf(batch, searched)).toEqual(['Success', 'CarrierError', 'Invalid'])
      expect(hasError(batch, searched)).toBe(true)
    }
  })

  it('of one thing: its errors alone, or its last result; nothing where only the console spoke', () => {
    const failed = transaction(
      entry('', 'Accepted'),
      entry(`sim ${bad}`, 'Intent'),
      entry(`sim ${bad}`, 'CarrierError'),
    )
    expect(outcomesOf(failed)).toEqual(['CarrierError'])
    expect(outcomesOf(transaction(entry('company 2', 'Intent'), entry('company 2', 'Success')))).toEqual([
      'Success',
    ])
    expect(outcomesOf(transaction())).toEqual([])
  })
})

describe('use 2 why a transaction was found', () => {
  const saved = transaction({
    ...entry('company 7', 'Success'),
    detail:
      'alert threshold: 80 → 90\ndeactivate later: no → yes\nVPN endpoint: "vpn.old.example" → "vpn.example"',
  })

  it.each([
    ['vpn', ['VPN endpoint: "vpn.old.example" → "vpn.example"']],
    ['deactivate', []],
    ['deactivate 90', ['alert threshold: 80 → 90']],
    ['', []],
  ])('%s is shown by the lines that hold it, unless the first row has it', (searched, lines) => {
    expect(linesFound(saved, searched)).toEqual(lines)
  })
})
