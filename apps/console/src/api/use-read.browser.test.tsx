import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { show } from '../testing/show.ts'
import { type Moment, MomentContext } from './moment.ts'
import { useRead } from './use-read.ts'

const at = '2026-01-26T03:00-05:00'

function Screen() {
  useRead('GET /attention/v1/current', { refetchInterval: 1000, news: 'attention' })
  useRead('GET /observations/v1/{kind}/{id}', { params: { kind: 'sim', id: '89' }, enabled: false })
  useRead('GET /views/v1/views')
  return null
}

/** What is asked, and what is not. */
function readsOf(moment: Moment | null) {
  const client = new QueryClient()
  show(
    <QueryClientProvider client={client}>
      <MomentContext value={moment}>
        <Screen />
      </MomentContext>
    </QueryClientProvider>,
  )
  return client
    .getQueryCache()
    .getAll()
    .map(({ queryKey: [call, asked], state }) => [call, asked, state.fetchStatus])
}

it('kept state a page of the past asks for its moment, and not for what tells of now alone', () => {
  expect(readsOf({ at, ms: Date.parse(at), to: null, keep: (address) => address })).toEqual([
    ['GET /attention/v1/current', { query: { at } }, 'fetching'],
    ['GET /observations/v1/{kind}/{id}', { params: { kind: 'sim', id: '89' }, query: { at } }, 'idle'],
    ['GET /views/v1/views', { query: { at } }, 'idle'],
  ])
})

it('kept state a page of now asks without a moment', () => {
  expect(readsOf(null)).toEqual([
    ['GET /attention/v1/current', {}, 'fetching'],
    ['GET /observations/v1/{kind}/{id}', { params: { kind: 'sim', id: '89' } }, 'idle'],
    ['GET /views/v1/views', {}, 'fetching'],
  ])
})
