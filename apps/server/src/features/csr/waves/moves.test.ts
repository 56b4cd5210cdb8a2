import { type WaveServerState, waveServerStates } from '@support-console/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextMove, type PlanStands, type Stands } from './moves.ts'

const plan: PlanStands = {
  direction: 'forward',
  isStopped: false,
  isPaused: false,
  budget: 250,
  errorsAllowed: 0,
  pauseMs: 10 * 60_000,
  isWithinHours: true,
  acceptedWave: 0,
  troubles: [],
  now: 10_000_000,
}
const off: readonly WaveServerState[] = ['deploying', 'watching', 'returning', 'failed', 'undecided']
const server = (
  csrId: number,
  wave: number,
  state: WaveServerState,
  change: Partial<Stands> = {},
): Stands => ({
  csrId,
  server: `csr-0${csrId}`,
  wave,
  state,
  isAccepted: false,
  note: 'Why.',
  panels: 100,
  offAir: off.includes(state) ? 100 : 0,
  isPending: false,
  judgedAt: state === 'passed' ? 0 : null,
  ...change,
})

describe('D61 what a release in waves does next', () => {
  it.each<[string, Partial<PlanStands>, Stands[], unknown]>([
    ['begins the first', {}, [server(1, 1, 'waiting')], { is: 'begin', csrId: 1 }],
    [
      'begins none while one is Pending (2.10)',
      {},
      [server(1, 1, 'deploying', { isPending: true }), server(2, 1, 'waiting')],
      { is: 'wait' },
    ],
    [
      'begins as many at once as the budget allows',
      {},
      [server(1, 1, 'deploying'), server(2, 1, 'waiting')],
      { is: 'begin', csrId: 2 },
    ],
    [
      'waits where the budget is used up',
      {},
      [server(1, 1, 'deploying'), server(2, 1, 'watching'), server(3, 1, 'waiting')],
      { is: 'wait' },
    ],
    [
      'waits for the wave before',
      {},
      [server(1, 1, 'watching', { offAir: 0 }), server(2, 2, 'waiting')],
      { is: 'wait' },
    ],
    [
      'begins the next wave after its pause',
      {},
      [server(1, 1, 'passed'), server(2, 2, 'waiting')],
      { is: 'begin', csrId: 2 },
    ],
    [
      'keeps the pause',
      {},
      [server(1, 1, 'passed', { judgedAt: plan.now - 60_000 }), server(2, 2, 'waiting')],
      { is: 'wait' },
    ],
    ['waits outside its hours', { isWithinHours: false }, [server(1, 1, 'waiting')], { is: 'wait' }],
    [
      'pauses at a failure',
      {},
      [server(1, 1, 'failed'), server(2, 1, 'waiting')],
      { is: 'pause', why: 'csr-01 failed: Why.' },
    ],
    [
      'goes on where errors are allowed',
      { errorsAllowed: 1 },
      [server(1, 1, 'failed'), server(3, 1, 'passed'), server(2, 2, 'waiting')],
      { is: 'begin', csrId: 2 },
    ],
    [
      'pauses where one is undecided, errors allowed or not',
      { errorsAllowed: 9 },
      [server(1, 1, 'undecided'), server(2, 1, 'waiting')],
      { is: 'pause', why: 'csr-01 is undecided: Why.' },
    ],
    [
      'goes on with what a person took',
      {},
      [server(1, 1, 'undecided', { isAccepted: true, offAir: 0 }), server(2, 2, 'waiting')],
      { is: 'begin', csrId: 2 },
    ],
    [
      'pauses where no server of a wave passed',
      {},
      [server(1, 1, 'aside'), server(2, 2, 'waiting')],
      { is: 'pause' },
    ],
    [
      'is frozen by trouble elsewhere',
      { troubles: ['Verizon'] },
      [server(1, 1, 'waiting')],
      { is: 'pause', why: 'In trouble: Verizon.' },
    ],
    [
      'pauses where the budget can never do',
      {},
      [
        server(1, 1, 'failed', { isAccepted: true, offAir: 200 }),
        server(3, 1, 'passed'),
        server(2, 2, 'waiting'),
      ],
      { is: 'pause' },
    ],
    ['ends', {}, [server(1, 1, 'passed')], { is: 'end' }],
    [
      'stops after what is deployed',
      { isStopped: true },
      [server(1, 1, 'deploying'), server(2, 1, 'waiting')],
      { is: 'wait' },
    ],
    [
      'ends when stopped',
      { isStopped: true },
      [server(1, 1, 'passed'), server(2, 1, 'waiting')],
      { is: 'end' },
    ],
    [
      'brings the worst back first',
      { direction: 'back' },
      [server(1, 1, 'passed'), server(2, 1, 'failed')],
      { is: 'begin', csrId: 2 },
    ],
    [
      'brings back under the same budget',
      { direction: 'back' },
      [server(1, 1, 'returning'), server(2, 1, 'returning'), server(3, 1, 'passed')],
      { is: 'wait' },
    ],
    [
      'ends when all are back',
      { direction: 'back' },
      [server(1, 1, 'returned'), server(2, 2, 'waiting')],
      { is: 'end' },
    ],
  ])('%s', (_, change, servers, move) => {
    expect(nextMove({ ...plan, ...change }, servers)).toMatchObject(move as object)
  })

  it('keeps the budget, one Pending, the order of waves and a pause, whatever stands', () => {
    const stands = fc
      .array(
        fc.record({
          wave: fc.integer({ min: 1, max: 3 }),
          state: fc.constantFrom(...waveServerStates),
          panels: fc.integer({ min: 0, max: 300 }),
          isPending: fc.boolean(),
          isAccepted: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      )
      .map((rows) =>
        rows
          .toSorted((a, b) => a.wave - b.wave)
          .map((row, at) =>
            server(at, row.wave, row.state, { ...row, offAir: off.includes(row.state) ? row.panels : 0 }),
          ),
      )
    fc.assert(
      fc.property(stands, fc.boolean(), fc.boolean(), (servers, isPaused, isStopped) => {
        const move = nextMove({ ...plan, isPaused, isStopped }, servers)
        if (move.is !== 'begin') return
        const begun = servers.find(({ csrId }) => csrId === move.csrId)
        expect(begun?.state).toBe('waiting')
        expect(isPaused || isStopped).toBe(false)
        expect(servers.some(({ isPending }) => isPending)).toBe(false)
        const sum = servers.reduce((all, { offAir }) => all + offAir, 0)
        expect(sum + (begun?.panels ?? 0)).toBeLessThanOrEqual(plan.budget)
        const earlier = servers.filter(({ wave }) => wave < (begun?.wave ?? 0))
        expect(earlier.some(({ state }) => ['waiting', 'deploying', 'watching'].includes(state))).toBe(false)
        const bad = servers.filter(
          ({ state, isAccepted }) => (state === 'failed' || state === 'undecided') && !isAccepted,
        )
        expect(bad).toEqual([])
      }),
      { numRuns: 3_000 },
    )
  })
})
