import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Change, consequencesOf } from './changes.ts'
import type { FieldKey } from './draft.ts'
import { fieldKeys } from './fields.ts'

const change = (key: FieldKey, from: string, to: string): Change => ({ key, from, to })

describe('54.9, U7 what saving a company reaches', () => {
  it('says how many SIMs and panels, and what they lose', () => {
    const reach = { sims: 410, panels: 406 }
    expect(consequencesOf([change('vpnEndpoint', 'a.example', 'b.example')], reach)).toEqual([
      'The VPN clients of 410 SIMs use this address: by a wrong one their panels cannot report.',
    ])
    expect(consequencesOf([change('useConnectorService', 'on', 'off')], reach)).toEqual([
      'While “Use connector service” is off, 406 panels may be kept away from their next session on.',
    ])
    // Two thresholds are one sentence.
    const thresholds = [
      change('warningThresholdPercent', '70 %', '5 %'),
      change('alertThresholdPercent', '9 %', '8 %'),
    ]
    expect(consequencesOf(thresholds, { sims: 1, panels: 1 })).toEqual([
      'Usage alerts of 1 SIM go by it from now on.',
    ])
    expect(consequencesOf(thresholds, { sims: null, panels: null })).toEqual([
      'Usage alerts of its SIMs go by it from now on.',
    ])
  })

  it('is silent of what is switched on, and where there is no one to reach', () => {
    expect(consequencesOf([change('useConnectorService', 'off', 'on')], { sims: 9, panels: 9 })).toEqual([])
    fc.assert(
      fc.property(fc.subarray(fieldKeys), (keys) => {
        const changes = keys.map((key) => change(key, 'on', 'off'))
        expect(consequencesOf(changes, { sims: 0, panels: 0 })).toEqual([])
      }),
    )
  })
})
