import type { Csr } from '@support-console/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ApiError, api, type DataOf } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { useReadAction } from '../../api/use-read-action.ts'
import { isUnderWay } from './orders.ts'
import { text } from './texts.ts'

type Csrs = DataOf<'GET /csrmanagement/v1/csrs/getall'>

const queryKey = ['csrs']

/**
 * Between two reads of what the console's own server knows, in ms; in a tab that no one sees only while something is under
 * way, whose end its title tells. No agent is asked for it; the look at one every 60 seconds is the law's (4).
 */
const readEvery = { seen: 2_000, unseen: 10_000 }

/** All CSRs and the releases that there are, read when the screen opens; `put` takes in what a call says of one later. */
export function useCsrs() {
  const queries = useQueryClient()
  const reads = useReadAction(text('ScreenTitle'))
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const transactionId = reads.transactionOf(signal)
      return (await api('GET /csrmanagement/v1/csrs/getall', { signal, transactionId })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? readEvery[document.hidden ? 'unseen' : 'seen'] : false),
    refetchIntervalInBackground: queries.getQueryData<Csrs>(queryKey)?.info.some(isUnderWay) ?? false,
  })
  // One that is on its way, by hand for instance, is waited for.
  useNews('csr', () => query.refetch({ cancelRefetch: false }))
  // What is read by itself moves nothing on the page but what is new.
  const [isRefreshing, setRefreshing] = useState(false)
  const isReading = query.isFetching && (isRefreshing || !query.data)
  const put = useCallback(
    (ip: string, change: (csr: Csr) => Csr) => {
      queries.setQueryData<Csrs>(
        queryKey,
        (old) => old && { ...old, info: old.info.map((csr) => (csr.ipAddress === ip ? change(csr) : csr)) },
      )
      // A list that is on its way may be older than this.
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
    },
    [queries],
  )
  const failed = query.error !== null && !query.isFetching && !query.data
  return {
    data: query.data,
    state: isReading ? 'pending' : failed ? 'rejected' : 'fulfilled',
    error: failed ? (query.error as ApiError) : null,
    /** Why what stands there may be old. */
    staleError: query.data ? (query.error as ApiError | null) : null,
    put,
    /** Resolves with what is known then; it may have failed. */
    readAgain: async () => (await query.refetch()).data,
    /** By hand. */
    refresh: () => {
      reads.record(text('ActionRefresh'))
      setRefreshing(true)
      void query.refetch().finally(() => setRefreshing(false))
    },
  } as const
}
