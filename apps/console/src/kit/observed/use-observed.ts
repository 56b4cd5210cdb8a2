import type { Observation } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { api, useAccess } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'

/** What one source last said, with its times by this browser's clock. */
export interface Observed extends Omit<Observation, 'askedAt'> {
  /** In ms; null: it never told anything. */
  at: number | null
}

/** By the name of the system: 'AT&T'. */
export type ObservedSources = ReadonlyMap<string, Observed>

/**
 * What every source last said of a SIM, by source; again when somebody has asked about it. Empty for whoever may not read
 * it, and where it cannot be read: the screen's own answers are what counts.
 */
export function useObserved(simId: string | null): ObservedSources {
  const mayRead = useAccess().may('sim-information.read')
  const { data, refetch } = useQuery({
    queryKey: ['observations', 'sim', simId],
    queryFn: async ({ signal }) => {
      const { data: said } = await api('GET /observations/v1/{kind}/{id}', {
        params: { kind: 'sim', id: simId ?? '' },
        signal,
      })
      const ahead = Date.parse(said.now) - Date.now()
      return new Map(
        said.observations.map(({ askedAt, ...each }) => [
          each.source,
          { ...each, at: askedAt === null ? null : Date.parse(askedAt) - ahead } satisfies Observed,
        ]),
      )
    },
    enabled: simId !== null && mayRead,
    retry: false,
  })
  useNews('sim', simId !== null && mayRead ? refetch : null, (id) => id === simId)
  return data ?? nothing
}

const nothing: ObservedSources = new Map()
