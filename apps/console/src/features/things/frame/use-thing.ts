import type { NewsKind, SearchKind } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, api } from '../../../api/index.ts'
import { useNews } from '../../../api/news/use-news.ts'

/** A thing of a page: its kind and its main identifier in its one form. */
export interface Subject {
  kind: SearchKind
  id: string
}

interface Follows<Data> {
  /** What tells that it has changed; news of the thing itself unless told. */
  news?: {
    readonly kinds: readonly NewsKind[]
    readonly isAbout: (id: string, data: Data | undefined) => boolean
  }
  /** It changes by itself at this moment. */
  isMoving?: (data: Data) => boolean
}

/** How often it is read without news, in milliseconds: how a panel is connected tells none; and what moves. */
const readEveryMs = 60_000
const whileMovingMs = 5_000

/**
 * What our server knows of a thing; read again when something of it has changed (D37), and every minute while it is seen.
 * Anyone who finds it has visited it (D38).
 */
export function useThing<Data>(
  { kind, id }: Subject,
  read: (signal: AbortSignal) => Promise<Data>,
  { news, isMoving }: Follows<Data> = {},
) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery<Data, ApiError>({
    queryKey: ['thing', kind, id],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isMoving?.(state.data) ? whileMovingMs : readEveryMs,
  })
  const isAbout = (changed: string) => (news ? news.isAbout(changed, data) : changed === id)
  useNews(news?.kinds ?? (kind as NewsKind), data === undefined ? null : refetch, isAbout)
  const isThere = data !== undefined
  useEffect(() => {
    // No one needs to know where it failed: it is missing among what is recent.
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

/** Whether there is such a thing, for all that is known. */
export const isThere = ({ data, error }: Pick<ThingState<unknown>, 'data' | 'error'>): boolean =>
  data !== undefined || (error !== null && error.httpStatus !== 404)

function ignoreCalls(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
