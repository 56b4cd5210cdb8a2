import type { NewsKind, Timeline } from '@support-console/contract'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type ApiError, api } from '../../api/index.ts'
import { askedAt, useMoment } from '../../api/moment.ts'
import { useNews } from '../../api/news/use-news.ts'
import { peopleIn } from './entries.ts'
import { useFilter } from './use-filter.ts'

/** Whose timeline it is, as the address of the call names it; `id` is the main identifier. */
export interface Subject {
  things: 'sims' | 'panels' | 'companies' | 'csrs' | 'transactions'
  id: string
}

/** What tells that there is something new. */
const newsOf = {
  sims: 'sim',
  panels: 'panel',
  companies: 'company',
  csrs: 'csr',
  transactions: 'batch',
} as const satisfies Record<Subject['things'], NewsKind>

const none: Timeline['entries'] = []
const noLooks: Timeline['looks'] = []

/** A thing's timeline by pages, the newest first. What is new is counted, and shown when the reader wants it (D37). */
export function useTimeline({ things, id }: Subject) {
  const queries = useQueryClient()
  const { filter, setFilter } = useFilter()
  // What was typed last waits for what is being shown.
  const [by, text] = [filter.person, useDeferredValue(filter.search.trim())]
  const moment = useMoment()
  const queryKey = ['timeline', things, id, by, text, moment?.at]
  const read = async (before: string, signal?: AbortSignal) =>
    (
      await api(`GET /timeline/v1/${things}/{id}` as 'GET /timeline/v1/sims/{id}', {
        params: { id },
        query: askedAt(moment, { before: before || undefined, by: by || undefined, text: text || undefined }),
        signal,
      })
    ).data
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ before }) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const shown = query.data?.pages.flatMap(({ entries }) => entries) ?? none
  // Everybody who was met so far, also while entries of one alone are shown.
  const [people, setPeople] = useState<readonly string[]>([])
  const met = peopleIn(shown).filter((email) => !people.includes(email))
  if (met.length > 0) setPeople([...people, ...met].sort())
  // What was looked at last, and with which filter: one that was changed meanwhile is not what is shown.
  const [looked, setLooked] = useState<{ of: string; timeline: Timeline } | null>(null)
  const of = JSON.stringify(queryKey)
  const latest = query.data && !query.isPlaceholderData && looked?.of === of ? looked.timeline : null
  const newEntries = latest?.entries.filter(({ id: key }) => !shown.some((entry) => entry.id === key)) ?? none

  const look = async () => setLooked({ of, timeline: await read('') })
  // Of servers the news name the address, which is not what they are known by here.
  useNews(newsOf[things], look, (changed) => things === 'csrs' || changed === id)

  return {
    entries: shown,
    looks: query.data?.pages.flatMap(({ looks }) => looks) ?? noLooks,
    people,
    filter,
    onFilter: setFilter,
    /** What is shown is still of the filter before. */
    isFiltering: query.isPlaceholderData,
    withheld: query.data?.pages[0]?.withheld ?? [],
    tickets: query.data?.pages[0]?.tickets,
    isLoading: query.isPending,
    error: query.data ? null : (query.error as ApiError | null),
    olderError: query.data ? (query.error as ApiError | null) : null,
    hasOlder: query.hasNextPage,
    isReadingOlder: query.isFetchingNextPage,
    readOlder: () => void query.fetchNextPage(),
    tryAgain: () => void query.refetch(),
    newCount: newEntries.length,
    /** Puts what is new above the rest; steps that came to older entries come with them. */
    showNew: () => {
      if (!latest) return
      setLooked(null)
      const fresh = new Set(latest.entries.map((entry) => entry.id))
      queries.setQueryData<InfiniteData<Timeline, string>>(queryKey, (old) => {
        if (!old) return old
        const overlaps = old.pages[0]?.entries.some((entry) => fresh.has(entry.id)) ?? false
        // More has happened than one page holds: begun again, so that there is no hole.
        if (!overlaps && latest.before !== null) return { pages: [latest], pageParams: [''] }
        const pages = old.pages.map((page) => ({
          ...page,
          entries: page.entries.filter((entry) => !fresh.has(entry.id)),
        }))
        const [first, ...rest] = pages
        if (!first) return old
        return {
          ...old,
          pages: [
            { ...first, tickets: latest.tickets, entries: [...latest.entries, ...first.entries] },
            ...rest,
          ],
        }
      })
      return newEntries[0]?.id
    },
  }
}
