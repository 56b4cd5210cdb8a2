import type { NewsKind, SearchKind } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, api } from '../../../api/index.ts'
import { useNews } from '../../../api/news/use-news.ts'

/** A thing of a page: its kind and its main identifier in its one form. */
export interface Subject {
  kind: SearchKind & NewsKind
  id: string
}

/** How often what tells no news is read again, in milliseconds: how a panel is connected. */
const readEveryMs = 60_000

/**
 * What our server knows of a thing; read again when something of it has changed (D37), and every minute while it is seen.
 * Whoever finds it has visited it (D38).
 */
export function useThing<Data>({ kind, id }: Subject, read: (signal: AbortSignal) => Promise<Data>) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery<Data, ApiError>({
    queryKey: ['thing', kind, id],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: readEveryMs,
  })
  useNews(kind, data === undefined ? null : refetch, (changed) => changed === id)
  const isThere = data !== undefined
  useEffect(() => {
    // Nobody needs to know where it failed: it is missing among what is recent.
    if (isThere) api('POST /search/v1/recent', { body: { kind, id } }).catch(ignoreCalls)
  }, [kind, id, isThere])
  return {
    data,
    /** When that was read, in ms. */
    readAt: dataUpdatedAt,
    error,
    isFetching,
    tryAgain: () => void refetch(),
  }
}
export type ThingState<Data> = ReturnType<typeof useThing<Data>>

function ignoreCalls(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
