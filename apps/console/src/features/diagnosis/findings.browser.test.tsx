import { pageOf } from '@support-console/contract/addresses'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { expectNoViolations, press } from '../../testing/widget.ts'
import { notAskedYet } from './arranged.ts'
import { all, fault, found, iccid, known, Looking, nothing, told } from './examples.tsx'
import { ticketOf } from './ticket.ts'

const answer = () => press(page.getByRole('button', { name: 'next answer' }), '{Enter}')
const findings = () => page.getByCss('[data-code]')
/** Of the four rows: where each is below the first, and how high. */
const places = () =>
  page
    .getByCss('[data-group]')
    .elements()
    .map((row) => row.getBoundingClientRect())
    .map(({ top, height }, _, [first]) => ({ top: top - (first?.top ?? 0), height }))
const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('17 findings', () => {
  it('38.3 four rows stand from the first paint, and none opens by itself', async () => {
    const first = notAskedYet('panel', 'CBS0000017')
    const count = first.findings.length
    show(<Looking answers={[first, known([fault]), known(told), known(all)]} />)
    await expect.element(page.getByText(`0 of ${count} checks answered so far.`)).toBeVisible()
    await expect.element(page.getByText('so far', { exact: true })).toBeVisible()
    const before = places()
    expect(before).toHaveLength(4)
    // Of the others nothing comes: the last word is still out.
    for (const beside of ['Nothing', '1 also wrong', '1 also wrong']) {
      await answer()
      await expect.element(button(/^1 cause SIM suspended/)).toHaveAttribute('aria-expanded', 'false')
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
    await expect.element(button(/^5 ruled out Inventory, company of the SIM, .* and 1 more/)).toBeVisible()
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
    await press(button(/^Fine Company of the SIM/), ' ')
    await expect.element(page.getByRole('table', { name: 'Evidence: Company of the SIM' })).toBeVisible()
    await page.getByText('What this check means, and what it cannot know').first().click()
    await expect.element(page.getByText('Cannot know').first()).toBeVisible()
    await press(open, '{Enter}')
    await expect.element(open).toHaveAttribute('aria-expanded', 'false')
  })

  it('38.3 a row without findings keeps its place and says so', async () => {
    const fine = { ...nothing.verdict, state: 'fine', sentence: 'The panel reports.' } as const
    show(<Looking answers={[known([found('sim-unknown', 'fine')], { verdict: fine })]} />)
    for (const said of ['No check found one.', 'Nothing else was found.', 'Every source answered.'])
      await expect.element(page.getByText(said)).toBeVisible()
    expect(places()).toHaveLength(4)
  })

  it('38 the ticket has state, verdict, causes, changes, who failed and who looked; no time without its zone', () => {
    const at = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const changes = {
      ...{ state: 'known' as const, before: null, whoNeeds: null },
      changes: [
        {
          ...{
            at,
            kind: 'company' as const,
            what: 'Harbor Security was saved: subnets.',
            who: 'a@example.com',
          },
          ...{ scope: { kind: 'company' as const, id: 'Harbor Security' }, transactionId: null },
        },
      ],
    }
    const sources = [
      { source: 'Connector', state: 'no-answer' as const, at, why: 'It did not answer within 5 s.' },
      { source: 'AT&T', state: 'answered' as const, at, why: '' },
    ]
    const state = {
      ...{ state: 'silent' as const, online: null, since: at, at, source: 'WebConnect', isFresh: false },
      ...{ facts: [], cause: null, counts: null },
    }
    const lines = ticketOf(
      { known: known(told, { changes, sources }) },
      { origin: 'https://console.example', environment: 'TEST', email: 'support@example.com' },
      { company: 'Harbor Security', state },
    )
    const zoned = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC[+−]\\d\\d:\\d\\d'
    expect(lines.slice(0, 3)).toEqual(['Panel CBS0000017', `SIM ${iccid}`, 'Company Harbor Security'])
    const like = (words: string) => expect.stringMatching(new RegExp(`^${words}`))
    expect(lines.slice(3, 9)).toEqual([
      like(`State: Silent since ${zoned}, as last known 3 d ago \\(WebConnect, ${zoned}\\)$`),
      like(`Cause: Its SIM is suspended at AT&T since ${zoned}\\.$`),
      like(`  AT&T, Device status: Suspended \\(${zoned}\\)$`),
      'Next: Ask AT&T to restore it.',
      like(`Changed ${zoned}: Harbor Security was saved: subnets \\(a@example\\.com\\)$`),
      like(`No answer from Connector, asked ${zoned}\\. It did not answer within 5 s\\.$`),
    ])
    expect(
      lines.filter((line) => /^(Fault|Explained|Warning|Unknown|Fine|Waiting):/.test(line)),
    ).toHaveLength(5)
    expect(lines.slice(-3)).toEqual([
      like(`Checked ${zoned} by support@example\\.com on TEST: 1 fault .* 4 fine$`),
      `https://console.example${pageOf('panel', 'CBS0000017')}`,
      `https://console.example/sims/${iccid}`,
    ])
    expect(lines.join('\n')).not.toMatch(/\dZ\b|Company of the SIM/)
  })
})
