import type { View } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

const none: readonly View[] = []

/** The reader's own views and those for all. */
export function useViews() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['views'],
    queryFn: async ({ signal }) => (await api('GET /views/v1/views', { signal })).data,
    staleTime: 10_000,
    retry: false,
  })
  return {
    views: data ?? none,
    isKnown: data !== undefined,
    hasFailed: isError && data === undefined,
    readAgain: refetch,
  }
}
