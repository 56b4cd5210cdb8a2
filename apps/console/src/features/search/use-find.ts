import { inAscii, withoutMarks } from '@support-console/contract/pasted'
import { fewestDigits, fewestLetters } from '@support-console/contract/search.words'
import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useRead } from '../../api/use-read.ts'
import type { Thing } from './things.ts'

const none: readonly Thing[] = []

/** Why what is typed cannot be looked for yet. */
export function tooFew(typed: string): 'digits' | 'letters' | undefined {
  const bare = inAscii(typed).replace(/[\s().+-]/g, '')
  if (/^\d+$/.test(bare)) return bare.length < fewestDigits ? 'digits' : undefined
  return typed.trim().length < fewestLetters ? 'letters' : undefined
}

/** Hits of what is typed; the old ones stay until the new ones come. */
export function useFind(typed: string) {
  const wanted = withoutMarks(typed).trim()
  const q = useDeferredValue(wanted)
  const isAsked = q !== '' && tooFew(q) === undefined
  const { data, error, isFetching, refetch, isPlaceholderData } = useRead('GET /search/v1/find', {
    query: { q, limit: 20 },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  const isOld = isPlaceholderData || q !== wanted
  /** The hits are those of what is typed now. */
  const isSettled = isAsked && data !== undefined && !isOld && !error
  return {
    hits: isAsked && data && !error ? data.hits : none,
    kinds: data?.kinds ?? [],
    hasMore: data?.hasMore ?? false,
    error: isAsked ? error : null,
    isSettled,
    /** Those of what is typed now are still to come. */
    isAwaited: wanted !== '' && tooFew(wanted) === undefined && !isSettled && (q !== wanted || !error),
    isFetching: isAsked && isFetching,
    retry: () => void refetch(),
  }
}

/** What the reader visited last, on every device. */
export function useRecent(): readonly Thing[] {
  const { data } = useRead('GET /search/v1/recent', { retry: false })
  return data?.items ?? none
}
