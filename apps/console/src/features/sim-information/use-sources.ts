import type { SimDetail, SimSource, SourceReport } from '@support-console/contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, api } from '../../api/index.ts'
import { asApiError, beginRun, type Run, useRun } from '../../api/use-search.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { text } from './texts.ts'

/** In the order of the screen. */
export const sources = ['mobileBroker', 'vendor', 'connector'] as const satisfies readonly SimSource[]

/** Where one of the three systems stands. */
export type SourceState = (
  | { phase: 'asking'; since: number }
  /** It answered; with `data` unless it said that it does not know the SIM, or that something failed. */
  | { phase: 'answered'; report: SourceReport; detail: SimDetail }
  /** Our own server could not be asked. */
  | { phase: 'failed'; error: ApiError }
) & { transactionId: string }

/**
 * Asks the three systems about a SIM, each by a call of its own (docs/decisions.md, 003), so that one which hangs or
 * fails keeps no one waiting. Null while nothing was asked.
 */
export function useSources(simId: string | null) {
  const { run: main, again } = useRun({
    search: simId,
    screenTitle: text('ScreenTitle'),
    actionOf: (id) => text('ActionCompare', { simId: id }),
  })
  const [retried, setRetried] = useState<{ of: typeof main; runs: Partial<Record<SimSource, Run<string>>> }>()
  const retries = retried?.of === main ? retried.runs : {}
  const runs = sources.map((source) => retries[source] ?? main ?? undefined)

  const states = useQueries({
    queries: sources.map((source, i) => {
      const run = runs[i]
      return {
        // A run is asked once; what it said is not asked for again by itself, and forgotten with the screen.
        queryKey: ['sim-detail', source, run?.search, run?.transactionId],
        queryFn: ({ signal }: { signal: AbortSignal }) => ask(run as Run<string>, source, signal),
        enabled: run !== undefined,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
      }
    }),
    combine: (results) => results.map((result, i) => stateOf(result, runs[i])),
  })

  return {
    states: main ? (Object.fromEntries(sources.map((source, i) => [source, states[i]])) as States) : null,
    compareAgain: again,
    /** Asks one system again; the others' answers stay. */
    retry: (source: SimSource, system: string) => {
      if (!main) return
      const action = text('ActionRetry', { system, simId: main.search })
      const run = beginRun(main.search, text('ScreenTitle'), action)
      setRetried({ of: main, runs: { ...retries, [source]: run } })
    },
  }
}

export type States = Record<SimSource, SourceState>

async function ask(run: Run<string>, source: SimSource, signal: AbortSignal): Promise<SimDetail> {
  const { data } = await api('GET /siminformation/v1/simdetail/{simId}', {
    params: { simId: run.search },
    query: { source },
    transactionId: run.transactionId,
    signal,
  })
  return data
}

function stateOf(result: UseQueryResult<SimDetail>, run: Run<string> | undefined): SourceState {
  const { since = serverNow(), transactionId = '' } = run ?? {}
  const asking = { phase: 'asking', since, transactionId } as const
  if (result.isFetching || !run) return asking
  if (result.error) return { phase: 'failed', error: asApiError(result.error, transactionId), transactionId }
  const detail = result.data
  const report = detail && Object.values(detail.sources).find((one) => one !== undefined)
  return detail && report ? { phase: 'answered', report, detail, transactionId } : asking
}
