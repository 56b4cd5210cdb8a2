import { useQuery } from '@tanstack/react-query'
import { type ApiError, api } from '../../api/index.ts'
import { useReadAction } from '../../api/use-read-action.ts'
import { text } from './texts.ts'

/** Seconds between two readings until the server has said how often it looks itself. */
const usualInterval = 60

/** Seconds between two readings, where the server looks itself so often. */
export const readingInterval = (intervalSeconds = usualInterval): number => Math.max(5, intervalSeconds)

/** The containers and their last hours, read again as often as the server looks at them, unless paused or unseen. */
export function useMetrics(isPaused: boolean) {
  const reads = useReadAction(text('ScreenTitle'))
  const metrics = useQuery({
    queryKey: ['wc-metrics'],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /wcmetrics/v1/metrics/getall', {
        query: { details: 'false' },
        signal,
        transactionId: reads.transactionOf(signal),
      })
      return data
    },
    gcTime: 0,
    refetchInterval: ({ state }) => (isPaused ? false : readingInterval(state.data?.intervalSeconds) * 1000),
    // What was missed while no one looked is read at once.
    refetchOnWindowFocus: !isPaused,
    staleTime: 30_000,
  })
  const history = useQuery({
    // Again with each answer.
    queryKey: ['wc-history', metrics.dataUpdatedAt],
    queryFn: async ({ signal }) =>
      (await api('GET /wcmetrics/v1/history', { query: { hours: 6 }, signal })).data,
    enabled: metrics.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  return {
    data: metrics.data,
    history: history.data,
    historyFailed: history.isError && !history.isFetching,
    isReading: metrics.isFetching,
    error: metrics.isFetching ? null : (metrics.error as ApiError | null),
    /** By hand. */
    refresh: () => {
      reads.record(text('ActionRefresh'))
      void metrics.refetch()
    },
  }
}
