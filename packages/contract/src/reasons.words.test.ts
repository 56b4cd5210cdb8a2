import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Call, calls } from './index.ts'
import { readWhy, sayWhy, ticketAddress, withWhy } from './reasons.words.ts'

const oneLine = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a\u2028b', 'a\u2029', 'Ticket: A-1'))
  .map((text) => text.replace(/[\r\n]/g, ' ').trim())
const anyDetail = fc
  .tuple(fc.constantFrom('', 'Reason: ', 'Ticket: ', 'Ticket: A-1\n', 'Reason: '), fc.string())
  .map((parts) => parts.join(''))

it('issue 43 a reason and a ticket before a detail are read as they were said', () => {
  fc.assert(
    fc.property(oneLine, oneLine, anyDetail, (reason, ticket, detail) => {
      const read = readWhy(withWhy(sayWhy({ reason, ticket }), detail))
      expect({ ...read, rest: read.rest.replace(/^\n(?=Reason|Ticket)/, '') }).toEqual({
        reason,
        ticket,
        rest: detail,
      })
    }),
  )
})

it('issue 43 an entry from before reasons has none', () => {
  expect(readWhy("'Harbor' -> 'Pier'")).toEqual({ reason: '', ticket: '', rest: "'Harbor' -> 'Pier'" })
})

it('issue 43 whatever cuts off takes a reason and a ticket in its query', () => {
  const cutting = Object.entries(calls as Record<string, Call>).filter(([, call]) => call.cutsOff)
  expect(cutting.map(([name]) => name).sort()).toEqual([
    'batchDeactivation',
    'beginLeaving',
    'beginSeries',
    'beginWaves',
    'deactivateSim',
    'disablePanelManagement',
    'generateInstallerServiceKey',
    'goOnLeaving',
    'retryBatch',
    'returnCsr',
    'returnWaves',
    'updatePathfinder',
    'upgradeCsr',
  ])
  for (const [, { query }] of cutting) {
    const read = (ticket: string) => query?.safeParse({ reason: ' moved out ', ticket })
    expect(read('INC-4711')?.data).toMatchObject({ reason: 'moved out', ticket: 'INC-4711' })
    expect(query?.safeParse({ reason: '\u200b' }).error?.issues[0]?.message).toContain('can be seen')
    expect(read('INC 4711')?.error?.issues[0]?.message).toContain('without spaces')
  }
})

it('issue 43 a ticket becomes one part of its address', () => {
  expect(ticketAddress('https://tickets.example/t/{ticket}', '#A/1')).toBe(
    'https://tickets.example/t/%23A%2F1',
  )
  expect(ticketAddress(null, 'INC-1')).toBeNull()
})
