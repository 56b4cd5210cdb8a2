import type { SimUsage } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordAction } from '../../api/audit-trail/record-action.ts'
import { api } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { newTransactionId } from '../../api/transaction.ts'
import { asApiError } from '../../api/use-search.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { text } from './texts.ts'
import { latestOf, usageText } from './usage-words.ts'

/**
 * What a SIM used: what is kept is shown at once, and read again when the SIM has news; the carrier is asked where that is old,
 * and whenever the page is looked at again.
 * @param round how often the page was looked at again
 */
export function useUsage(simId: string, round: number) {
  const [openedAt] = useState(serverNow)
  const [pressed, setPressed] = useState<{ number: number; transactionId: string } | null>(null)
  const read = async (
    signal: AbortSignal,
    look?: 'now' | 'if-old',
    transactionId?: string,
  ): Promise<SimUsage> => {
    const { data } = await api('GET /siminformation/v1/simusage/{simId}', {
      params: { simId },
      query: look ? { look } : {},
      ...(transactionId && { transactionId }),
      signal,
    })
    return data
  }
  const kept = useQuery({ queryKey: ['sim-usage', simId], queryFn: ({ signal }) => read(signal) })
  const isAgain = round > 0 || pressed !== null
  const looked = useQuery({
    // A look is asked once.
    queryKey: ['sim-usage', simId, round, pressed?.number],
    queryFn: ({ signal }) => read(signal, isAgain ? 'now' : 'if-old', pressed?.transactionId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  useNews('sim', kept.data === undefined ? null : kept.refetch, (changed) => changed === simId)
  const latest = latestOf(
    [kept, looked].flatMap(({ data, dataUpdatedAt }) => (data ? [{ data, dataUpdatedAt }] : [])),
  )
  const toldAt = latest && toldHere(latest)
  const failure = latest ? looked.error : (kept.error ?? looked.error)
  return {
    usage: latest?.data,
    toldAt,
    isOwn: toldAt !== undefined && toldAt >= openedAt,
    isAsking: looked.isFetching,
    error: failure && !looked.isFetching ? asApiError(failure, pressed?.transactionId ?? '') : null,
    askAgain: (carrier: string) => {
      const transactionId = newTransactionId()
      recordAction(text('ScreenTitle'), usageText('ActionAskAgain', { carrier, simId }), transactionId)
      setPressed({ number: (pressed?.number ?? 0) + 1, transactionId })
    },
  }
}

/** When the carrier told it, by this computer's clock: an answer may have been kept here since it came. */
const toldHere = ({ data: { told, now }, dataUpdatedAt }: { data: SimUsage; dataUpdatedAt: number }) =>
  told ? Date.parse(told.at) - Date.parse(now) + dataUpdatedAt : undefined
