import type { Look } from '@support-console/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiError, api, type BodyOf } from '../../../api/index.ts'
import { useMoment } from '../../../api/moment.ts'
import { useNews } from '../../../api/news/use-news.ts'
import { useChange } from '../../../api/use-change.ts'
import { text } from './texts.ts'

/** Which look: the last at all that a company has of a kind, or a certain one. */
type LookOf = { companyId: number; kind: 'sim' | 'panel' } | { lookId: string }

/** Between two readings where no news comes, in milliseconds. */
const every = 10_000
const keyOf = (of: LookOf | null) => ['look', of]
const ownKey = ({ lookId, companyId, kind }: Look) =>
  keyOf(companyId !== null && kind !== null ? { companyId, kind } : { lookId })

export type Looking = ReturnType<typeof useLook>

/**
 * A look at many as it stands (D50), wherever it was begun, and what begins, stops and goes on with one; there is none in the past.
 */
export function useLook(wanted: LookOf | null) {
  const of = useMoment() ? null : wanted
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery<Look | null, ApiError>({
    queryKey: keyOf(of),
    queryFn: async ({ signal }) => {
      if (of === null) return null
      if ('lookId' in of) return (await api('GET /diagnosis/v1/looks/{lookId}', { params: of, signal })).data
      return (await api('GET /diagnosis/v1/looks', { query: of, signal })).data[0] ?? null
    },
    enabled: of !== null,
    refetchInterval: (query) => (query.state.data?.state === 'running' ? every : false),
    retry: false,
  })
  const look = data ?? null
  // A look that begins in another tab has an ID that this tab does not know yet.
  useNews('look', of && refetch, (id) => look?.state !== 'running' || id === look.lookId)

  const keep = ({ data: now }: { data: Look }) => {
    queries.setQueryData(of && 'lookId' in of ? keyOf({ lookId: now.lookId }) : ownKey(now), now)
  }
  const begin = useChange('POST /diagnosis/v1/looks', text('ScreenTitle'), keep)
  const stop = useChange('POST /diagnosis/v1/looks/{lookId}/stop', text('ScreenTitle'), keep)
  const goOn = useChange('POST /diagnosis/v1/looks/{lookId}/go-on', text('ScreenTitle'), keep)
  const params = { lookId: look?.lookId ?? '' }
  return {
    look,
    error,
    isRunning: look?.state === 'running',
    begin: async (body: BodyOf<'POST /diagnosis/v1/looks'>, action: string) =>
      (await begin.start({ body }, action))?.data,
    stop: () => stop.start({ params }, text('ActionStop')),
    goOn: () => goOn.start({ params }, text('ActionGoOn')),
    isBeginning: begin.isPending || goOn.isPending,
    isStopping: stop.isPending,
    /** What failed; the last of them. */
    failed: [begin, stop, goOn].find(({ status }) => status === 'rejected'),
  }
}
