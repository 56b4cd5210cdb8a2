import { expect, it } from 'vitest'
import { sayCounted, sayState } from './words.ts'

const sims = { total: 1000, wrong: 0, notAsked: 0 }

it('D40 of a large company that search counts in part, it says of how many none is wrong', () => {
  const counts = { sims, panels: null, isAtLeast: true }
  expect(sayState({ state: 'not-known', counts })).toBe('None wrong among the first 1,000')
  expect(sayState({ state: 'not-known', counts: { ...counts, sims: { ...sims, notAsked: 3 } } })).toBe(
    '3+ SIMs never asked',
  )
  expect(sayState({ state: 'wrong', counts: { ...counts, sims: { ...sims, wrong: 3 } } })).toBe(
    '3+ SIMs wrong',
  )
})

it('D40 an old word is counted apart from one of now', () => {
  const said = (isFresh: boolean) => sayCounted({ state: 'active', counts: null, isFresh })
  expect([said(true), said(false)]).toEqual(['Active', 'Active when last asked'])
})
