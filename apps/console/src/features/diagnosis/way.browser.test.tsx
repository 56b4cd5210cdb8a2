import type { Diagnosis, Hop } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { expectNoViolations, press, textsOf } from '../../testing/widget.ts'
import { notAskedYet } from './arranged.ts'
import { changedSince } from './changed-since.ts'
import { all, known, Looking } from './examples.tsx'

const at = new Date().toISOString()
const since = new Date(Date.now() - 3_600_000).toISOString()
const hop = (kind: Hop['kind'], state: Hop['state'], more: Partial<Hop> = {}): Hop => ({
  ...{ kind, name: '', state, word: '', source: 'WebConnect', at, codes: [], page: null },
  ...more,
})
const way: Diagnosis['way'] = [
  hop('panel', 'broken', { word: `silent since ${since}` }),
  hop('sim', 'works', { word: 'in this panel' }),
  hop('carrier', 'cause', {
    ...{ name: 'AT&T', word: 'suspended', source: 'AT&T' },
    ...{ codes: ['sim-not-active', 'carrier-trouble'], page: '/sims/8901170000000017017' },
  }),
  hop('vpn', 'amiss', { word: 'address differs' }),
  hop('container', 'works', { name: 'webconnect-1', word: '406 of 407 report' }),
  hop('receiver', 'unknown', { name: 'csr-07', at: null }),
  hop('portal', 'not-shown', { at: null }),
]
const list = page.getByRole('list', { name: 'The way of a signal' })
const items = () => list.element().querySelectorAll<HTMLElement>(':scope > li')
const answer = () => press(page.getByRole('button', { name: 'next answer' }), '{Enter}')

describe('whole 3 the way of a signal', () => {
  it('has its height before the answer, and is read as a list', async () => {
    await page.viewport(1440, 900)
    show(<Looking answers={[notAskedYet('panel', 'CBS0000017'), known(all, { way })]} />)
    const height = () => list.element().getBoundingClientRect().height
    expect(items()).toHaveLength(7)
    const before = height()
    await answer()
    await expect
      .element(list.getByRole('button', { name: /^AT&T\s?: suspended\s?, the cause\s?, said AT&T · .+/ }))
      .toBeVisible()
    expect(textsOf(list.getByRole('button'))[6]).toBe('Remote Portal: not shown to you')
    expect(height()).toBe(before)
    expect(before).toBeGreaterThanOrEqual(112)
    await expectNoViolations('main')
  })

  it('opens the facts of a hop by key, and leads to its page', async () => {
    show(<Looking answers={[known(all, { way })]} />)
    await press(list.getByRole('button', { name: /^AT&T/ }), '{Enter}')
    const facts = page.getByRole('dialog', { name: 'AT&T' })
    await expect.element(facts.getByText('SIM suspended at the carrier')).toBeVisible()
    await expect
      .element(facts.getByRole('link', { name: 'Open AT&T' }))
      .toHaveAttribute('href', '/sims/8901170000000017017')
    await press(list.getByRole('button', { name: /^AT&T/ }), '{Escape}')
    await expect.element(facts).not.toBeInTheDocument()
  })

  it.each([
    [1440, 1],
    [1024, 2],
    [390, 7],
  ] as const)('at %i pixels stands in %i rows, below the answer where it is a list', async (width, rows) => {
    await page.viewport(width, 900)
    show(<Looking answers={[known(all, { way })]} />)
    const tops = new Set([...items()].map((item) => Math.round(item.getBoundingClientRect().top)))
    expect(tops.size).toBe(rows)
    const verdict = page.getByRole('group', { name: 'Verdict' }).element().getBoundingClientRect()
    const own = list.element().getBoundingClientRect()
    if (width < 700) expect(own.top).toBeGreaterThanOrEqual(verdict.bottom - 1)
    else expect(verdict.top).toBeGreaterThanOrEqual(own.bottom - 1)
    for (const item of items()) expect(item.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    await page.viewport(1440, 900)
  })

  it('fills no hop once its verdict holds no more', () => {
    const look = {
      ...{ kind: 'panel' as const, id: 'CBS0000017', known: known(all, { way }), number: 0 },
      ...{ isUnderWay: false, beganAt: Date.now(), endedAt: Date.now(), ahead: 0 },
    } as const
    const later = new Date(Date.now() + 60_000).toISOString()
    const state = { state: 'reporting', since: later } as unknown as Parameters<typeof changedSince>[1]
    const states = changedSince(look, state).known.way.map(({ state }) => state)
    expect(states).toEqual(['unknown', 'works', 'broken', 'amiss', 'works', 'unknown', 'not-shown'])
  })
})
