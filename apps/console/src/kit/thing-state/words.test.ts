import { expect, it } from 'vitest'
import { sayBeside, sayCounted, sayState } from './words.ts'

it('D40 a company says what it has that is wrong, or that was never asked', () => {
  const sims = { total: 1000, wrong: 3, notAsked: 1 }
  const panels = { total: 9, wrong: 1, notAsked: 0, silent: 1, otherEnvironment: 0 }
  expect(sayState({ state: 'wrong', counts: { sims, panels } })).toBe('3 SIMs, 1 panel wrong')
  expect(sayState({ state: 'not-known', counts: { sims, panels } })).toBe('1 SIM never asked')
})

it('D40 an old word is counted apart from one of now', () => {
  const said = (isFresh: boolean) => sayCounted({ state: 'active', counts: null, isFresh })
  expect([said(true), said(false)]).toEqual(['Active', 'Active when last asked'])
})

it('U16 one fact is said once in a row, as a fact or as the finding beside it', () => {
  const at = '2026-11-28T12:00:00Z'
  const cause = { code: 'panel-environment', state: 'to-mend', since: at, at } as const
  const facts = ['other-environment'] as const
  expect(sayBeside({ facts: [...facts], cause })).toEqual(['Other environment'])
  expect(sayBeside({ facts: [...facts], cause }, true)).toEqual([])
  expect(sayBeside({ facts: [...facts], cause: { ...cause, code: 'sim-imei' } })).toEqual([
    'Other environment',
    'Fault found',
  ])
})
