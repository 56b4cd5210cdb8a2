import { countedAfter, fewestPanels, judgedAfter } from '@support-console/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, type Known } from './gate.ts'

const minute = 60_000
const wanted = '5.0.0'
const control = { known: 40, silent: 0, others: 300, othersSilent: 3, chance: 1 }
const besides = { control, containers: 3, heard: 3, troubles: [] }
const statuses = countedAfter.map((minutes) => ({
  minutes,
  panels: 100,
  release: wanted,
  state: 'idle' as const,
}))
const orderedAt = 1_000_000
const well: Known = {
  wanted,
  failed: null,
  orderedAt,
  endedAt: orderedAt + minute,
  before: { panels: 100, at: orderedAt - 1_000 },
  statuses,
  besides,
  now: orderedAt + 17 * minute,
}
const late = well.endedAt + 26 * minute
const outcomeOf = (change: Partial<Known>) => judge({ ...well, ...change }).outcome
const at15 = (change: object) =>
  statuses.map((status) => (status.minutes === judgedAfter ? { ...status, ...change } : status))
const at5 = (change: object) =>
  statuses.map((status) => (status.minutes === 5 ? { ...status, ...change } : status))

describe('D61 the gate of a wave', () => {
  it('passes where all evidence is there and says well', () => {
    expect(judge(well)).toMatchObject({ outcome: 'passes' })
    expect(judge(well).evidence.map(({ is }) => is)).toEqual(Array(5).fill('well'))
  })

  it.each([
    ['its deployment failed', { failed: 'No disk.' }],
    ['its core is down at +5', { statuses: at5({ state: 'failed', panels: 0 }) }],
    ['it fell back after four minutes', { statuses: at5({ release: '4.2.0' }) }],
    ['it runs the old one, though its agent says succeeded', { statuses: at15({ release: '4.2.0' }) }],
    ['panels are below while the control group is well', { statuses: at15({ panels: 94 }) }],
  ])('fails where %s', (_, change) => {
    expect(outcomeOf(change)).toBe('fails')
  })

  it.each<[string, Partial<Known>, RegExp]>([
    ['its panels were not counted at the order', { before: null }, /not counted at the order/],
    [
      'the count before is old',
      { before: { panels: 100, at: orderedAt - 3 * minute } },
      /not counted at the order/,
    ],
    ['no count came after', { statuses: statuses.slice(0, 2), now: late }, /not counted after 15/],
    ['a status is missing', { statuses: statuses.slice(1), now: late }, /after 1 minute\./],
    ['fewer than 20 reported before', { before: { panels: 19, at: orderedAt } }, /a person has to decide/],
    ['nothing reported before', { before: { panels: 0, at: orderedAt } }, /a person has to decide/],
    [
      'the inventory names no receiver',
      { besides: { ...besides, control: { ...control, known: 0 } } },
      /names no panel/,
    ],
    [
      'there is no control group',
      { besides: { ...besides, control: { ...control, others: 0, othersSilent: 0 } } },
      /No control group/,
    ],
    ['a container was not heard', { besides: { ...besides, heard: 2 } }, /2 of 3 WebConnect/],
    ['a carrier was in trouble', { besides: { ...besides, troubles: ['Verizon'] } }, /Verizon/],
    [
      'its panels are silent more than others',
      { besides: { ...besides, control: { ...control, silent: 20, chance: 1e-9 } } },
      /20 of its 40/,
    ],
    [
      'panels are below, and others, too',
      { statuses: at15({ panels: 50 }), besides: { ...besides, control: { ...control, othersSilent: 100 } } },
      /50 of 100/,
    ],
    [
      'panels are below, and there is no control group',
      {
        statuses: at15({ panels: 50 }),
        besides: { ...besides, control: { ...control, others: 3, othersSilent: 0 } },
      },
      /50 of 100/,
    ],
  ])('is undecided where %s, and says what is missing', (_, change, missing) => {
    const verdict = judge({ ...well, ...change })
    expect(verdict.outcome).toBe('undecided')
    expect(
      verdict.evidence
        .filter(({ is }) => is !== 'well')
        .map(({ says }) => says)
        .join(' '),
    ).toMatch(missing)
  })

  it('waits for the last count, and no longer than ten minutes', () => {
    const change = { statuses: statuses.slice(0, 2), besides: null }
    expect(outcomeOf({ ...change, now: well.endedAt + 24 * minute })).toBe('open')
    expect(outcomeOf({ ...change, now: late })).toBe('undecided')
  })

  it('never passes without fresh counts, their minimum and a control group, whatever the figures', () => {
    const figure = fc.oneof(fc.integer({ min: -1, max: 200 }), fc.constantFrom(Number.NaN, Infinity, 0.5))
    const chance = fc.oneof(fc.double({ min: 0, max: 1 }), fc.constantFrom(Number.NaN, Infinity, -1))
    const status = fc.record({
      minutes: fc.constantFrom(...countedAfter),
      panels: figure,
      release: fc.option(fc.constantFrom(wanted, '4.2.0'), { nil: undefined }),
      state: fc.option(fc.constantFrom('idle' as const, 'deploying' as const, 'failed' as const), {
        nil: undefined,
      }),
    })
    /** Mostly as where all is well, so that enough pass. */
    const or = <Value>(usual: Value, other: fc.Arbitrary<Value>) =>
      fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
    const known = fc.record<Known>({
      wanted: fc.constant(wanted),
      failed: or<string | null>(null, fc.constant('no')),
      orderedAt: or(orderedAt, fc.constant(Number.NaN)),
      endedAt: fc.constant(well.endedAt),
      before: or<Known['before']>(
        well.before,
        fc.option(
          fc.record({ panels: figure, at: fc.constantFrom(orderedAt, orderedAt - 9 * minute, Number.NaN) }),
        ),
      ),
      statuses: or<Known['statuses']>(
        statuses,
        fc.oneof(
          fc.array(status, { maxLength: 5 }),
          figure.map((panels) => at15({ panels })),
        ),
      ),
      besides: or<Known['besides']>(
        besides,
        fc.option(
          fc.record({
            control: fc.record({
              known: or(40, figure),
              silent: or(0, figure),
              others: or(300, figure),
              othersSilent: or(3, figure),
              chance: or(1, chance),
            }),
            containers: or(3, fc.nat(3)),
            heard: or(3, fc.nat(3)),
            troubles: or<readonly string[]>([], fc.constant(['Verizon'])),
          }),
        ),
      ),
      now: fc.constantFrom(well.endedAt, well.now, late, late * 1000),
    })
    let passed = 0
    fc.assert(
      fc.property(known, (facts) => {
        const { outcome, evidence } = judge(facts)
        for (const { says } of evidence) expect(says).not.toMatch(/undefined|null/)
        if (outcome !== 'passes') return
        passed++
        const { before, besides: others, statuses: said } = facts
        const last = said.find(({ minutes }) => minutes === judgedAfter)
        expect(facts.failed).toBeNull()
        expect(before?.panels).toBeGreaterThanOrEqual(fewestPanels)
        expect(Math.abs((before?.at ?? 0) - facts.orderedAt)).toBeLessThanOrEqual(2 * minute)
        expect(last?.panels).toBeGreaterThanOrEqual((before?.panels ?? 0) * 0.95)
        for (const minutes of countedAfter)
          expect(said).toContainEqual(expect.objectContaining({ minutes, release: wanted, state: 'idle' }))
        expect(others?.troubles).toEqual([])
        expect(others?.control.known).toBeGreaterThanOrEqual(1)
        expect(others?.control.others).toBeGreaterThanOrEqual(fewestPanels)
        expect(others?.control.chance).toBeGreaterThanOrEqual(0.001)
        expect(JSON.stringify(evidence)).not.toMatch(/NaN|Infinity/)
      }),
      { numRuns: 10_000 },
    )
    // Otherwise nothing was shown.
    expect(passed).toBeGreaterThan(1_000)
  })
})
