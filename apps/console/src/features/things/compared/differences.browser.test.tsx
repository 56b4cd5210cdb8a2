import type { PanelState, PanelThing } from '@support-console/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { keyOfRead } from '../../../api/use-read.ts'
import { Past } from '../../../kit/moment/past.tsx'
import { show } from '../../../testing/show.ts'
import { expectNoViolations, textsOf } from '../../../testing/widget.ts'
import { sayTime } from '../../../ui/local-time.ts'
import { CompanyDifferences } from './company-differences.tsx'
import { ThingDifferences } from './differences.tsx'
import { panelFacts } from './facts.ts'

const id = 'CBS0000274'
const call = 'GET /things/v1/panels/{id}'
const since = '2026-01-26T07:10:00Z'
const state: PanelState = {
  state: 'reporting',
  ...{ online: null, since: null, at: since, source: 'WebConnect', isFresh: true },
  ...{ facts: [], cause: null, counts: null },
}
const thing: PanelThing = {
  panel: {
    ...{ cloudId: id, companyName: '', companySapNumber: '', remoteId: '', flagged: false },
    panelInfo: { serviceStates: [] },
  },
  state,
  ...{
    physicalId: '',
    productId: '',
    deviceId: '',
    receiver: 'csr-1',
    flagChangedAt: null,
    flagChangedBy: '',
  },
  ...{ company: null, sims: [], connection: null, updatedAt: since, now: since },
}
const silent: PanelThing = { ...thing, state: { ...state, state: 'silent', since }, receiver: 'csr-2' }

const [from, to] = ['2026-01-26T03:00-05:00', '2026-01-26T09:00-05:00']
/** The address of the page, what the server has answered, and who asks. */
function open(address: string, asked: readonly (readonly [key: readonly unknown[], answer: unknown])[]) {
  const client = new QueryClient()
  for (const [key, answer] of asked) client.setQueryData(key, answer)
  show(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Past>
          {address.startsWith('/panels') ? (
            <ThingDifferences call={call} id={id} thing={thing} factsOf={panelFacts} />
          ) : (
            <CompanyDifferences companyId={7} />
          )}
        </Past>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const table = page.getByRole('table', { name: 'Differences' })
const cells = () =>
  table
    .getByCss('tbody tr')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('kept state two moments compared', () => {
  it('kept state of a panel names each field that differs, with both values', async () => {
    const query = { at: to }
    open(`/panels/${id}?at=${from}&to=${to}`, [[keyOfRead(call, { params: { id }, query }), silent]])
    await expect.element(table).toBeVisible()
    expect(cells()).toEqual([
      ['State', 'Reporting', 'Silent'],
      ['Since', '–', sayTime(since)],
      ['CSR server', 'csr-1', 'csr-2'],
    ])
    await expectNoViolations('[data-past]')
  })

  it('kept state compares with now; says so where nothing differs', async () => {
    open(`/panels/${id}?at=${from}&to=now`, [[keyOfRead(call, { params: { id } }), thing]])
    await expect.element(page.getByText('Nothing that was known differs.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Stop comparing' })).toBeVisible()
  })

  it('kept state compares nothing unless asked, and says of what is no moment', async () => {
    open(`/panels/${id}?at=${from}`, [])
    await expect.element(page.getByRole('link', { name: 'Compare with…' })).toBeVisible()
    expect(page.getByRole('heading').elements()).toEqual([])
    open(`/panels/${id}?at=${from}&to=later`, [])
    await expect.element(page.getByText("no moment to compare with: 'later'")).toBeVisible()
  })

  it('kept state of a company names SIMs and panels in another state, and how many more', async () => {
    const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    const key = keyOfRead('GET /companymanager/v1/companies/{companyId}/differences', {
      params: { companyId: 7 },
      query,
    })
    const differences = [
      { kind: 'panel', id, before: thing.state, after: silent.state },
      { kind: 'sim', id: '8901170000000000013', before: null, after: { ...state, state: 'active' } },
    ]
    open(`/companies/7?at=${from}&to=${to}`, [[key, { differences, total: 202, now: since }]])
    await expect.element(page.getByText('200 more')).toBeVisible()
    expect(textsOf(table.getByCss('tbody tr td:first-child'))).toEqual(['Panel', 'SIM'])
    expect(textsOf(table.getByCss('tbody tr:last-child td:nth-child(3)'))).toEqual(['not in this company'])
    await expect.element(table.getByText('Silent')).toBeVisible()
  })
})
