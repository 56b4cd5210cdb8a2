import type { SimDetail, SimSource, SourceReport } from '@support-console/contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, newTransactionId, recordAction } from '../../api/index.ts'
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

/** One press of Compare, or one retry: what is asked, under which transaction (D8). */
interface Run {
  simId: string
  transactionId: string
  since: number
}

/**
 * Asks the three systems about a SIM, each by a call of its own (docs/decisions/003), so that one which hangs or
 * fails keeps nobody waiting. Null while nothing was asked.
 */
export function useSources(simId: string | null) {
  const [asked, setAsked] = useState<{ main: Run; retries: Partial<Record<SimSource, Run>> } | null>(null)
  const current = asked && asked.main.simId === simId ? asked : null
  const runs = sources.map((source) => current?.retries[source] ?? current?.main)

  const states = useQueries({
    queries: sources.map((source, i) => {
      const run = runs[i]
      return {
        // A run is asked once; what it said is not asked for again by itself, and forgotten with the screen.
        queryKey: ['sim-detail', source, run?.simId, run?.transactionId],
        queryFn: ({ signal }: { signal: AbortSignal }) => ask(run as Run, source, signal),
        enabled: run !== undefined,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
      }
    }),
    combine: (results) => results.map((result, i) => stateOf(result, runs[i])),
  })

  const newRun = (id: string): Run => ({ simId: id, transactionId: newTransactionId(), since: Date.now() })
  return {
    states: current ? (Object.fromEntries(sources.map((source, i) => [source, states[i]])) as States) : null,
    /** Starts anew, also for the same SIM. */
    compare: (id: string) => {
      const run = newRun(id)
      recordAction(text('ScreenTitle'), text('ActionCompare', { simId: id }), run.transactionId)
      setAsked({ main: run, retries: {} })
    },
    /** Asks one system again; the others' answers stay. */
    retry: (source: SimSource, system: string) => {
      if (!current) return
      const run = newRun(current.main.simId)
      recordAction(text('ScreenTitle'), text('ActionRetry', { system, simId: run.simId }), run.transactionId)
      setAsked({ ...current, retries: { ...current.retries, [source]: run } })
    },
  }
}

export type States = Record<SimSource, SourceState>

async function ask(run: Run, source: SimSource, signal: AbortSignal): Promise<SimDetail> {
  const { data } = await api('GET /siminformation/v1/simdetail/{simId}', {
    params: { simId: run.simId },
    query: { source },
    transactionId: run.transactionId,
    signal,
  })
  return data
}

function stateOf(result: UseQueryResult<SimDetail>, run: Run | undefined): SourceState {
  const { since = Date.now(), transactionId = '' } = run ?? {}
  const asking = { phase: 'asking', since, transactionId } as const
  if (result.isFetching || !run) return asking
  if (result.error) return { phase: 'failed', error: asApiError(result.error, run), transactionId }
  const detail = result.data
  const report = detail && Object.values(detail.sources).find((one) => one !== undefined)
  return detail && report ? { phase: 'answered', report, detail, transactionId } : asking
}

const asApiError = (error: Error, run: Run): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError('network', error.message, { transactionId: run.transactionId, cause: error })
