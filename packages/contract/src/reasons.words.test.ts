import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Call, calls } from './index.ts'
import { readWhy, sayWhy, ticketAddress, withWhy } from './reasons.words.ts'

const oneLine = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\u2028\u2029]/g, ' ').trim())

it('issue 43 a reason and a ticket before a detail are read as they were said', () => {
  fc.assert(
    fc.property(oneLine, oneLine, fc.string(), (reason, ticket, detail) => {
      const rest = detail.replace(/^(Reason|Ticket): /, '')
      expect(readWhy(withWhy(sayWhy({ reason, ticket }), rest))).toEqual({ reason, ticket, rest })
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
    'deactivateSim',
    'disablePanelManagement',
    'generateInstallerServiceKey',
    'retryBatch',
    'returnCsr',
    'updatePathfinder',
    'upgradeCsr',
  ])
  for (const [, { query }] of cutting) {
    const read = (ticket: string) => query?.safeParse({ reason: ' moved out ', ticket })
    expect(read('INC-4711')?.data).toMatchObject({ reason: 'moved out', ticket: 'INC-4711' })
    expect(read('INC 4711')?.error?.issues[0]?.message).toContain('without spaces')
  }
})

it('issue 43 a ticket becomes one part of its address', () => {
  expect(ticketAddress('https://tickets.example/t/{ticket}', '#A/1')).toBe(
    'https://tickets.example/t/%23A%2F1',
  )
  expect(ticketAddress(null, 'INC-1')).toBeNull()
})
