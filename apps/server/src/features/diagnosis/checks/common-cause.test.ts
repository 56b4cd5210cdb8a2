import { describe, expect, it } from 'vitest'
import { factsWith, gone } from '../good-facts.ts'
import type { CommonCause } from '../shared-cause.ts'
import { commonCause } from './common-cause.ts'

const at = '2026-11-25T12:27:25.000Z'
const of = (scope: CommonCause['scope'], id: string, name: string, stopped = 260): CommonCause => ({
  ...{ scope, id, name, members: 369, stopped, back: 102, ordinary: 0.4, at },
  elsewhere: [
    { scope: 'carrier', id: 'VZN', name: 'Verizon', members: 1_030, stopped: 1 },
    { scope: 'webconnect', id: '', name: 'WebConnect', members: 1_631, stopped: 2 },
  ],
})
const judged = (...causes: CommonCause[]) => commonCause.judge(factsWith({ ...gone, commonCauses: causes }))

describe('true cause, Common cause: what is said of it', () => {
  it.each([
    ['container', 'webconnect-3', 'webconnect-3', '260 of the 369 panels of webconnect-3'],
    ['company', '25', 'Harbor Security', '260 of the 369 panels of Harbor Security'],
    ['carrier', 'VZN', 'Verizon', '260 of the 369 panels with SIMs of Verizon'],
    ['sim-range', '89148', 'the carrier of this SIM range', '260 of the 369 panels with SIMs of its range'],
    ['webconnect', '', 'WebConnect', '260 of the 369 panels of all WebConnect'],
  ] as const)('of a %s: how many, and that it is not this panel', (scope, id, name, many) => {
    const said = judged(of(scope, id, name))
    expect(said).toMatchObject({
      state: 'wrong',
      sentence: `${many} stopped together at ${at}. It is not this panel.`,
      scope: { kind: scope, id },
      since: { at, known: 'told' },
    })
    expect(said?.step?.text).toMatch(/One report is enough for all 260\.$/)
  })

  it('tells who is back, what is ordinary, and how its other scopes fare elsewhere', () => {
    const lines = judged(of('container', 'webconnect-3', 'webconnect-3', 369))?.evidence
    expect(lines?.map(({ what, value }) => `${what}: ${value}`)).toEqual([
      'Stopped: panels of webconnect-3: 369 of 369, ordinarily less than 1 in ten minutes',
      'Back since: 102 of 369',
      'Verizon outside webconnect-3: 1 of 1,030 stopped',
      'All outside webconnect-3: 2 of 1,631 stopped',
    ])
    expect(judged(of('company', '25', 'Harbor Security', 369))?.sentence).toMatch(
      /^All 369 panels of Harbor Security stopped together/,
    )
  })

  it('39.4 shows how many left by minute, and compares it with its other scopes outside it', () => {
    const byMinute = { from: '2026-11-25T12:00:00.000Z', counts: [0, 219, 41] }
    const said = judged({ ...of('container', 'webconnect-3', 'webconnect-3'), byMinute })
    expect(said?.outage).toEqual({
      outageId: null,
      ...byMinute,
      compared: [
        { name: 'webconnect-3', kind: 'container', stopped: 260, members: 369 },
        { name: 'Verizon', kind: 'carrier', stopped: 1, members: 1_030 },
        { name: 'WebConnect', kind: 'webconnect', stopped: 2, members: 1_631 },
      ],
    })
  })

  it('is fine where no others stopped with it', () => {
    expect(judged()).toMatchObject({ state: 'fine', sentence: 'Only this panel stopped.' })
  })
})
