import type { OutagePanel } from '@support-console/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { customerLines, customerSheet, panelSheet } from './customer-copy.ts'

const panel = (cloudId: string, from: string, to: string | null): OutagePanel => ({
  ...{ cloudId, companyId: 7, from: `2026-11-28T${from}:00.000Z`, to: to && `2026-11-28T${to}:00.000Z` },
})
const copied = {
  companyName: 'Harbor Security',
  panels: [panel('CBS0000001', '15:41', '16:12'), panel('CBS0000002', '15:42', null)],
  ...{ isAll: true, timeZone: 'America/Chicago', asOf: '2026-11-28T16:20:00.000Z' },
}

it('issue 52, 5 a customer reads their panels with from and to, and nothing else', () => {
  expect(customerLines(copied)).toEqual([
    'Harbor Security: panels that did not report to us',
    '',
    '2 panels did not report for some time:',
    'CBS0000001: from 2026-11-28 09:41 to 2026-11-28 10:12',
    'CBS0000002: from 2026-11-28 09:42, not back by 2026-11-28 10:20',
    '',
    'All times are those of America/Chicago.',
  ])
})

it('issue 52, 5 the file of a customer has the same panels and times as the text', () => {
  const minute = fc.integer({ min: 0, max: 500_000 })
  const time = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()
  const panels = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 999_999 }), minute, fc.option(minute)), {
    selector: ([n]) => n,
  })
  fc.assert(
    fc.property(panels, fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Toronto'), (drawn, timeZone) => {
      const out = drawn.map(([n, from, lasts]) => ({
        cloudId: `CBS${String(n).padStart(7, '0')}`,
        companyId: 7,
        from: time(from),
        to: lasts === null ? null : time(from + lasts),
      }))
      const said = { ...copied, panels: out, timeZone }
      const lines = customerLines(said).filter((line) => line.startsWith('CBS'))
      const { rows } = customerSheet(said)
      expect(rows.map(([id]) => id)).toEqual(out.map(({ cloudId }) => cloudId))
      for (const [at, [id = '', from = '', to = '']] of rows.entries())
        expect(lines[at]).toMatch(
          to === ''
            ? new RegExp(`^${id}: from ${from.slice(0, 16)}, not back by`)
            : new RegExp(`^${id}: from ${from.slice(0, 16)} to ${to.slice(0, 16)}$`),
        )
    }),
  )
})

it('issue 52, 5 the file of an outage names each panel’s company', () => {
  const { name, rows } = panelSheet('17', copied.panels, new Map([[7, 'Harbor Security']]))
  expect(name).toBe('outage-17')
  expect(rows.map(([id, company, , to]) => [id, company, to === ''])).toEqual([
    ['CBS0000001', 'Harbor Security', false],
    ['CBS0000002', 'Harbor Security', true],
  ])
})
