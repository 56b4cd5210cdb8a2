import { expect, it } from 'vitest'
import { placed } from './connection-columns.tsx'

it('2.13, robust 7 what claims to have been received after its container spoke is marked, not taken for news', () => {
  const saidAt = '2026-11-22T12:00:00.000Z'
  const isAhead = (lastReceivedTime: string | null, said: string | null = saidAt) =>
    placed(
      {
        transactionId: '',
        connectionId: 'one',
        connectedTime: null,
        lastReceivedTime,
        lastSendDataTime: null,
        lastReceivedStatus: 'OK',
        cloud: { cloudId: 'CBS0000001' },
        ethernet: { ipAddress: '10.0.0.1' },
        portNumber: 7700,
        iccid: '',
        isSilent: false,
      },
      0,
      said,
    ).isAhead
  expect(isAhead('2026-11-22T12:01:00.000Z')).toBe(true)
  // Clocks differ by seconds.
  expect(isAhead('2026-11-22T12:00:04.000Z')).toBe(false)
  expect(isAhead('2026-11-22T11:59:00.000Z')).toBe(false)
  expect(isAhead(null)).toBe(false)
  expect(isAhead('2026-11-22T12:01:00.000Z', null)).toBe(false)
})
