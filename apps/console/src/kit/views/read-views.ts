import type { View } from '@support-console/contract'
import { useRead } from '../../api/use-read.ts'

const none: readonly View[] = []

/** The reader's own views and those for all. */
export function useViews() {
  const { data, isError, refetch } = useRead('GET /views/v1/views', { staleTime: 10_000, retry: false })
  return {
    views: data ?? none,
    isKnown: data !== undefined,
    hasFailed: isError && data === undefined,
    readAgain: refetch,
  }
}
