import type { NewsKind } from '@support-console/contract'
import { tellsPast } from '@support-console/contract/past-calls.words'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import type { ApiError } from './api-error.ts'
import type { CallArguments, CallName, CallOptions, DataOf } from './call-types.ts'
import { askedAt, useMoment } from './moment.ts'
import { useNews } from './news/use-news.ts'
import type { useReadAction } from './use-read-action.ts'

type Reading<Answer, Data> = UseQueryOptions<Answer, ApiError, Data, readonly unknown[]>
export type ReadOptions<Key extends CallName, Data = DataOf<Key>> = Pick<
  CallOptions<Key>,
  'params' | 'query'
> &
  Omit<Reading<DataOf<Key>, Data>, 'queryKey' | 'queryFn'> & {
    /** The action of its user that a read belongs to. */
    readonly action?: ReturnType<typeof useReadAction>
    /** What tells that it is another by now (D37), and whether that is about what is read. */
    readonly news?: NewsKind | readonly NewsKind[]
    readonly isNews?: (id: string) => boolean
    /** Another one is read again. */
    readonly round?: string
  }

/** Under which key an answer is kept, for what is put into it or forgotten. */
export const keyOfRead = (call: CallName, asked: object = {}) => [call, asked] as const

/**
 * What a call of the contract gives, as a query with its options: `useRead('GET /notes/v1/things/{thing}', { params: { thing } })`.
 * On a page of the past it asks for that moment, once; what tells of now alone is not asked there.
 * Imported by its own path: only screens that are loaded later need it.
 */
export function useRead<Key extends CallName, Data = DataOf<Key>>(
  call: Key,
  { params, query, action, news = [], isNews, round, ...options }: ReadOptions<Key, Data> = {} as ReadOptions<
    Key,
    Data
  >,
) {
  const moment = useMoment()
  const asked = {
    ...(params && { params }),
    ...((query || moment) && { query: askedAt(moment, query) }),
  }
  const reading: Reading<DataOf<Key>, Data> = {
    queryKey: [...keyOfRead(call, asked), ...(round === undefined ? [] : [round])],
    queryFn: async ({ signal }) => {
      const all = { ...asked, signal, transactionId: action?.transactionOf(signal) }
      return (await api<Key>(...([call, all] as unknown as CallArguments<Key>))).data
    },
    ...options,
    ...(moment && {
      enabled: options.enabled !== false && tellsPast(call),
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  }
  const result = useQuery(reading)
  useNews(news, options.enabled === false ? null : result.refetch, isNews)
  return result
}
