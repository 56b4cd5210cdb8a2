import type { Batch } from '@support-console/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, api } from '../../../api/index.ts'
import { useNews } from '../../../api/news/use-news.ts'
import { keyOfRead } from '../../../api/use-read.ts'
import { useReadAction } from '../../../api/use-read-action.ts'
import { text } from '../texts.ts'

/** How long between two looks at a running batch, in ms: seen, in a hidden tab, and while the server is away. */
const seen = 1000
const hidden = 5000
const away = 3000

/**
 * The batch of the address, read again and again while it runs (D6).
 * @param isOwn it was begun here a moment ago; any other one is opened, which is an action of its own (D18)
 */
export function useBatch(batchId: string | null, isOwn: boolean) {
  const client = useQueryClient()
  const opened =
    batchId === null || isOwn ? null : { key: batchId, action: text('ActionOpen', { batch: batchId }) }
  const reads = useReadAction(text('ScreenTitle'), opened)
  const query = useQuery({
    queryKey: ['batch', batchId],
    queryFn: async ({ signal }): Promise<Batch> => {
      const { data } = await api('GET /simmanagement/v1/batches/{batchId}', {
        params: { batchId: batchId ?? '' },
        signal,
        transactionId: reads.transactionOf(signal),
      })
      return data
    },
    enabled: batchId !== null,
    // The next look comes soon enough.
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return isRefusal(error) ? false : away
      if (!data || data.finishedAt !== null) return false
      return document.hidden ? hidden : seen
    },
    refetchIntervalInBackground: true,
  })
  const follow = () => query.refetch({ cancelRefetch: false })
  useNews('batch', batchId === null ? null : follow, (id) => id === batchId)
  const finishedAt = query.data?.finishedAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes when a batch begins or ends
  useEffect(() => {
    if (batchId !== null)
      void client.invalidateQueries({ queryKey: keyOfRead('GET /simmanagement/v1/batches') })
  }, [batchId, finishedAt])
  return {
    seen: query.data ?? null,
    error: query.error as ApiError | null,
    isRefused: query.error !== null && isRefusal(query.error),
    /** Shows what a change has answered without waiting for the next look. */
    show: (batch: Batch) => client.setQueryData<Batch>(['batch', batch.batchId], batch),
    readAgain: () => void query.refetch(),
  }
}

/** What the server has said clearly will not change by asking again. */
const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && error.kind === 'http' && error.httpStatus < 500 && error.httpStatus !== 429
