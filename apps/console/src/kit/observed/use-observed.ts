import type { Observation } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { api, useAccess } from '../../api/index.ts'
import { askedAt, useMoment } from '../../api/moment.ts'
import { useNews } from '../../api/news/use-news.ts'

/** What one source last said, with its times. */
export interface Observed extends Omit<Observation, 'askedAt'> {
  /** In ms; null: it never told anything. */
  at: number | null
}

/** By the name of the system: 'AT&T'. */
export type ObservedSources = ReadonlyMap<string, Observed>

/**
 * What every source last said of a thing, by source; again when someone has asked about it. Empty for anyone who may not read
 * it, and where it cannot be read: the screen's own answers are what counts.
 * @param id its main identifier; null: nothing is asked
 * @param otherId what names it as well
 */
export function useObserved(kind: 'sim' | 'panel', id: string | null, otherId?: string): ObservedSources {
  const mayRead = useAccess().may(kind === 'sim' ? 'sim-information.read' : 'panels.read')
  const moment = useMoment()
  const { data, refetch } = useQuery({
    queryKey: ['observations', kind, id, moment?.at],
    queryFn: async ({ signal }) => {
      const { data: said } = await api('GET /observations/v1/{kind}/{id}', {
        params: { kind, id: id ?? '' },
        query: askedAt(moment, undefined),
        signal,
      })
      return new Map(
        // Asked by another of its ids, a source may have told earlier as well: what it told last counts.
        said.observations
          .toReversed()
          .map(({ askedAt, ...each }) => [
            each.source,
            { ...each, at: askedAt === null ? null : Date.parse(askedAt) } satisfies Observed,
          ]),
      )
    },
    enabled: id !== null && mayRead,
    retry: false,
  })
  useNews(kind, id !== null && mayRead ? refetch : null, (changed) => changed === id || changed === otherId)
  return data ?? nothing
}

const nothing: ObservedSources = new Map()
