import type { TimelineStep, TransactionThing } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'
import { ticketOf } from './ticket.ts'

const began = '2026-11-22T14:20:14.000Z'
const refusal =
  'AT&T refused the request: The status of this device can not be changed by this account (code 40000005)'
const id = 'a2bf7919-3c1e-4f0b-9b7e-20d6c41e5dfc'

type Sim = TransactionThing['sims'][number]
type State = NonNullable<Sim['outcome']>['state']
let last = 0
const sim = (
  state: State | null,
  more: { isRefused?: boolean; reason?: string; vendorCode?: null } = {},
): Sim => ({
  iccid: `89011700000000000${String(++last).padStart(2, '0')}`,
  vendorCode: more.vendorCode === null ? null : 'ATT',
  askedAt: began,
  settledAt: began,
  outcome: state && { state, isRefused: more.isRefused ?? false, reason: more.reason ?? '' },
})
const refused = (reason = refusal) => sim('failed', { isRefused: true, reason })

const batch = {
  ...{ kind: 'batch', id: 'b-1', thing: 'batch b-1', name: 'harbor-swap.csv', what: '' },
  ...{ before: null, after: null },
  ...{ state: 'incomplete', counts: { total: 3, done: 2, failed: 1 }, reason: '', by: 'pat@example.com' },
  ...{ transactionId: id, beganAt: began, endedAt: began, stoppedBy: null, log: [] },
} as const satisfies TransactionThing['work']
const entry = (state: string, more: Partial<TimelineStep> = {}): TimelineStep => ({
  ...{ id: 'a1', at: began, kind: 'action', what: 'Save company Harbor', from: null, to: null, detail: '' },
  ...{ state, by: 'pat@example.com', source: 'Company Management', object: 'company 1' },
  ...more,
})
const asked = {
  ...{ what: 'Save company Harbor', by: 'pat@example.com', screen: 'Company Management' },
  ...{ result: 'Success', detail: '' },
}
const transaction = (more: Partial<TransactionThing>): TransactionThing => ({
  ...{ id, asked, began, last: '2026-11-22T14:20:42.000Z', work: null, withholdsWork: false, entries: [] },
  ...{ hasEarlier: false, withheld: [], sims: [], panels: [], company: null, companies: 0, now: began },
  ...more,
})
const said = (more: Partial<TransactionThing>) => {
  const { state = '', sentence = '', second = '', way = null } = outcomeOf(transaction(more)) ?? {}
  return [state, sentence, second, way?.text ?? ''].join(' | ')
}

describe('issue 38 how a transaction ended', () => {
  it('one line counts what was done and who refused what, with the reason and the way to the SIM', () => {
    const failed = refused()
    const outcome = outcomeOf(transaction({ work: batch, sims: [sim('done'), failed, sim('done')] }))
    expect(outcome).toEqual({
      state: 'error',
      sentence: '2 deactivated, 1 refused by AT&T.',
      second: `${refusal}.`,
      way: { to: `/sims/${failed.iccid}`, text: 'Open the refused SIM' },
    })
  })

  it.each<[string, Sim[]]>([
    ['ok | 2 deactivated. |  | ', [sim('done'), sim('done')]],
    [
      'error | 2 refused by AT&T. | AT&T refused the request: The status of this device can not be changed by this account (code 40000005). | Open the 2 rows that failed',
      [refused(), refused()],
    ],
    [
      'error | 1 deactivated, 2 refused by AT&T. | 2 different reasons, each with its SIM below. | Open the 2 rows that failed',
      [sim('done'), refused('One.'), refused('Two.')],
    ],
    [
      'error | 1 not deactivated. | The inventory has no such SIM. | Open the SIM that failed',
      [sim('failed', { reason: 'The inventory has no such SIM.' })],
    ],
    [
      'error | 1 not deactivated. | No carrier. | Open the SIM that failed',
      [sim('failed', { isRefused: true, reason: 'No carrier', vendorCode: null })],
    ],
    [
      'unknown | 1 deactivated, 1 outcome not known. |  | Open the SIM that failed',
      [sim('done'), sim('unknown')],
    ],
    [
      'error | 1 deactivated, 1 stopped, 1 invalid. |  | Open the 2 rows that failed',
      [sim('done'), sim('stopped'), sim('invalid')],
    ],
    [
      'running | So far: 1 deactivated, 1 refused by AT&T, 2 under way. | Why. | Open the refused SIM',
      [sim('done'), sim('waiting'), sim('settling'), refused('Why')],
    ],
  ])('of a batch: %s', (sentence, sims) => {
    expect(said({ work: batch, sims })).toBe(sentence)
  })

  it.each<[string, TimelineStep[]]>([
    ['ok | Done: Save company Harbor. |  | ', [entry('Success')]],
    [
      'error | Not done: Save company Harbor. | Saved by Dana in between. | ',
      [entry('Conflict', { detail: 'Saved by Dana in between' })],
    ],
    [
      'unknown | Outcome not known: Save company Harbor. | It was started, but no outcome was recorded. | ',
      [entry('Intent')],
    ],
    // What the browser says of itself is no end.
    ['info | Save company Harbor. No change was recorded. |  | ', [entry('Success', { isClaim: true })]],
    ['ok | Done: Save company Harbor. |  | ', [entry('Success'), entry('Error', { isClaim: true })]],
  ])('of a call: %s', (sentence, entries) => {
    expect(said({ entries })).toBe(sentence)
  })

  it('of a deployment: its end, its reason, and the way to its server', () => {
    const deployment = {
      ...batch,
      kind: 'deployment',
      name: 'csr-04',
      before: '4.2.1',
      after: '5.0.0',
    } as const
    expect(said({ work: { ...deployment, state: 'succeeded' } })).toBe(
      'ok | csr-04: 4.2.1 → 5.0.0 succeeded. |  | ',
    )
    expect(said({ work: { ...deployment, state: 'error', reason: 'It did not start' } })).toBe(
      'error | csr-04: 4.2.1 → 5.0.0 failed. | It did not start. | Open csr-04',
    )
    expect(said({ work: { ...deployment, state: 'running', endedAt: null } })).toBe(
      'running | csr-04: 4.2.1 → 5.0.0 is under way. |  | ',
    )
  })

  it('D45 of what is not told nothing is said', () => {
    expect(outcomeOf(transaction({ asked: null }))).toBeNull()
  })

  it('the ticket has ids, who, when with its zone, the result, what failed, and the link', () => {
    const failed = refused()
    const company = {
      companyId: 1,
      name: 'Harbor Security',
      sapCompanyId: '1000001',
      sims: 4,
      panels: 2,
      users: 1,
    }
    const lines = ticketOf(
      transaction({ work: batch, sims: [sim('done'), failed, sim('done')], company }),
      'https://c',
    )
    expect(lines).toEqual([
      `Transaction ${id}`,
      'Save company Harbor, by pat@example.com on Company Management',
      `2 deactivated, 1 refused by AT&T. ${refusal}.`,
      expect.stringMatching(
        /^Started 2026-11-22 .* UTC[+−]\d\d:\d\d, last entry 2026-11-22 .* UTC[+−]\d\d:\d\d$/,
      ),
      'Company Harbor Security (SAP 1000001)',
      `SIM ${failed.iccid}: ${refusal}`,
      `https://c/transactions/${id}`,
    ])
    const running = ticketOf(transaction({ work: { ...batch, endedAt: null }, sims: [sim('waiting')] }), '')
    expect(running.find((line) => line.startsWith('Started'))).toMatch(/still under way$/)
    const many = ticketOf(transaction({ work: batch, sims: Array.from({ length: 23 }, () => refused()) }), '')
    expect(many.filter((line) => line.startsWith('SIM '))).toHaveLength(20)
    expect(many).toContain('and 3 more')
  })
})
