import type { NewsKind, SearchKind } from '@support-console/contract'
import { useEffect } from 'react'
import { ApiError, api, type CallName, type DataOf } from '../../../api/index.ts'
import { useMoment } from '../../../api/moment.ts'
import { useNews } from '../../../api/news/use-news.ts'
import { type ReadOptions, useRead } from '../../../api/use-read.ts'

/** A thing of a page: its kind and its main identifier in its one form. */
export interface Subject {
  kind: SearchKind
  id: string
}

type ThingCall = Extract<CallName, `GET /things/v1/${string}`>

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
 * Anyone who finds it has visited it (D38), but not in the past.
 */
export function useThing<Call extends ThingCall>(
  { kind, id }: Subject,
  call: Call,
  { news, isMoving }: Follows<DataOf<Call>> = {},
) {
  const reading = {
    params: { id },
    refetchInterval: ({ state }: { state: { data: DataOf<Call> | undefined } }) =>
      state.data !== undefined && isMoving?.(state.data) ? whileMovingMs : readEveryMs,
  }
  const read = useRead<Call>(call, reading as unknown as ReadOptions<Call>)
  const { data, error, isFetching, refetch } = read
  const isAbout = (changed: string) => (news ? news.isAbout(changed, data) : changed === id)
  useNews(news?.kinds ?? (kind as NewsKind), data === undefined ? null : refetch, isAbout)
  const moment = useMoment()
  const isVisited = data !== undefined && !moment
  useEffect(() => {
    // No one needs to know where it failed: it is missing among what is recent.
    if (isVisited) api('POST /search/v1/recent', { body: { kind, id } }).catch(ignoreCalls)
  }, [kind, id, isVisited])
  return {
    data,
    error,
    isFetching,
    tryAgain: () => void refetch(),
  }
}
export type ThingState<Data> = Omit<ReturnType<typeof useThing>, 'data'> & { readonly data: Data | undefined }

/** Whether there is such a thing, for all that is known. */
export const isThere = ({ data, error }: Pick<ThingState<unknown>, 'data' | 'error'>): boolean =>
  data !== undefined || (error !== null && error.httpStatus !== 404)

function ignoreCalls(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
