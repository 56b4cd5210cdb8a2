import type { Cause, Diagnosis } from '@support-console/contract'
import { sourceNames } from '@support-console/contract/diagnosis.words'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { expectNoViolations, press, textsOf } from '../../testing/widget.ts'
import { notAskedYet } from './arranged.ts'
import { all, fault, found, known, Looking, nothing, told, verdict } from './examples.tsx'
import { VerdictBox } from './verdict-box.tsx'

const box = page.getByRole('group', { name: 'Verdict' })
const answer = () => press(page.getByRole('button', { name: 'next answer' }), '{Enter}')
const height = () => box.element().getBoundingClientRect().height
const at = new Date().toISOString()
const sources = (states: Diagnosis['sources'][number]['state'][]): Diagnosis['sources'] =>
  sourceNames.panel.map((source, place) => ({
    ...{ source: source === 'Carrier' ? 'Verizon' : source, at, why: '' },
    state: states[place] ?? 'answered',
  }))

describe('39.1 verdict', () => {
  it.each([
    ['cause', 'Cause', 'error'],
    ['likely', 'Likely', 'warn'],
    ['to-mend', 'To mend', 'warn'],
    ['unexplained', 'Unexplained', 'unknown'],
    ['not-known', 'Not known', 'unknown'],
    ['fine', 'Fine', 'ok'],
  ] as const)('says %s by word and mark, and keeps its height', async (state, word, mark) => {
    const early = notAskedYet('panel', 'CBS0000017')
    const end = known(all, {
      verdict: {
        ...verdict,
        state,
        ...(state === 'fine' || state === 'unexplained' || state === 'not-known'
          ? { causes: [], next: null }
          : {}),
      },
      sources: sources([]),
    })
    show(<Looking answers={[early, end]} />)
    await expect.element(box.getByText('Checking', { exact: true })).toBeVisible()
    const before = height()
    await answer()
    await expect.element(box.getByText(word, { exact: true })).toBeVisible()
    expect(box.element().querySelector('svg')?.getAttribute('class')).toContain(mark)
    expect(height()).toBe(before)
    await expectNoViolations('main')
  })

  it('keeps its height from so far to the cause, and is said once when it holds', async () => {
    const early = {
      ...verdict,
      state: 'so-far',
      second: 'The answer may still change.',
      sentence: 'So far: a release just before. Still asking AT&T.',
    } as const
    show(
      <Looking answers={[notAskedYet('panel', 'CBS0000017'), known(told, { verdict: early }), known(all)]} />,
    )
    const before = height()
    await answer()
    // The state's word stands beside it.
    await expect.element(box.getByText(/^A release just before\. Still asking AT&T, \d+ s\.$/)).toBeVisible()
    await expect.element(box.getByText(/^The answer may still change\./)).toBeVisible()
    await answer()
    await expect
      .element(box.getByText(/^Its SIM is suspended at AT&T since (?:yesterday )?\d\d:\d\d\.$/))
      .toBeVisible()
    await expect.element(box.getByText('Ask AT&T to restore it.')).toBeVisible()
    await expect
      .poll(() => textsOf(page.getByCss('[aria-live]')))
      .toEqual([expect.stringMatching(/^Its SIM is suspended/)])
    expect(height()).toBe(before)
  })

  it('names each source in its place, with a word where it did not answer', async () => {
    const states = ['answered', 'no-answer', 'refused', 'unreadable', 'not-asked', 'asking'] as const
    show(<Looking answers={[known(all), known(all, { sources: sources([...states]) })]} />)
    const list = page.getByRole('list', { name: 'Sources' })
    const before = textsOf(list.getByRole('listitem')).map((each) => each.split(' ')[0])
    await answer()
    await expect.element(list.getByText('refused our credentials')).toBeVisible()
    expect(textsOf(list.getByRole('listitem'))).toEqual([
      'WebConnect answered',
      'Verizon no answer',
      'MobileBroker refused our credentials',
      'Connector unreadable',
      'Remote Portal not asked',
      expect.stringMatching(/^Pathfinder asking, \d+ s$/),
    ])
    expect(before).toEqual(['WebConnect', 'Carrier', 'MobileBroker', 'Connector', 'Remote', 'Pathfinder'])
  })

  it('two causes stand in two rows, each with its step; further ones open the cause row', async () => {
    const second = found('panel-environment', 'fault')
    const third = found('panel-without-sim', 'fault')
    const causes: Cause[] = [
      { ...fault, next: { text: 'Ask AT&T to restore it.', go: null, copy: 'Please restore it.' } },
      {
        ...second,
        next: {
          text: 'Point it back.',
          go: { text: 'Point to TEST…', path: '/panel-environment' },
          copy: null,
        },
      },
      { ...third, next: null },
    ]
    const ask = vi.fn()
    const two = { ...verdict, sentence: 'Two problems: a; and b.', causes }
    show(
      <Looking
        answers={[notAskedYet('panel', 'CBS0000017'), known([...all, second, third], { verdict: two })]}
        remedies={{ 'panel-environment': { verb: 'Point to TEST…', ask } }}
      />,
    )
    await answer()
    await expect.element(box.getByText('Cause 1 of 3')).toBeVisible()
    await expect.element(box.getByText('Cause 2 of 3')).toBeVisible()
    await expect.element(box.getByRole('button', { name: 'Copy the request' })).toBeVisible()
    await press(box.getByRole('button', { name: 'Point to TEST…' }), '{Enter}')
    expect(ask).toHaveBeenCalledTimes(1)
    await expect.poll(() => textsOf(page.getByCss('[aria-live]'))).toEqual(['Two problems: a; and b.'])
    await press(box.getByRole('button', { name: 'and 1 more' }), '{Enter}')
    await expect
      .element(page.getByRole('button', { name: /^3 causes/ }))
      .toHaveAttribute('aria-expanded', 'true')
    await expectNoViolations('main')
  })

  it('39.4 many that left together are shown by minute, in words too, and compared with other scopes', async () => {
    const outage = {
      outageId: '17',
      from: new Date(Date.now() - 42 * 60_000).toISOString(),
      counts: Array.from({ length: 42 }, (_, minute) => (minute === 27 ? 219 : minute % 9 === 0 ? 1 : 0)),
      compared: [
        { name: 'webconnect-3', kind: 'container' as const, stopped: 260, members: 369 },
        { name: 'Verizon', kind: 'carrier' as const, stopped: 1, members: 1_030 },
      ],
    }
    const many = found('common-cause', 'fault', { outage, scope: { kind: 'container', id: 'webconnect-3' } })
    const end = known([many], { verdict: { ...verdict, causes: [{ ...many, next: null }] } })
    show(<Looking answers={[notAskedYet('panel', 'CBS0000017'), end]} />)
    await answer()
    await expect
      .element(
        box.getByRole('img', {
          name: /^Panels of webconnect-3 that left by minute: 0 to 1, then 219 at \d\d:\d\d$/,
        }),
      )
      .toBeVisible()
    await press(page.getByRole('button', { name: /^1 cause/ }), '{Enter}')
    await press(page.getByRole('button', { name: /^Fault Title of common-cause/ }), '{Enter}')
    const table = page.getByRole('table', { name: 'Compared' })
    await expect
      .element(table.getByRole('row', { name: /^Container webconnect-3 260 of 369 70 %$/ }))
      .toBeVisible()
    await expect
      .element(table.getByRole('row', { name: /^Carrier Verizon, outside webconnect-3 1 of 1,030 < 1 %$/ }))
      .toBeVisible()
    await expectNoViolations('main')
  })

  it('what is not known is never fine, and looking again is its step', async () => {
    const unknown = {
      ...nothing.verdict,
      state: 'not-known',
      sentence: 'Nothing that is known explains it. Connector did not answer.',
      next: { text: 'Refresh in a minute.', go: null, copy: null },
    } as const
    show(<Looking answers={[known([found('sim-imei', 'unknown')], { verdict: unknown })]} />)
    await expect.element(box.getByText(unknown.sentence)).toBeVisible()
    await expect.element(box.getByRole('button', { name: 'Refresh' })).toBeVisible()
  })

  it('whole 5 is as high as its text again when the window has another width', async () => {
    try {
      await page.viewport(390, 900)
      show(<VerdictBox state="fine" sentence={'A sentence of many words. '.repeat(12)} second={null} />)
      await expect.poll(height).toBeGreaterThan(150)
      const onPhone = height()
      await page.viewport(1440, 900)
      await expect.poll(height).toBeLessThan(onPhone - 40)
    } finally {
      await page.viewport(1280, 900)
    }
  })
})
