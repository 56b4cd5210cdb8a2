import type { Diagnosis, Finding } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import type { FindingCode } from '@support-console/contract/diagnosis.words'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { expectNoViolations, press, textsOf } from '../../testing/widget.ts'
import { notAskedYet, withNews } from './arranged.ts'
import { Findings } from './findings.tsx'
import type { FindingLook } from './states.tsx'
import { ticketOf } from './ticket.ts'
import type { Look } from './use-diagnosis.ts'
import { Verdict } from './verdict.tsx'

const iccid = '8901170000000017017'
const askedAt = new Date().toISOString()
const heard = new Date(Date.now() - 3 * 3_600_000).toISOString()

const found = (code: FindingCode, look: FindingLook, more: Partial<Finding> = {}): Finding => ({
  ...{ code, title: `Title of ${code}`, sentence: `Sentence of ${code}.` },
  ...(look === 'fault' || look === 'warning' || look === 'explained'
    ? { state: 'wrong', effect: look === 'warning' ? 'may-stop' : 'stops' }
    : { state: look, effect: null }),
  ...{ explains: [], since: null, changedBy: null, scope: { kind: 'panel', id: 'CBS0000017' } },
  ...{ refuted: null, follows: look === 'explained' ? 'sim-not-active' : null },
  evidence: [{ source: 'AT&T', what: 'Device status', value: 'Suspended', at: askedAt }],
  ...{ next: [], ...more },
})
const fault = found('sim-not-active', 'fault', {
  ...{ title: 'SIM suspended at the carrier', sentence: `AT&T says Suspended since ${heard}.` },
  next: [{ text: 'Open the SIM', path: `/sims/${iccid}` }],
})
const waiting = found('sim-usage', 'waiting', { sentence: '' })
const told: Finding[] = [
  found('panel-unknown', 'fine', { title: 'Known to the inventory' }),
  found('panel-company', 'fine', { title: 'Company agrees' }),
  found('container-down', 'fine'),
  found('receiver-deployed', 'warning'),
  found('sim-unknown', 'fine'),
  fault,
  found('sim-imei', 'unknown', {
    evidence: [{ source: 'Connector', what: 'asked', value: 'no answer', at: askedAt }],
  }),
  waiting,
  found('sim-state-differs', 'explained'),
  found('sim-address', 'explained'),
  found('sim-offline', 'explained'),
]
const nothing = notAskedYet('panel', 'CBS0000017')
const step = {
  text: 'Ask AT&T to restore it.',
  go: { text: 'Open the SIM', path: `/sims/${iccid}` },
  copy: null,
}
const verdict: Diagnosis['verdict'] = {
  ...nothing.verdict,
  ...{ state: 'cause', next: step, causes: [{ ...fault, next: step }] },
  sentence: `Its SIM is suspended at AT&T since ${heard}.`,
}
const known = (findings: Finding[], more: Partial<Diagnosis> = {}): Diagnosis => ({
  ...nothing,
  ...{ cloudId: 'CBS0000017', iccid, askedAt, findings, verdict, ...more },
})
const all = told.map((each) => (each === waiting ? found('sim-usage', 'fine') : each))

/** What a look came to, one answer after the other: told by a press, as a stream tells it. */
function Looking({ answers }: { readonly answers: readonly Diagnosis[] }) {
  const [at, setAt] = useState(0)
  const state = answers.slice(1, at + 1).reduce(withNews, answers[0] ?? notAskedYet('panel', 'CBS0000017'))
  const look: Look = {
    ...{ kind: 'panel', id: 'CBS0000017', known: state, number: 0 },
    ...{ isUnderWay: true, beganAt: Date.now() - 4_000, ahead: 0 },
  }
  return (
    <MemoryRouter>
      <button type="button" onClick={() => setAt(at + 1)}>
        next answer
      </button>
      <Verdict look={look} onLookAgain={() => {}} />
      <Findings look={look} />
    </MemoryRouter>
  )
}
const answer = () => press(page.getByRole('button', { name: 'next answer' }), '{Enter}')
const findings = () => page.getByCss('[data-code]')
/** Of the four rows: where each is, and how high. */
const places = () =>
  page
    .getByCss('[data-group]')
    .elements()
    .map((row) => row.getBoundingClientRect())
    .map(({ top, height }) => ({ top, height }))
const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('17 findings', () => {
  it('38.3 four rows stand from the first paint; answers fill them where they stand, and none opens by itself', async () => {
    const first = notAskedYet('panel', 'CBS0000017')
    const count = first.findings.length
    show(<Looking answers={[first, known([fault]), known(told), known(all)]} />)
    await expect.element(page.getByText(`Looking: 0 of ${count} checks answered.`)).toBeVisible()
    await expect.element(page.getByText('0 so far')).toBeVisible()
    const before = places()
    expect(before).toHaveLength(4)
    // Of the others nothing comes: the last word is still out.
    for (const beside of ['Nothing', '1 also wrong', '1 also wrong']) {
      await answer()
      await expect.element(button(/^1 so far SIM suspended/)).toHaveAttribute('aria-expanded', 'false')
      await expect.element(page.getByText(beside === 'Nothing' ? 'None yet.' : beside).first()).toBeVisible()
      expect(places()).toEqual(before)
    }
    expect(findings().elements()).toHaveLength(0)
  })

  it('38.3 a row names what it holds, and opens on press: the cause with what follows from it, each to its evidence', async () => {
    show(<Looking answers={[known(all)]} />)
    await expect
      .element(button(/^1 cause SIM suspended at the carrier Device status: Suspended/))
      .toBeVisible()
    await expect.element(button(/^1 also wrong Title of receiver-deployed/)).toBeVisible()
    await expect
      .element(button(/^5 ruled out Known to the inventory, company agrees, .* and 1 more/))
      .toBeVisible()
    await expect.element(button(/^1 not known Title of sim-imei/)).toBeVisible()
    await press(button(/^1 cause/), '{Enter}')
    expect(
      findings()
        .elements()
        .map((each) => each.getAttribute('data-state')),
    ).toEqual('fault explained explained explained'.split(' '))
    const open = button(/^Fault SIM suspended at the carrier/)
    await press(open, '{Enter}')
    await expect
      .element(page.getByRole('table', { name: 'Evidence: SIM suspended at the carrier' }))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Open the SIM' }).first())
      .toHaveAttribute('href', `/sims/${iccid}`)
    await expectNoViolations('main section')

    await press(button(/^5 ruled out/), '{Enter}')
    await press(button(/^Fine Company agrees/), ' ')
    await expect.element(page.getByRole('table', { name: 'Evidence: Company agrees' })).toBeVisible()
    await page.getByText('What this check means, and what it cannot know').first().click()
    await expect.element(page.getByText('Cannot know').first()).toBeVisible()
    await press(open, '{Enter}')
    await expect.element(open).toHaveAttribute('aria-expanded', 'false')
  })

  it('38.3 a row without findings keeps its place and says so', async () => {
    const fine = { ...nothing.verdict, state: 'fine', sentence: 'The panel reports.' } as const
    show(<Looking answers={[known([found('sim-unknown', 'fine')], { verdict: fine })]} />)
    for (const said of ['No check found one.', 'Nothing else is wrong.', 'Every source answered.'])
      await expect.element(page.getByText(said)).toBeVisible()
    expect(places()).toHaveLength(4)
  })

  it('17 the verdict keeps its height, and is said once it holds; what is only so far may be replaced', async () => {
    const early = {
      ...verdict,
      state: 'so-far',
      second: 'The answer may still change.',
      sentence: 'So far: a release just before. Still asking AT&T.',
    } as const
    show(
      <Looking answers={[notAskedYet('panel', 'CBS0000017'), known(told, { verdict: early }), known(all)]} />,
    )
    const box = page.getByRole('group', { name: 'Verdict' })
    const height = box.element().getBoundingClientRect().height
    const said = page.getByCss('[aria-live]')
    await answer()
    await expect.element(box.getByText(early.sentence)).toBeVisible()
    await expect.element(box.getByText('The answer may still change.')).toBeVisible()
    await expect.element(box.getByText(/^Asking AT&T, \d+ s/)).toBeVisible()
    await answer()
    await expect
      .element(box.getByText(/^Its SIM is suspended at AT&T since (?:today \d\d:\d\d:\d\d\.$|\d{4}-)/))
      .toBeVisible()
    await expect.element(box.getByText('Ask AT&T to restore it.')).toBeVisible()
    await expect.poll(() => textsOf(said)).toEqual([expect.stringMatching(/^Its SIM is suspended/)])
    expect(box.element().getBoundingClientRect().height).toBe(height)
  })

  it('17 what is not known is never fine, and what is left to wait for is named', async () => {
    const unknown = {
      ...nothing.verdict,
      state: 'not-known',
      sentence: 'Nothing that is known explains it. Connector did not answer.',
    } as const
    const of = (findings: Finding[]) => known(findings, { verdict: unknown })
    show(
      <Looking
        answers={[
          of([found('sim-imei', 'unknown'), found('sim-address', 'unknown'), found('sim-unknown', 'fine')]),
        ]}
      />,
    )
    await expect.element(page.getByText(unknown.sentence)).toBeVisible()
    const box = page.getByRole('group', { name: 'Verdict' })
    await expect.element(box.getByRole('button', { name: 'Look again' })).toBeVisible()
    await expect.element(box.getByText('not all answered')).toBeVisible()
  })

  it('17 the ticket has verdict, findings other than fine, ids, times with their zone, links; times nowhere without zone', () => {
    const lines = ticketOf({ known: known(told) }, 'https://console.example')
    expect(lines.slice(0, 2)).toEqual(['Panel CBS0000017', `SIM ${iccid}`])
    expect(lines[2]).toMatch(
      /^Cause: Its SIM is suspended at AT&T since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC[+−]\d\d:\d\d\.$/,
    )
    expect(lines[3]).toBe('Next: Ask AT&T to restore it.')
    expect(lines[4]).toMatch(/UTC.*: 1 fault · 3 explained · 1 warning · 1 unknown · 1 waiting · 4 fine$/)
    expect(
      lines.filter((line) => /^(Fault|Explained|Warning|Unknown|Fine|Waiting):/.test(line)),
    ).toHaveLength(6)
    expect(lines.slice(-2)).toEqual([
      `https://console.example${pageOf('panel', 'CBS0000017')}`,
      `https://console.example/sims/${iccid}`,
    ])
    expect(lines.join('\n')).not.toMatch(/\dZ\b|Company agrees/)
  })
})
