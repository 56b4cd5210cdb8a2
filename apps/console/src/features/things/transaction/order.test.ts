import type { TimelineStep } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { isError, partsOf } from './order.ts'

const began = '2026-11-22T14:20:14.000Z'
const after = (seconds: number) => new Date(Date.parse(began) + seconds * 1000).toISOString()
const sims = [
  '8901170000000000011',
  '8901170000000000022',
  '8901170000000000033',
  '8914800000000000044',
] as const

let last = 0
const entry = (seconds: number, step: Partial<TimelineStep>): TimelineStep => ({
  id: `a${++last}`,
  at: after(seconds),
  kind: 'action',
  what: '',
  from: null,
  to: null,
  detail: '',
  state: '',
  by: 'pat@example.com',
  source: 'SIM Management',
  object: '',
  ...step,
})
/** What a batch enters of one SIM: its activity, then how it ended. */
const ended = (seconds: number, iccid: string, carrier: string, state = 'Success', detail = '') => [
  entry(seconds, {
    kind: 'sim-activity',
    what: 'Deactivated',
    source: 'ATT',
    by: '',
    object: `sim ${iccid}`,
  }),
  entry(seconds, { what: `Deactivate SIM ${iccid} at ${carrier}`, state, detail, object: `sim ${iccid}` }),
]
const asked = (iccid: string, vendorCode: 'ATT' | 'VZN', from: number, to: number) => ({
  iccid,
  vendorCode,
  askedAt: after(from),
  settledAt: after(to),
  outcome: null,
})

describe('use 2, 16 a transaction in the order it happened', () => {
  const batch = entry(0, {
    what: 'Deactivate 4 SIMs',
    state: 'Intent',
    detail: sims.join(' '),
    object: 'batch b1',
  })
  const transaction = {
    began,
    work: null,
    sims: [
      asked(sims[0], 'ATT', 0.4, 3),
      asked(sims[1], 'ATT', 3, 5),
      asked(sims[2], 'ATT', 5, 7),
      asked(sims[3], 'VZN', 0.5, 2),
    ],
    entries: [
      batch,
      ...ended(2, sims[3], 'Verizon'),
      ...ended(3, sims[0], 'AT&T'),
      ...ended(5, sims[1], 'AT&T', 'CarrierError', 'AT&T refused the request.'),
      ...ended(7, sims[2], 'AT&T'),
    ],
  }

  it('SIMs that ended alike at one carrier are one line, from the first question to the last end; what failed stands alone', () => {
    const parts = partsOf(transaction)
    expect(parts.map(({ what, by, from, to, ids }) => [what, by, from, to, ids.length])).toEqual([
      ['Deactivate 4 SIMs', 'pat@example.com', 0, 0, 0],
      ['Deactivate SIM at AT&T', 'AT&T', 400, 7000, 2],
      [`Deactivate SIM ${sims[3]} at Verizon`, 'Verizon', 500, 2000, 1],
      [`Deactivate SIM ${sims[1]} at AT&T`, 'AT&T', 3000, 5000, 1],
    ])
    expect(parts.map((part) => [isError(part), part.entries.length])).toEqual([
      [false, 1],
      [false, 4],
      [false, 2],
      [true, 2],
    ])
    expect(parts[3]?.detail).toBe('AT&T refused the request.')
  })

  it('two that were refused alike are two lines, each with its reason', () => {
    const entries = [
      ...ended(1, sims[0], 'AT&T', 'CarrierError', 'One reason.'),
      ...ended(2, sims[1], 'AT&T', 'CarrierError', 'Another reason.'),
    ]
    const parts = partsOf({ ...transaction, entries })
    expect(parts.map(({ detail }) => detail)).toEqual(['One reason.', 'Another reason.'])
  })

  it('a deployment: what its agent wrote is below the order that was given', () => {
    const [order, ...others] = partsOf({
      began,
      sims: [],
      work: {
        log: [{ at: after(2), line: 'Fetching 5.0.0' }],
        kind: 'deployment',
        name: 'csr-07',
        thing: 'csr 10.1.0.7',
      } as never,
      entries: [
        entry(0, { what: 'Deploy 5.0.0', state: 'Intent', object: 'csr 10.1.0.7' }),
        entry(4, {
          what: 'Deploy 5.0.0',
          state: 'Error',
          detail: 'It did not start.',
          object: 'csr 10.1.0.7',
        }),
      ],
    })
    expect(others).toEqual([])
    expect(order).toMatchObject({ what: 'Deploy 5.0.0', state: 'Error', from: 0, to: 4000 })
    expect(order?.entries.map(({ what }) => what)).toEqual(['Deploy 5.0.0', 'Fetching 5.0.0', 'Deploy 5.0.0'])
  })

  it('issue 38 a save is one line with what it set otherwise: the browser’s word for it is not another', () => {
    const changes = [{ field: 'Alert threshold', before: '100', after: '90', source: '', alsoBy: [] }]
    const what = 'Save company Harbor (SAP 1000001)'
    const entries = [
      entry(0, { what, state: 'Success', isClaim: true }),
      entry(0.2, { what, state: 'Success', object: 'company 1', changes }),
    ]
    expect(partsOf({ began, sims: [], work: null, entries })).toMatchObject([
      { what, state: 'Success', changes },
    ])
    // Where the server entered nothing it is all that there is.
    expect(partsOf({ began, sims: [], work: null, entries: entries.slice(0, 1) })).toHaveLength(1)
  })
})
