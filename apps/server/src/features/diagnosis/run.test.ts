import { permissionsOf } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { verdictsFor } from '../states/index.ts'
import type { Fact, Facts, FactValues } from './facts.ts'
import { simOf } from './run.ts'

const known = <Value>(value: Value): Fact<Value> => ({ is: 'known', value, source: 'Console', at: null })

describe('connected console 5 the SIM that is looked at', () => {
  const [ofInventory, ofSession] = ['8901170000000000013', '8914800000000000055']
  const panelWith = (sims: string[], state: 'connected' | 'silent' | 'gone' | null, iccid = ofSession) =>
    ({
      panel: known({ sims } as unknown as FactValues['panel']),
      connection: known(state && ({ state, iccid } as FactValues['connection'])),
    }) satisfies Pick<Facts, 'panel' | 'connection'>

  it.each([
    ['that of the session the panel has', panelWith([ofInventory], 'connected'), ofSession],
    ['that of a silent session', panelWith([ofInventory], 'silent'), ofSession],
    ["the inventory's, once the session has ended", panelWith([ofInventory], 'gone'), ofInventory],
    ["the inventory's, where the session names none", panelWith([ofInventory], 'connected', ''), ofInventory],
    ["the inventory's first", panelWith([ofInventory, ofSession], null), ofInventory],
    ['that of the last session, where there is no other', panelWith([], 'gone'), ofSession],
    ['none', panelWith([], null), null],
    ['none of a panel that is not known', undefined, null],
  ])('is %s', (_, panel, sim) => {
    expect(simOf(panel)).toBe(sim)
  })
})

describe('connected console 5 who sees verdicts', () => {
  const seen = (roles: string[], environment: 'prod' | 'test') => {
    const given = permissionsOf(roles, environment)
    return verdictsFor((right) => given.has(right))
  }

  it('D45 support sees them whole on test, and without the environment in production', () => {
    expect(seen(['support'], 'test')).toBe('thing_finding')
    expect(seen(['support'], 'prod')).toBe('thing_finding_unreserved')
    expect(seen(['eng-admin'], 'prod')).toBe('thing_finding')
  })

  it('an auditor sees none', () => {
    expect(seen(['auditor'], 'test')).toBeNull()
    expect(seen([], 'test')).toBeNull()
  })
})
