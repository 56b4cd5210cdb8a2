import type { PanelState } from '@support-console/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Past } from '../../../kit/moment/past.tsx'
import { show } from '../../../testing/show.ts'
import { expectNoViolations, textsOf } from '../../../testing/widget.ts'
import { Button } from '../../../ui/button.tsx'
import { ThingPage } from './thing-page.tsx'

const id = 'CBS0000274'
const state: PanelState = {
  state: 'silent',
  online: null,
  since: '2026-01-26T07:10:00Z',
  at: '2026-01-26T07:59:00Z',
  source: 'WebConnect',
  isFresh: true,
  facts: [],
  cause: {
    code: 'container-down',
    state: 'cause',
    since: '2026-01-26T07:12:00Z',
    at: '2026-01-26T07:30:00Z',
  },
  counts: null,
}

function Page({ cause = state.cause }) {
  const thing = { data: state, error: null, isFetching: false, tryAgain: () => {} }
  return (
    <Past>
      <ThingPage
        subject={{ kind: 'panel', id }}
        thing={thing}
        facts={() => null}
        state={(data) => ({ ...data, cause })}
        actions={() => <Button>Disable management…</Button>}
        outcomes={<p>Management was disabled.</p>}
      >
        {() => <p>What is known</p>}
      </ThingPage>
    </Past>
  )
}

const open = (address: string, widget = <Page />) =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>{widget}</MemoryRouter>
    </QueryClientProvider>,
  )
const action = page.getByRole('button', { name: 'Disable management…' })
const main = page.getByRole('main')

it('kept state, D40 a thing’s page of the past has the kept verdict and no actions', async () => {
  open(`/panels/${id}`)
  await expect.element(action).toBeVisible()
  await expect.element(main.getByText('Management was disabled.')).toBeVisible()

  open(`/panels/${id}?at=2026-01-26T03:00-05:00`)
  const verdict = main.getByRole('group', { name: 'Verdict' })
  await expect.element(verdict.getByText('Its container does not answer')).toBeVisible()
  await expect.element(main.getByText('What is known')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Now' })).toBeVisible()
  // One leads to another moment, one copies the cloud ID.
  expect(textsOf(page.getByRole('button'))).toEqual(['Show', ''])
  expect(main.getByText('Management was disabled.').elements()).toEqual([])
  await expectNoViolations('[data-past]')
})

it('kept state, D40 where no verdict was kept, it says so', async () => {
  open(`/panels/${id}?at=2026-01-26T03:00-05:00`, <Page cause={null} />)
  await expect.element(main.getByText('No verdict was kept for this moment.')).toBeVisible()
})
