import type { OnlineStatus, SimQueryDevice } from '@support-console/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type ApiError, api, newTransactionId, recordAction } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { text } from './texts.ts'

/** What a query of this SIM has brought. */
export interface QueriedSim {
  simId: string
  device: SimQueryDevice
  /** How long the answer took, in ms. */
  took: number
  online: { status: OnlineStatus; at: number; isChecked: boolean }
}

/** In this tab's memory alone, for a VPN password is among it; a sign-out empties it (R2, R8). */
const allQueries = ['vpn-query']
const keyOf = (simId: string | null) => [...allQueries, simId]

/** The queries under way: since when, in ms, and how they are given up. */
const running = new Map<string, { since: number; controller: AbortController }>()

function forget(client: QueryClient, simId: string | null): void {
  if (simId !== null) running.get(simId)?.controller.abort()
  client.removeQueries({ queryKey: keyOf(simId) })
}

/** The SIM that was queried when someone left the page: its answer is there, or still on its way. */
export function useQueriedSim(): string | null {
  const queries = useQueryClient().getQueryCache().findAll({ queryKey: allQueries })
  const last = queries.findLast(({ state }) => state.data !== undefined || state.fetchStatus === 'fetching')
  return (last?.queryKey[1] as string | undefined) ?? null
}

/**
 * Query VPN info and the online check after it (2.4). Both belong to the SIM they were asked for: another SIM cancels
 * what runs and forgets what was found. Leaving the page does neither (use 2).
 */
export function useVpnQuery(simId: string | null) {
  const client = useQueryClient()
  const check = useChange('GET /simmanagement/v1/querydevicenetworkstatus/{SimId}', text('ScreenTitle'))
  const query = useQuery<QueriedSim, ApiError>({
    queryKey: keyOf(simId),
    queryFn: () => ask(simId ?? ''),
    // Asked by a press alone.
    enabled: false,
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const isQuerying = query.fetchStatus === 'fetching'

  const last = useRef(simId)
  useEffect(() => {
    if (last.current === simId) return
    forget(client, last.current)
    last.current = simId
    check.cancel()
    check.reset()
  })

  const run = async () => {
    if (simId === null || isQuerying) return
    // A page left in the middle of another SIM, and come back to by a link.
    for (const { queryKey } of client.getQueryCache().findAll({ queryKey: allQueries }))
      if (queryKey[1] !== simId) forget(client, queryKey[1] as string | null)
    check.cancel()
    check.reset()
    await query.refetch()
  }
  const checkOnline = async () => {
    const found = query.data
    if (!found || check.status === 'pending') return
    const { simId: id } = found
    const answer = await check.start({ params: { SimId: id } }, text('ActionOnline', { simId: id }))
    if (!answer) return
    const online = { status: answer.data.OnlineStatus, at: serverNow(), isChecked: true }
    client.setQueryData<QueriedSim>(keyOf(id), (now) => now && { ...now, online })
  }
  const { error } = query
  const isCancelled = error?.kind === 'cancelled'
  // What a query failed to say again is not said by an older one.
  const found = (error && !isCancelled ? null : query.data) ?? null
  return {
    query: isQuerying
      ? ({ status: 'pending' } as const)
      : error
        ? ({ status: 'rejected', error } as const)
        : ({ status: 'initial' } as const),
    check,
    found,
    since: simId === null ? 0 : (running.get(simId)?.since ?? 0),
    wasCancelled: isCancelled && !isQuerying,
    isQuerying,
    isChecking: check.status === 'pending',
    run,
    checkOnline,
    cancel: () => simId !== null && running.get(simId)?.controller.abort(),
  }
}

async function ask(simId: string): Promise<QueriedSim> {
  const [transactionId, since, controller] = [newTransactionId(), serverNow(), new AbortController()]
  const mine = { since, controller }
  running.set(simId, mine)
  recordAction(text('ScreenTitle'), text('ActionQuery', { simId }), transactionId)
  try {
    const { data: device } = await api('GET /simmanagement/v1/querydevice/{SimId}', {
      params: { SimId: simId },
      transactionId,
      signal: controller.signal,
    })
    const at = serverNow()
    return { simId, device, took: at - since, online: { status: device.OnlineStatus, at, isChecked: false } }
  } finally {
    if (running.get(simId) === mine) running.delete(simId)
  }
}
